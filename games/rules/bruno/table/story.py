"""Bruno's moves in words, as one viewer may read them."""

from __future__ import annotations

from typing import Final

from ...cards import RANKS, Card, one_of_rank, rank_of
from ...game import DEALER, Seat
from ...table import Line, Mark, Names, Taste
from ...words import Phrase, _, ngettext
from ..cards import NINE, TEN, THREE, TWO
from ..meta import SEATS
from ..view import View

COLLECT: Final = Mark(_("Collect"))
TENS: Final = Mark(_("Ten"))
LAST: Final = Mark(_("Last card"))


def tell(before: View, seat: Seat, text: str, after: View, names: Names, taste: Taste) -> Line:
    word = text.split(" ", 1)[0]
    you = taste.you(after.seat)
    if seat == DEALER:
        return _dealt(word, after, names, you)
    if word == "play":
        return _played(before, seat, after, names, you)
    if word == "flip":
        return _flipped(before, seat, after, names, you)
    who = None if seat == you else names[seat]
    if word == "collect":
        return Line(_collected(who, before.pile), COLLECT)
    return Line(_("You pass.") if who is None else _("%(who)s passes.", who=who))


def _dealt(word: str, after: View, names: Names, you: Seat | None) -> Line:
    if word == "redeal":
        return Line(_("All hands are dealt anew."), TENS)
    if after.turn == you:
        return Line(_("The cards are dealt. You lead."))
    return Line(_("The cards are dealt. %(who)s leads.", who=names[after.turn]))


def ranks(cards: tuple[Card, ...]) -> str:
    return " ".join(RANKS[rank_of(card)] for card in cards)


def _laid_now(before: View, after: View) -> tuple[Card, ...]:
    """What lies on the pile, or is out of the game, and was not before."""
    return after.pile[len(before.pile) :] or after.removed[len(before.removed) :]


def _played(before: View, seat: Seat, after: View, names: Names, you: Seat | None) -> Line:
    cards, who = _laid_now(before, after), None if seat == you else names[seat]
    text = ranks(cards)
    if after.winner == seat:
        return Line(_out(who, text), LAST)
    effect = _effect(rank_of(cards[0]), seat, names, you)
    if effect is None:
        return Line(_plain(who, text, leads=before.demand is None))
    if who is None:
        return Line(_("You play %(cards)s: %(effect)s.", cards=text, effect=effect))
    return Line(_("%(who)s plays %(cards)s: %(effect)s.", who=who, cards=text, effect=effect))


def _plain(who: str | None, cards: str, *, leads: bool) -> Phrase:
    if who is None:
        return (
            _("You lead %(cards)s.", cards=cards)
            if leads
            else _("You play %(cards)s.", cards=cards)
        )
    if leads:
        return _("%(who)s leads %(cards)s.", who=who, cards=cards)
    return _("%(who)s plays %(cards)s.", who=who, cards=cards)


def _out(who: str | None, cards: str) -> Phrase:
    if who is None:
        return _("You play %(cards)s and are out of cards.", cards=cards)
    return _("%(who)s plays %(cards)s and is out of cards.", who=who, cards=cards)


def _effect(rank: int, seat: Seat, names: Names, you: Seat | None) -> Phrase | None:
    if rank == TWO:
        return _("the demand stays")
    if rank == NINE:
        return _("below 9")
    if rank == TEN:
        return _("out of the game for good")
    if rank != THREE:
        return None
    skipped = (seat + 1) % SEATS
    if skipped == you:
        return _("you are skipped")
    return _("%(who)s is skipped", who=names[skipped])


def _flipped(before: View, seat: Seat, after: View, names: Names, you: Seat | None) -> Line:
    if _laid_now(before, after):
        return _played(before, seat, after, names, you)
    known = set(after.seats[seat].known) - set(before.seats[seat].known) - set(before.pile)
    turned = one_of_rank(rank_of(min(known)))
    if seat == you:
        return Line(
            _("You turn %(card)s, which does not fit, and take the pile.", card=turned), COLLECT
        )
    return Line(
        _(
            "%(who)s turns %(card)s, which does not fit, and takes the pile.",
            who=names[seat],
            card=turned,
        ),
        COLLECT,
    )


def _collected(who: str | None, pile: tuple[Card, ...]) -> Phrase:
    n, cards = len(pile), ", ".join(RANKS[rank_of(card)] for card in sorted(pile))
    if who is None:
        return ngettext(
            "You collect %(n)s card: %(cards)s.",
            "You collect %(n)s cards: %(cards)s.",
            n,
            cards=cards,
        )
    return ngettext(
        "%(who)s collects %(n)s card: %(cards)s.",
        "%(who)s collects %(n)s cards: %(cards)s.",
        n,
        who=who,
        cards=cards,
    )
