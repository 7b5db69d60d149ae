"""Bruno's table as a page shows it: all that there is to draw, of one viewer's view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...faces import Face, faces_of
from ...game import Seat
from ...table import TEAMS, ActionBar, Names, Plate, Taste, Team, action_bar, plate
from ...words import Phrase, _, ngettext
from ..actions import Action
from ..cards import NINE
from ..meta import SEATS
from ..view import View
from .hand import Hand, button, hand
from .prompt import aside, demand_words, role, verdict, waiting
from .story import ranks

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


class DemandScene(NamedTuple):
    word: str  # what pressing it explains
    heading: Phrase
    aside: Phrase | None


class Pile(NamedTuple):
    label: Phrase
    fan: tuple[Face, ...]  # the top of it, newest last


class PileNote(NamedTuple):
    laid: Phrase | None  # what lies on top, and by whom
    size: Phrase
    all: str  # the ranks of the whole pile, which everybody has seen; the oldest first


class OwnTableCards(NamedTuple):
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
    demand: DemandScene
    pile: Pile
    pile_note: PileNote
    removed: tuple[Face, ...]
    own_table_cards: OwnTableCards | None
    hand: Hand | None
    bar: ActionBar
    sides: tuple[Side, ...]


def scene(view: View, actions: Sequence[Action], names: Names, taste: Taste) -> Scene:
    you = taste.you(view.seat)
    faces = faces_of(taste)
    everyone = tuple(_seat(view, seat, names, you, faces) for seat in range(SEATS))
    me = None if view.seat is None else everyone[view.seat]
    held = hand(view, actions, names, taste)
    buttons = tuple(button(view, action) for action in actions)
    return Scene(
        seats=tuple(shown for shown in everyone if shown is not me),
        me=me,
        demand=_demand(view, actions, names, you),
        pile=_pile(view, faces),
        pile_note=PileNote(_laid(view, names, you), _size(len(view.pile)), ranks(view.pile)),
        removed=tuple(faces[card] for card in view.removed),
        own_table_cards=_own_table_cards(me, held, you),
        hand=held,
        bar=action_bar(buttons, waiting(view, actions, names), taste),
        sides=_sides(view, everyone),
    )


def _demand(view: View, actions: Sequence[Action], names: Names, you: Seat | None) -> DemandScene:
    if view.result is not None:
        return DemandScene("", verdict(view, names, you), None)
    word = {None: "free-lead", NINE: "below-9"}.get(view.demand, "at-least")
    return DemandScene(word, demand_words(view.demand), aside(view, actions, names, you))


def _seat(
    view: View, seat: Seat, names: Names, you: Seat | None, faces: Sequence[Face]
) -> SeatScene:
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
        up=tuple(None if card is None else faces[card] for card in shown.up),
        down=shown.down,
    )


def _pile(view: View, faces: Sequence[Face]) -> Pile:
    label = _("Top of the pile, newest last") if view.pile else _("The pile is empty")
    return Pile(label, tuple(faces[card] for card in view.pile[-FANNED:]))


def _size(n: int) -> Phrase:
    if not n:
        return _("no cards")
    if n > FANNED:
        return _("%(n)s cards, %(under)s under these", n=n, under=n - FANNED)
    return ngettext("%(n)s card", "%(n)s cards", n)


def _laid(view: View, names: Names, you: Seat | None) -> Phrase | None:
    if view.top is None or not view.pile:
        return None
    cards = ranks(view.top.cards)
    if view.top.seat == you:
        return _("%(cards)s by you", cards=cards)
    return _("%(cards)s by %(who)s", cards=cards, who=names[view.top.seat])


def _own_table_cards(
    me: SeatScene | None, held: Hand | None, you: Seat | None
) -> OwnTableCards | None:
    if me is None or held is None or held.zone == "down":
        return None
    if not any(face or lies for face, lies in me.rows):
        return None
    if held.zone == "up":
        return OwnTableCards(_("then these, unseen"), me.rows, is_unseen=True)
    is_yours = you is not None
    note = _("for when your hand is empty") if is_yours else _("for when the hand is empty")
    return OwnTableCards(note, me.rows, is_unseen=False)


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
