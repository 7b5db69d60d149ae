"""UNO's table as a page shows it: all that there is to draw, of one viewer's view."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ...game import Seat
from ...table import TEAMS, YOU, ActionBar, Names, Plate, Taste, Team, action_bar, plate
from ...words import Phrase, _, ngettext
from ..actions import DRAW, UNO, Action, Catch
from ..apply import UNO_PENALTY
from ..cards import Row, hand_of
from ..meta import CALL
from ..scores import points_of
from ..view import View
from .faces import FACES, HUES, Face, Hue
from .hand import Hand, buttons, cost_of_being_wrong, hand
from .prompt import aside, demand, role, waiting
from .story import round_result

# Where the others sit, clockwise from the viewer's left, by how many they are.
PLACES = (
    (),
    ("n",),
    ("nw", "ne"),
    ("w", "n", "e"),
    ("w", "nw", "ne", "e"),
    ("w", "nw", "n", "ne", "e"),
)
BACKS = 12  # more are not drawn: the number tells


class Accusing(NamedTuple):
    """The button that catches a seat."""

    action: str
    label: Phrase
    cost: Phrase | None  # if it would be wrong


class SeatScene(NamedTuple):
    seat: Seat
    place: str
    plate: Plate
    cards: int
    accusing: Accusing | None  # if the viewer may accuse this seat now
    known: tuple[Face, ...]  # cards in this hand that the viewer has been shown

    @property
    def backs(self) -> int:
        return min(self.cards, BACKS)


class DrawPile(NamedTuple):
    """The pile that is drawn from."""

    cards: int
    drawing: Phrase | None  # what the button says, if the viewer may draw


class DiscardPile(NamedTuple):
    top: Face | None
    under: Face | None
    laid: int
    whole: tuple[tuple[Phrase, str], ...]  # all of it, which everybody has seen: colour and signs


class ColourNow(NamedTuple):
    hue: Hue
    direction: Phrase | None  # nothing between two


class DemandScene(NamedTuple):
    heading: Phrase
    aside: Phrase | None
    is_sum: bool  # which can be pressed for what it means


class OpenedHand(NamedTuple):
    """What the viewer has seen of somebody's hand."""

    label: Phrase
    faces: tuple[Face, ...]


class UnoCall(NamedTuple):
    """The place for the call."""

    word: Phrase
    may: bool
    aside: Phrase | None = None


class Count(NamedTuple):
    """A seat in the account of a round."""

    name: str | Phrase
    team: Team | None
    is_me: bool
    won: bool
    left: tuple[Face, ...]
    worth: int
    score: int


class Account(NamedTuple):
    """What a finished round brought to everyone."""

    heading: Phrase
    summary: Phrase
    column: Phrase  # what the last one counts
    counts: tuple[Count, ...]


class Scene(NamedTuple):
    seats: tuple[SeatScene, ...]  # the others, clockwise; for a spectator all but the first
    me: SeatScene | None
    near: SeatScene  # who sits at the bottom: the viewer, or for a spectator the first seat
    is_clockwise: bool | None  # nothing between two
    draw_pile: DrawPile
    discard_pile: DiscardPile
    colour: ColourNow
    demand: DemandScene
    opened_hands: tuple[OpenedHand, ...]
    uno_call: UnoCall | None
    hand: Hand | None
    bar: ActionBar
    account: Account | None


def scene(view: View, actions: Sequence[Action], names: Names, taste: Taste) -> Scene:
    you, bottom = taste.you(view.seat), view.seat or 0
    everyone = tuple(_seat(view, seat, actions, names, you) for seat in range(view.match.seats))
    shown = buttons(view, actions, taste)
    may_draw = any(button.action == str(DRAW) for button in shown)
    is_clockwise = None if view.match.seats == 2 else view.direction == 1
    has_none = may_draw and len(shown) == 1
    return Scene(
        seats=(*everyone[bottom + 1 :], *everyone[:bottom]),
        me=None if view.seat is None else everyone[bottom],
        near=everyone[bottom],
        is_clockwise=is_clockwise,
        draw_pile=DrawPile(view.pile, _drawing(view.pile) if may_draw else None),
        discard_pile=_discard_pile(view),
        colour=ColourNow(HUES[view.colour], _direction(is_clockwise)),
        demand=DemandScene(
            heading=demand(view, names, taste),
            aside=aside(view, names, you, has_none=has_none),
            is_sum=bool(view.pending),
        ),
        opened_hands=_opened_hands(view, everyone, names),
        uno_call=_uno_call(view, actions),
        hand=hand(view, actions, names, taste),
        bar=action_bar(shown, waiting(view, names), taste),
        account=_account(view, names, you),
    )


