"""Briscalone's moves in words, as one viewer may read them.

What is told is public: a line never depends on who the partner is before the called card falls.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...game import DEALER, Seat
from ...table import Line, Mark, Names, Taste
from ...words import Phrase, _, ngettext, together
from ..actions import Bid, Call, Play, Raise, parse
from ..cards import Card, Suit
from ..view import View
from .faces import Deck, deck_of
from .sentences import outcome, partner_words

BID: Final = Mark(_("Bid"))
CALL: Final = Mark(_("Call"))
PARTNER: Final = Mark(_("Partner"))
ROUND: Final = Mark(_("Round"))


def tell(before: View, seat: Seat, text: str, after: View, names: Names, taste: Taste) -> Line:
    you = taste.you(after.seat)
    if seat == DEALER:
        return Line(_dealt(after, names, you))
    who = None if seat == you else names[seat]
    action, deck = parse(text), deck_of(taste)
    if isinstance(action, Play):
        first = _played(before, who, action.card, deck)
    elif isinstance(action, Call):
        first = _called(who, action.suit, after, deck)
    else:
        first = _said(before, who, action, after, deck)
    told = together(first, *_effects(before, after, names, deck, you))
    return Line(told, _turning_point(before, action, after))


def _turning_point(before: View, action: object, after: View) -> Mark | None:
    if after.round_result is not None:
        return ROUND
    if isinstance(action, Call):
        return CALL
    if _has_fallen(before, after):
        return PARTNER
    return BID if _is_auction_over(before, after) else None


def _is_auction_over(before: View, after: View) -> bool:
    return before.phase == "auction" and after.phase == "blind"


def _has_fallen(before: View, after: View) -> bool:
    return not has_been_played(before, before.called) and has_been_played(after, after.called)


def _dealt(after: View, names: Names, you: Seat | None) -> Phrase:
    n = after.round + 1
    if after.opener == you:
        return _("Round %(n)s is dealt. You open the auction.", n=n)
    return _("Round %(n)s is dealt. %(who)s opens the auction.", n=n, who=names[after.opener])


def _said(before: View, who: str | None, saying: object, after: View, deck: Deck) -> Phrase:
    if isinstance(saying, Bid):
        return _bid(who, deck.one_of_rank(saying.rank), opens=before.rank is None)
    if isinstance(saying, Raise):
        if who is None:
            return _("You raise the target to %(target)s.", target=after.target)
        return _("%(who)s raises the target to %(target)s.", who=who, target=after.target)
    return _("You pass.") if who is None else _("%(who)s passes.", who=who)


def _bid(who: str | None, rank: Phrase, *, opens: bool) -> Phrase:
    if opens:
        if who is None:
            return _("You open with %(rank)s.", rank=rank)
        return _("%(who)s opens with %(rank)s.", who=who, rank=rank)
    if who is None:
        return _("You bid %(rank)s.", rank=rank)
    return _("%(who)s bids %(rank)s.", who=who, rank=rank)


def _played(before: View, who: str | None, card: Card, deck: Deck) -> Phrase:
    name = deck.name_of(card)
    if before.trick is not None and before.trick.cards:
        if who is None:
            return _("You play the %(card)s.", card=name)
        return _("%(who)s plays the %(card)s.", who=who, card=name)
    if who is None:
        return _("You lead the %(card)s.", card=name)
    return _("%(who)s leads the %(card)s.", who=who, card=name)


def _called(who: str | None, suit: Suit, after: View, deck: Deck) -> Phrase:
    assert after.called is not None
    name, card = deck.suits[suit].name, deck.name_of(after.called)
    if who is None:
        return _("You call %(suit)s: the called card is the %(card)s.", suit=name, card=card)
    return _(
        "%(who)s calls %(suit)s: the called card is the %(card)s.", who=who, suit=name, card=card
    )


def _effects(
    before: View, after: View, names: Names, deck: Deck, you: Seat | None
) -> Iterator[Phrase]:
    """What an action brought about, beside itself."""
    if _is_auction_over(before, after):
        yield _auction_won(after, names, deck, you)
    if _has_fallen(before, after):
        yield _("The called card has fallen.")
        yield _partner_shown(after, names, you)
    if len(after.tricks) > len(before.tricks):
        yield _taken(after, names, you)
    if after.round_result is not None:
        yield outcome(after.round_result, you, names)


def has_been_played(view: View, card: Card | None) -> bool:
    tricks = view.tricks if view.trick is None else (*view.tricks, view.trick)
    return any(card in trick.cards for trick in tricks)


def _auction_won(after: View, names: Names, deck: Deck, you: Seat | None) -> Phrase:
    assert after.bidder is not None and after.rank is not None
    rank, target = deck.rank_name(after.rank), after.target
    if after.bidder == you:
        return _("You win the auction with %(rank)s, target %(target)s.", rank=rank, target=target)
    return _(
        "%(who)s wins the auction with %(rank)s, target %(target)s.",
        who=names[after.bidder],
        rank=rank,
        target=target,
    )


def _partner_shown(after: View, names: Names, you: Seat | None) -> Phrase:
    assert after.bidder is not None and after.partner is not None
    return partner_words(after.bidder, after.partner, you, names)


def _taken(after: View, names: Names, you: Seat | None) -> Phrase:
    trick = after.tricks[-1]
    assert trick.taker is not None
    if trick.taker == you:
        return ngettext(
            "You take the trick: %(n)s point.", "You take the trick: %(n)s points.", trick.points
        )
    return ngettext(
        "%(who)s takes the trick: %(n)s point.",
        "%(who)s takes the trick: %(n)s points.",
        trick.points,
        who=names[trick.taker],
    )
