"""Why something cannot be done now, in words; for the rules and for the page alike.

Everything here looks at a view: a refusal cannot tell its seat more than it may know.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ..cards import Card, Rank, card_name, one_of_rank, rank_of
from ..game import DEALER, IllegalAction, Refusal, Seat
from ..refusals import DEALING, NOT_YOUR_TURN, ONLY_THE_DEALER, OVER
from ..words import Phrase, _
from .actions import Action, Collect, Deal, Flip, Pass, Play, Redeal
from .cards import ANSWERS, CARDS_OF_RANK, FUNCTION_RANKS, NINE
from .meta import SEATS
from .state import State
from .view import SeatView, View, view

NO_DEAL_DUE: Final = Refusal(_("The dealer has nothing to do now."), "no_deal_due")
WRONG_DEAL: Final = Refusal(_("This is not what the dealer has to do now."), "wrong_deal")
WRONG_FIRST: Final = Refusal(_("Another seat has to lead this game."), "wrong_first")
WRONG_CARDS: Final = Refusal(
    _("These are not the cards that the dealer has to deal."), "wrong_cards"
)
HAND_FIRST: Final = Refusal(
    _("Your hand comes first: play from the table when it is empty."), "hand_first"
)
FACE_UP_FIRST: Final = Refusal(
    _("Your face-up cards come first: turn the others when they are gone."), "face_up_first"
)
TURN_ONE: Final = Refusal(_("Only your face-down cards are left: turn one of them."), "turn_one")
SLOT_EMPTY: Final = Refusal(_("There is no face-down card at that place any more."), "slot_empty")
ONE_AT_A_TIME: Final = Refusal(_("Of your face-up cards you play one at a time."), "one_at_a_time")
MUST_PLAY: Final = Refusal(
    _("You have a card that can be played, so you must play one."), "must_play"
)
MUST_COLLECT: Final = Refusal(
    _("You cannot pass while there is a pile: collect it."), "must_collect"
)
NOTHING_TO_COLLECT: Final = Refusal(
    _("There is nothing to collect: the pile is empty."), "nothing_to_collect"
)


class Reason(NamedTuple):
    """A refusal of one card, with two or three words to stand under it."""

    caption: Phrase
    sentence: Phrase
    code: str


def why_not(view: View, rank: Rank, n: int = 1) -> Reason | None:
    """Why the viewer cannot lay n cards of this rank on what lies there; None if they can.

    It does not ask whose turn it is, nor whether the viewer holds them. What answers a demand is
    looked up where `legal` does. B22 is counted in the view here and in the state there:
    tests/rules/test_bruno_refusals.py holds the two against each other over whole games.
    """
    if rank in FUNCTION_RANKS:
        return _last(rank) if _cards_left(view) == n else None
    if view.demand is None or ANSWERS[view.demand] & CARDS_OF_RANK[rank]:
        return None
    return _not_below_9() if view.demand == NINE else _too_low(view.demand)


def _last(rank: Rank) -> Reason:
    return Reason(
        _("last card"),
        _(
            "You cannot finish with %(card)s: the last card must be 4 to 8 or Jack to Ace.",
            card=one_of_rank(rank),
        ),
        "last_card",
    )


def _not_below_9() -> Reason:
    return Reason(
        _("too high"),
        _("That card is not below 9: play 4 to 8, or 2, 3, 9, 10."),
        "not_below_9",
    )


def _too_low(least: Rank) -> Reason:
    return Reason(
        _("too low"),
        _("That card is too low: at least %(card)s, or 2, 3, 9, 10.", card=one_of_rank(least)),
        "too_low",
    )


def refused(state: State, seat: Seat, action: Action) -> IllegalAction:
    """The dealer, like whoever has no seat, is told what a spectator may know."""
    viewer = seat if 0 <= seat < SEATS else None
    return IllegalAction(*refusal(view(state, viewer), action))


def refusal(view: View, action: Action) -> Refusal:
    """What to say to the viewer, whose action is not legal now."""
    if not view.to_act:
        return OVER
    if view.seat is None:
        return _no_dealing(view, action)
    if isinstance(action, Deal | Redeal):
        return ONLY_THE_DEALER
    if DEALER in view.to_act:
        return DEALING
    if view.seat not in view.to_act:
        return NOT_YOUR_TURN
    return _on_turn(view, action)


def _no_dealing(view: View, action: Action) -> Refusal:
    if DEALER not in view.to_act:
        return NO_DEAL_DUE
    if not isinstance(action, Deal if view.first is None else Redeal):
        return WRONG_DEAL
    if isinstance(action, Deal) and view.options.first_seat not in (None, action.first):
        return WRONG_FIRST
    return WRONG_CARDS


def _on_turn(view: View, action: Play | Flip | Collect | Pass) -> Refusal:
    match action:
        case Flip(position=position):
            return _no_flip(view, position)
        case _ if _must_turn(view):
            return TURN_ONE
        case Play():
            return _no_play(view, action)
        case Collect() if not view.pile:
            return NOTHING_TO_COLLECT
        case Pass() if not _can_play(view):
            return MUST_COLLECT
    return MUST_PLAY


def _no_flip(view: View, position: int) -> Refusal:
    if view.hand:
        return HAND_FIRST
    return FACE_UP_FIRST if _zone(view) else SLOT_EMPTY


def _no_play(view: View, play: Play) -> Refusal:
    zone = _zone(view)
    for card in play.cards:
        if card not in zone:
            return HAND_FIRST if card in _face_up(view) else _not_yours(card)
    reason = why_not(view, play.rank, len(play.cards))
    return ONE_AT_A_TIME if reason is None else Refusal(reason.sentence, reason.code)


def _not_yours(card: Card) -> Refusal:
    return Refusal(_("You do not have the %(card)s.", card=card_name(card)), "not_yours")


def _own(view: View) -> SeatView:
    assert view.seat is not None, "a spectator has no cards"
    return view.seats[view.seat]


def _face_up(view: View) -> tuple[Card, ...]:
    return tuple(card for card in _own(view).up if card is not None)


def _zone(view: View) -> tuple[Card, ...]:
    return view.hand or _face_up(view)  # B6


def _must_turn(view: View) -> bool:
    return not _zone(view) and any(_own(view).down)


def _cards_left(view: View) -> int:
    return len(view.hand) + len(_face_up(view)) + sum(_own(view).down)


def _can_play(view: View) -> bool:
    return any(why_not(view, rank_of(card)) is None for card in _zone(view))