def _seat(
    view: View, seat: Seat, actions: Sequence[Action], names: Names, you: Seat | None
) -> SeatScene:
    seats, name = view.match.seats, names[seat]
    away = (seat - (view.seat or 0)) % seats
    may_accuse = you is not None and Catch(seat) in actions
    return SeatScene(
        seat=seat,
        place=PLACES[seats - 1][away - 1] if away else "s",
        plate=plate(
            name,
            role(view, seat, you),
            is_on_turn=seat == view.turn,
            is_you=seat == you,
            team=_team(view, seat),
            says=CALL if view.declared[seat] else None,
        ),
        cards=view.hand_sizes[seat],
        accusing=_accusing(view, seat, name) if may_accuse else None,
        known=() if seat == view.seat else tuple(FACES[card] for card in view.known[seat]),
    )


def _team(view: View, seat: Seat) -> Team | None:
    return TEAMS[seat % 2] if view.options.teams else None


def _accusing(view: View, seat: Seat, name: str) -> Accusing:
    cost = cost_of_being_wrong(UNO_PENALTY) if view.declared[seat] else None
    return Accusing(str(Catch(seat)), _("Catch %(who)s", who=name), cost)


def _drawing(n: int) -> Phrase:
    return ngettext("Draw from the pile, %(n)s card", "Draw from the pile, %(n)s cards", n)


def _discard_pile(view: View) -> DiscardPile:
    laid = view.discards
    return DiscardPile(
        top=FACES[laid[-1]] if laid else None,
        under=FACES[laid[-2]] if len(laid) > 1 else None,
        laid=len(laid),
        whole=_by_colour(laid),
    )


@lru_cache(1024)
def _by_colour(laid: Row) -> tuple[tuple[Phrase, str], ...]:
    """What is gone, as somebody counts who remembers: everyone at the table is shown the same."""
    faces = [FACES[card] for card in sorted(laid)]
    named = [*((hue.letter, hue.heading) for hue in HUES), ("w", _("Wilds"))]
    rows = ((name, [f.sign for f in faces if f.colour == letter]) for letter, name in named)
    return tuple((name, " ".join(signs)) for name, signs in rows if signs)


def _direction(is_clockwise: bool | None) -> Phrase | None:
    if is_clockwise is None:
        return None
    return _("clockwise") if is_clockwise else _("counter-clockwise")


def _opened_hands(
    view: View, everyone: tuple[SeatScene, ...], names: Names
) -> tuple[OpenedHand, ...]:
    """Those of a round that is over are in its account."""
    if view.stage in ("deal", "over"):
        return ()
    return tuple(_opened_hand(seat, names) for seat in everyone if seat.known)


def _opened_hand(shown: SeatScene, names: Names) -> OpenedHand:
    return OpenedHand(_("Seen in the hand of %(who)s", who=names[shown.seat]), shown.known)


def _uno_call(view: View, actions: Sequence[Action]) -> UnoCall | None:
    """U17"""
    if view.seat is None or not view.options.uno_check:
        return None
    if UNO in actions:
        return UnoCall(CALL, may=True)
    said = view.declared[view.seat]
    return UnoCall(CALL, may=False, aside=_("said") if said else _("at 2 cards"))


def _account(view: View, names: Names, you: Seat | None) -> Account | None:
    if view.stage not in ("deal", "over") or not view.match.rounds:
        return None
    n, target = len(view.match.rounds), view.options.target_score
    return Account(
        heading=_("Round %(n)s", n=n) if target else _("The round"),
        summary=round_result(view, names, you),
        column=_("Total, to %(n)s", n=target) if target else _("Points"),
        counts=tuple(_count(view, seat, names, you) for seat in range(view.match.seats)),
    )


def _count(view: View, seat: Seat, names: Names, you: Seat | None) -> Count:
    winner = view.match.rounds[-1].winner
    left: Row = view.known[seat]
    return Count(
        name=YOU if seat == you else names[seat],
        team=_team(view, seat),
        is_me=seat == view.seat,
        won=seat == winner,
        left=tuple(FACES[card] for card in left),
        worth=points_of(hand_of(left), view.options),
        score=view.match.scores[seat],
    )
