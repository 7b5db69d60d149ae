"""The table of Lowest as a page shows it: all that there is to draw, of one viewer's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from ...faces import FACES, Face
from ...game import Seat
from ...table import YOU, ActionBar, Names, Plate, Taste, action_bar, plate
from ...words import Phrase, _, ngettext
from ..actions import Action
from ..view import View
from .hand import Hand, hand, plays
from .prompt import role, waiting

# From the viewer on, to the right, by how many play.
PLACES: Final[Mapping[int, Sequence[str]]] = {
    2: "sn",
    3: "sew",
    4: "senw",
    5: ("s", "e", "ne", "nw", "w"),
    6: ("s", "e", "ne", "n", "nw", "w"),
    7: ("s", "se", "e", "ne", "nw", "w", "sw"),
    8: ("s", "se", "e", "ne", "n", "nw", "w", "sw"),
    9: ("s", "se", "ese", "e", "ne", "nw", "w", "wsw", "sw"),
    10: ("s", "se", "ese", "e", "ne", "n", "nw", "w", "wsw", "sw"),
}


class SeatScene(NamedTuple):
    seat: Seat
    place: str
    plate: Plate
    cards: int
    taken: Phrase


class Lying(NamedTuple):
    face: Face
    label: Phrase  # who laid what
    who: str | Phrase


class Trick(NamedTuple):
    cards: tuple[Lying, ...]
    note: Phrase


class Standing(NamedTuple):
    said: Phrase
    won: bool


class Scene(NamedTuple):
    seats: tuple[SeatScene, ...]  # the others; for a spectator, everyone
    me: SeatScene | None
    trick: Trick
    hand: Hand | None
    bar: ActionBar
    standings: tuple[Standing, ...]


def scene(view: View, actions: Sequence[Action], names: Names, taste: Taste) -> Scene:
    you = taste.you(view.seat)
    everyone = tuple(_seat(view, seat, names, you) for seat in range(view.seats))
    me = None if view.seat is None else everyone[view.seat]
    return Scene(
        seats=tuple(shown for shown in everyone if shown is not me),
        me=me,
        trick=_trick(view, names, you),
        hand=hand(view, actions, names, you),
        bar=action_bar(plays(actions), waiting(view, names, taste), taste),
        standings=_standings(view, everyone),
    )


def _seat(view: View, seat: Seat, names: Names, you: Seat | None) -> SeatScene:
    return SeatScene(
        seat=seat,
        place=PLACES[view.seats][(seat - (view.seat or 0)) % view.seats],
        plate=plate(
            names[seat],
            role(view, seat, you),
            is_on_turn=view.to_act == (seat,),
            is_you=seat == you,
        ),
        cards=view.hand_sizes[seat],
        taken=ngettext("%(n)s trick", "%(n)s tricks", view.taken[seat]),
    )


def _trick(view: View, names: Names, you: Seat | None) -> Trick:
    lying = tuple(
        _lying(card=FACES[card], who=YOU if seat == you else names[seat])
        for seat, card in view.lying
    )
    aim = _("Most tricks win") if view.most_wins else _("Fewest tricks win")
    left = ngettext("%(n)s card in the stock", "%(n)s cards in the stock", view.stock)
    return Trick(lying, _("%(aim)s; %(left)s", aim=aim, left=left))


def _lying(card: Face, who: str | Phrase) -> Lying:
    return Lying(card, _("%(who)s: %(card)s", who=who, card=card.name), who)


def _standings(view: View, everyone: tuple[SeatScene, ...]) -> tuple[Standing, ...]:
    if view.result is None:
        return ()
    return tuple(
        Standing(
            _("%(who)s: %(taken)s", who=shown.plate.name, taken=shown.taken),
            won=shown.seat in view.result.winners,
        )
        for shown in everyone
    )
