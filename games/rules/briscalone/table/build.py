"""Briscalone's table as a page shows it: the scene that the template draws."""

from __future__ import annotations

from collections.abc import Sequence

from ...game import Seat
from ...table import Button, Names, Taste
from ...words import Phrase, _
from ..actions import Action, Call, Pass, Play
from ..cards import POINTS, Card, card_of, rank_name
from ..meta import SEATS
from ..view import View
from .auction import ladder, saying_of, saying_words, stand
from .deck import Deck, deck_of
from .prompt import prompt, turn_word, waiting
from .scene import CallChoice, Fact, HandCard, Scene, SeatScene
from .sentences import ending, partner_words, people
from .sheet import round_scene, sheet, signed
from .story import has_been_played, tell
from .trick import PLACES, last_trick, trick_on_the_table

__all__ = ["prompt", "scene", "tell"]


def scene(view: View, actions: Sequence[Action], names: Names, taste: Taste) -> Scene:
    deck = deck_of(taste)
    everyone = tuple(_seat(view, seat, names) for seat in range(SEATS))
    me = None if view.seat is None else everyone[view.seat]
    return Scene(
        phase=view.phase,
        seats=tuple(shown for shown in everyone if shown is not me),
        me=me,
        facts=_facts(view, names, deck),
        stand=stand(view, names),
        trick=trick_on_the_table(view, names, deck),
        last_trick=last_trick(view, names, deck),
        hand=_hand(view, actions, deck, taste),
        whisper=_whisper(view, names),
        ladder=ladder(view, actions),
        calls=_calls(view, actions, deck),
        buttons=_plays(actions, deck),
        waiting=waiting(view, actions, names),
        round=round_scene(view, names, deck),
        sheet=sheet(view, names, deck),
        ending=ending(view.result, view.seat, names) if view.result else None,
    )


def _seat(view: View, seat: Seat, names: Names) -> SeatScene:
    in_auction = view.phase == "auction"
    saying = saying_of(view, seat) if in_auction else None
    return SeatScene(
        seat=seat,
        name=names[seat],
        place=PLACES[(seat - (view.seat or 0)) % SEATS],
        role=_role(view, seat),
        is_on_turn=view.to_act == (seat,),
        saying=saying_words(saying),
        has_passed=isinstance(saying, Pass),
        tricks=sum(trick.taker == seat for trick in view.tricks),
        points=view.points[seat],
        counts=not in_auction,
    )


def _role(view: View, seat: Seat) -> Phrase | None:
    turn, part = turn_word(view, seat), _part(view, seat)
    # What the viewer is in this round stands in the facts and in the whisper beside the plate.
    if turn is None or part is None or seat == view.seat or view.phase == "auction":
        return turn or part
    return _("%(turn)s, %(part)s", turn=turn, part=part)


def _part(view: View, seat: Seat) -> Phrase | None:
    """R13: the partner is named at their seat once everybody may know."""
    if view.phase == "auction":
        return _("score %(total)s", total=signed(view.totals[seat]))
    if seat == view.bidder:
        return _("bidder")
    is_out = has_been_played(view, view.called)
    return _("partner") if is_out and seat == view.partner else None


def _facts(view: View, names: Names, deck: Deck) -> tuple[Fact, ...]:
    target = Fact(_("Target"), _("%(target)s of 120", target=view.target))
    if view.phase == "auction":
        leads = Fact(_("Leads first"), _who(view, view.opener, names))
        return (_round(view), target, leads, *_own_score(view))
    if view.bidder is None or view.rank is None:
        return (_round(view),)
    bidder = Fact(_("Bidder"), _who(view, view.bidder, names))
    if view.monkey_suit is None or view.called is None:
        return (_round(view), Fact(_("Bid"), rank_name(view.rank)), bidder, target)
    look = deck.suits[view.monkey_suit]
    called = Fact(_("Called card"), deck.name_of(view.called))
    return (Fact(_("Monkey suit"), look.name, look), called, bidder, target)


def _own_score(view: View) -> tuple[Fact, ...]:
    if view.seat is None:
        return ()
    return (Fact(_("Your score"), Phrase(signed(view.totals[view.seat]))),)


def _round(view: View) -> Fact:
    return Fact(_("Round"), _("%(n)s of %(rounds)s", n=view.round + 1, rounds=view.rounds))


def _who(view: View, seat: Seat, names: Names) -> Phrase:
    return people((seat,), view.seat, names)


def _hand(view: View, actions: Sequence[Action], deck: Deck, taste: Taste) -> tuple[HandCard, ...]:
    can = any(isinstance(action, Play) for action in actions)
    return tuple(
        HandCard(deck.faces[card], can, POINTS[card] if taste.shows_points else None)
        for card in view.hand
    )


def _whisper(view: View, names: Names) -> Phrase | None:
    """Private knowledge. The slot is there for everyone, so that it tells nothing by itself."""
    if view.phase == "auction" or view.bidder is None:
        return None
    if view.called is None:
        return _("Nobody knows the partner yet.")
    if view.partner is None:
        if view.alone is False:
            return _("Your partner holds the called card. You do not know who it is.")
        return _("The partner is not known yet.")
    who = partner_words(view.bidder, view.partner, view.seat, names)
    if has_been_played(view, view.called):
        return who
    return _("Only you know: you hold the called card. %(partner)s", partner=who)


def _calls(view: View, actions: Sequence[Action], deck: Deck) -> tuple[CallChoice, ...]:
    return tuple(
        CallChoice(str(action), deck.suits[action.suit], deck.name_of(_named(view, action)))
        for action in actions
        if isinstance(action, Call)
    )


def _named(view: View, call: Call) -> Card:
    assert view.rank is not None
    return card_of(view.rank, call.suit)


def _plays(actions: Sequence[Action], deck: Deck) -> tuple[Button, ...]:
    return tuple(
        Button(
            str(action),
            _("Play the %(card)s", card=deck.name_of(action.card)),
            group=deck.faces[action.card].text,
        )
        for action in actions
        if isinstance(action, Play)
    )
