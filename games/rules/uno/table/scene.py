"""UNO's table as a page shows it: the scene that the template draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...game import Seat
from ...table import TEAMS, Button, Names, Taste, Team
from ...words import Phrase, _, ngettext
from ..actions import DRAW, UNO, Action, Catch
from ..apply import UNO_PENALTY
from ..cards import Row, hand_of
from ..meta import CALL
from ..scores import points_of
from ..view import View
from .faces import FACES, HUES, Face, Hue
from .hand import Held, buttons, cards_held, cost_of_being_wrong, layout
from .prompt import aside, demand, ending, prompt
from .story import round_result, tell

__all__ = ["prompt", "scene", "tell"]

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


@dataclass(frozen=True, slots=True)
class SeatScene:
    seat: Seat
    name: str
    place: str
    team: Team | None
    role: Phrase | None
    is_on_turn: bool
    cards: int
    said: Phrase | None  # the call, if it stands
    catch: str  # the action, if the viewer may accuse this seat now
    cost: Phrase | None  # of that, if this seat has said it
    known: tuple[Face, ...]  # cards in this hand that the viewer has been shown

    @property
    def backs(self) -> range:
        return range(min(self.cards, BACKS))


@dataclass(frozen=True, slots=True)
class Call:
    """The place for the call."""

    word: Phrase
    may: bool
    aside: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """A seat in the account of a round."""

    name: str
    team: Team | None
    is_me: bool
    won: bool
    left: tuple[Face, ...]
    worth: int
    score: int


@dataclass(frozen=True, slots=True)
class Account:
    """What a finished round brought to everyone."""

    heading: Phrase
    summary: Phrase
    target: int
    counts: tuple[Count, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    seats: tuple[SeatScene, ...]  # the others, clockwise; for a spectator all but the first
    me: SeatScene | None
    near: SeatScene  # who sits at the bottom: the viewer, or for a spectator the first seat
    is_clockwise: bool | None  # nothing between two
    hue: Hue
    top: Face | None
    under: Face | None
    laid: int
    pile: int
    may_draw: bool
    demand: Phrase
    aside: Phrase | None
    opened: tuple[SeatScene, ...]  # hands of others that the viewer has seen something of
    call: Call | None
    layout: str
    held: tuple[Held, ...]
    buttons: tuple[Button, ...]
    waiting: Phrase | None
    ending: Phrase | None
    account: Account | None


def scene(view: View, actions: Sequence[Action], names: Names, taste: Taste) -> Scene:
    bottom = view.seat or 0
    everyone = [_seat(view, seat, actions, names) for seat in range(view.match.seats)]
    held, shown = cards_held(view, actions, taste), buttons(view, actions, taste)
    may_draw = any(button.action == str(DRAW) for button in shown)
    laid = view.discards
    return Scene(
        seats=(*everyone[bottom + 1 :], *everyone[:bottom]),
        me=None if view.seat is None else everyone[bottom],
        near=everyone[bottom],
        is_clockwise=None if view.match.seats == 2 else view.direction == 1,
        hue=HUES[view.colour],
        top=FACES[laid[-1]] if laid else None,
        under=FACES[laid[-2]] if len(laid) > 1 else None,
        laid=len(laid),
        pile=view.pile,
        may_draw=may_draw,
        demand=demand(view, names),
        aside=aside(view, names, has_none=may_draw and len(shown) == 1),
        opened=tuple(seat for seat in everyone if seat.known),
        call=_call(view, actions),
        layout=layout(held),
        held=held,
        buttons=shown,
        waiting=_waiting(view, names),
        ending=ending(view, names),
        account=_account(view, names),
    )


def _seat(view: View, seat: Seat, actions: Sequence[Action], names: Names) -> SeatScene:
    seats, bottom = view.match.seats, view.seat or 0
    away = (seat - bottom) % seats
    is_mine = seat == view.seat
    return SeatScene(
        seat=seat,
        name=names[seat],
        place=PLACES[seats - 1][away - 1] if away else "s",
        team=TEAMS[seat % 2] if view.options.teams else None,
        role=_role(view, seat),
        is_on_turn=seat == view.turn,
        cards=view.hand_sizes[seat],
        said=CALL if view.declared[seat] else None,
        catch=next((str(each) for each in actions if each == Catch(seat)), ""),
        cost=cost_of_being_wrong(UNO_PENALTY) if view.declared[seat] else None,
        known=() if is_mine else tuple(FACES[card] for card in view.known[seat]),
    )


def _role(view: View, seat: Seat) -> Phrase | None:
    """What this seat is now, and its points if a target is played for."""
    part, points = _part(view, seat), view.match.scores[seat]
    if not view.options.target_score:
        return part
    if part is None:
        return ngettext("%(n)s point", "%(n)s points", points)
    return _("%(part)s · %(points)s", part=part, points=points)


def _part(view: View, seat: Seat) -> Phrase | None:
    if seat == view.turn:
        return _("Your turn") if seat == view.seat else _("to play")
    if view.options.teams and view.seat is not None and (seat - view.seat) % 4 == 2:
        return _("Partner")
    is_next = seat == (view.turn + view.direction) % view.match.seats
    return _("next") if is_next and view.stage == "play" else None


def _call(view: View, actions: Sequence[Action]) -> Call | None:
    """U17"""
    if view.seat is None or not view.options.uno_check:
        return None
    if UNO in actions:
        return Call(CALL, may=True)
    said = view.declared[view.seat]
    return Call(CALL, may=False, aside=_("said") if said else _("at 2 cards"))


def _waiting(view: View, names: Names) -> Phrase | None:
    if view.turn == view.seat and view.stage == "play":
        return None
    if view.stage != "play":
        return _("The dealer shuffles")
    if view.seat is None:
        return _("You are watching. %(who)s is to play.", who=names[view.turn])
    return _("Waiting for %(who)s", who=names[view.turn])


def _account(view: View, names: Names) -> Account | None:
    if view.stage not in ("deal", "over") or not view.match.rounds:
        return None
    n, target = len(view.match.rounds), view.options.target_score
    return Account(
        heading=_("Round %(n)s", n=n) if target else _("The round"),
        summary=round_result(view, names),
        target=target,
        counts=tuple(_count(view, seat, names) for seat in range(view.match.seats)),
    )


def _count(view: View, seat: Seat, names: Names) -> Count:
    winner = view.match.rounds[-1].winner
    left: Row = view.known[seat]
    return Count(
        name=names[seat],
        team=TEAMS[seat % 2] if view.options.teams else None,
        is_me=seat == view.seat,
        won=seat == winner,
        left=tuple(FACES[card] for card in left),
        worth=points_of(hand_of(left), view.options),
        score=view.match.scores[seat],
    )
