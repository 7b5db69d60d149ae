"""Bruno's table as a page shows it: all that there is to draw, of one viewer's view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...cards import RANKS, rank_of
from ...faces import FACES, Face
from ...game import Seat
from ...table import TEAMS, ActionBar, Names, Plate, Taste, Team, plate
from ...words import Phrase, _, ngettext
from ..actions import Action
from ..meta import SEATS
from ..view import View
from .hand import Hand, button, hand
from .prompt import aside, demand_words, ending, role, waiting

FANNED = 4


class SeatScene(NamedTuple):
    seat: Seat
    place: str
    plate: Plate
    hand: int
    up: tuple[Face | None, ...]
    down: tuple[bool, ...]

    @property
    def rows(self) -> tuple[tuple[Face | None, bool], ...]:
        return tuple(zip(self.up, self.down, strict=True))

    @property
    def cards(self) -> int:
        return self.hand + sum(self.down) + sum(face is not None for face in self.up)


class Demand(NamedTuple):
    heading: Phrase
    aside: Phrase


class Pile(NamedTuple):
    label: Phrase
    fan: tuple[Face, ...]  # the top of it, newest last


class Laid(NamedTuple):
    laid: Phrase | None  # what lies on top, and by whom
    size: Phrase


class Own(NamedTuple):
    """What lies before the viewer and is not played from yet."""

    note: Phrase
    rows: tuple[tuple[Face | None, bool], ...]
    is_unseen: bool  # only the cards face down are left


class Side(NamedTuple):
    team: Team
    won: bool
    left: tuple[Phrase, ...]  # who has how many cards left


class Scene(NamedTuple):
    seats: tuple[SeatScene, ...]  # the others; for a spectator, everyone
    me: SeatScene | None
    demand: Demand
    pile: Pile
    laid: Laid
    removed: tuple[Face, ...]
    own: Own | None
    hand: Hand | None
    bar: ActionBar
    ending: Phrase | None
    sides: tuple[Side, ...]


def scene(view: View, actions: Sequence[Action], names: Names, taste: Taste) -> Scene:
    you = view.seat if taste.is_addressed else None
    everyone = tuple(_seat(view, seat, names, you) for seat in range(SEATS))
    me = None if view.seat is None else everyone[view.seat]
    held = hand(view, actions, names, you)
    buttons = tuple(button(view, action) for action in actions)
    return Scene(
        seats=tuple(shown for shown in everyone if shown is not me),
        me=me,
        demand=Demand(demand_words(view.demand), aside(view, actions, names)),
        pile=_pile(view),
        laid=Laid(_laid(view, names, you), _size(len(view.pile))),
        removed=tuple(FACES[card] for card in view.removed),
        own=None if me is None or held is None else _own(me, held.zone),
        hand=held,
        bar=ActionBar(buttons, waiting(view, actions, names)),
        ending=ending(view),
        sides=_sides(view, everyone),
    )


def _seat(view: View, seat: Seat, names: Names, you: Seat | None) -> SeatScene:
    shown = view.seats[seat]
    return SeatScene(
        seat=seat,
        place="senw"[(seat - (view.seat or 0)) % SEATS],
        plate=plate(
            names[seat],
            role(view, seat, you),
            is_on_turn=view.to_act == (seat,),
            is_you=seat == you,
            team=TEAMS[seat % 2],
        ),
        hand=shown.hand,
        up=tuple(None if card is None else FACES[card] for card in shown.up),
        down=shown.down,
    )


def _pile(view: View) -> Pile:
    label = _("Top of the pile, newest last") if view.pile else _("The pile is empty")
    return Pile(label, tuple(FACES[card] for card in view.pile[-FANNED:]))


def _size(n: int) -> Phrase:
    if not n:
        return _("no cards")
    if n > FANNED:
        return _("%(n)s cards, %(under)s under these", n=n, under=n - FANNED)
    return ngettext("%(n)s card", "%(n)s cards", n)


def _laid(view: View, names: Names, you: Seat | None) -> Phrase | None:
    if view.top is None or not view.pile:
        return None
    cards = " ".join(RANKS[rank_of(card)] for card in view.top.cards)
    if view.top.seat == you:
        return _("%(cards)s by you", cards=cards)
    return _("%(cards)s by %(who)s", cards=cards, who=names[view.top.seat])


def _own(me: SeatScene, zone: str) -> Own | None:
    if zone == "hand":
        return Own(_("for when your hand is empty"), me.rows, is_unseen=False)
    return Own(_("then these, unseen"), me.rows, is_unseen=True) if zone == "up" else None


def _sides(view: View, everyone: tuple[SeatScene, ...]) -> tuple[Side, ...]:
    if view.result is None:
        return ()
    won = view.result.winners
    return tuple(
        Side(team, won=index in won, left=tuple(map(_left, everyone[index::2])))
        for index, team in enumerate(TEAMS)
    )


def _left(shown: SeatScene) -> Phrase:
    return ngettext(
        "%(who)s: %(n)s card left",
        "%(who)s: %(n)s cards left",
        shown.cards,
        who=shown.plate.name,
    )
