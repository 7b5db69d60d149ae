"""Bruno's table as a page shows it: the scene that the template draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from ...cards import RANKS, Card, Rank, one_of_rank, rank_name, rank_of
from ...faces import FACES, Face
from ...game import Seat
from ...table import TEAMS, Button, Names, Taste, Team
from ...words import Phrase, _, ngettext
from ..actions import Action, Collect, Flip, Pass, Play
from ..meta import SEATS
from ..refusals import why_not
from ..state import FUNCTION_RANKS, NINE
from ..view import View
from .story import demand_words, tell

__all__ = ["prompt", "scene", "tell"]

FANNED = 4
PHONE_WIDTH = 22  # how many narrow strips of cards fit side by side


@dataclass(frozen=True, slots=True)
class SeatScene:
    seat: Seat
    name: str
    place: str
    team: Team
    role: Phrase | None
    is_on_turn: bool
    hand: int
    up: tuple[Face | None, ...]
    down: tuple[bool, ...]

    @property
    def rows(self) -> tuple[tuple[Face | None, bool], ...]:
        return tuple(zip(self.up, self.down, strict=True))

    @property
    def cards(self) -> int:
        return self.hand + sum(self.down) + sum(face is not None for face in self.up)


@dataclass(frozen=True, slots=True)
class Group:
    """Cards pressed as one: all of a rank, or one that lies face down."""

    key: str
    label: Phrase
    faces: tuple[Face, ...] = ()
    state: str = ""  # can, cannot, or nothing while others play
    note: Phrase | None = None
    why: Phrase | None = None
    is_gone: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    team: Team
    seats: tuple[SeatScene, ...]
    won: bool


@dataclass(frozen=True, slots=True)
class Scene:
    seats: tuple[SeatScene, ...]  # the others; for a spectator, everyone
    me: SeatScene | None
    demand: Phrase
    aside: Phrase
    fan: tuple[Face, ...]
    under: int
    pile: int
    laid: Phrase | None
    removed: tuple[Face, ...]
    zone: str  # hand, up or down: where the viewer's next card comes from
    groups: tuple[Group, ...]
    buttons: tuple[Button, ...]
    waiting: Phrase | None
    ending: Phrase | None
    sides: tuple[Side, ...]

    @property
    def is_crowded(self) -> bool:
        cards = sum(len(group.faces) for group in self.groups)
        return 2 * len(self.groups) + cards > PHONE_WIDTH


def scene(view: View, actions: Sequence[Action], names: Names, taste: Taste) -> Scene:
    everyone = tuple(_seat(view, seat, names) for seat in range(SEATS))
    me = None if view.seat is None else everyone[view.seat]
    zone = _zone(view)
    return Scene(
        seats=tuple(shown for shown in everyone if shown is not me),
        me=me,
        demand=demand_words(view.demand),
        aside=_aside(view, actions, names),
        fan=tuple(FACES[card] for card in view.pile[-FANNED:]),
        under=max(0, len(view.pile) - FANNED),
        pile=len(view.pile),
        laid=_laid(view, names),
        removed=tuple(FACES[card] for card in view.removed),
        zone=zone,
        groups=_groups(view, zone, actions),
        buttons=tuple(_button(view, action) for action in actions),
        waiting=_waiting(view, actions, names),
        ending=_ending(view),
        sides=_sides(view, everyone),
    )


def prompt(view: View, names: Names) -> Phrase:
    if (ending := _ending(view)) is not None:
        return ending
    if view.to_act == (view.seat,):
        return _("Your turn: %(demand)s.", demand=demand_words(view.demand, inside=True))
    return _("%(who)s is to play.", who=names[view.turn])


def _seat(view: View, seat: Seat, names: Names) -> SeatScene:
    shown = view.seats[seat]
    bottom = view.seat or 0
    return SeatScene(
        seat=seat,
        name=names[seat],
        place="senw"[(seat - bottom) % SEATS],
        team=TEAMS[seat % 2],
        role=_role(view, seat),
        is_on_turn=view.to_act == (seat,),
        hand=shown.hand,
        up=tuple(None if card is None else FACES[card] for card in shown.up),
        down=shown.down,
    )


def _role(view: View, seat: Seat) -> Phrase | None:
    if view.to_act == (seat,):
        return _("Your turn") if seat == view.seat else _("to play")
    if view.seat is not None and (seat - view.seat) % SEATS == 2:
        return _("Partner")
    if view.top is not None and view.top.seat == seat:
        return _("played")
    return _("next") if seat == (view.turn + 1) % SEATS else None


def _zone(view: View) -> str:
    if view.seat is None or view.hand:
        return "hand"
    own = view.seats[view.seat]
    if any(card is not None for card in own.up):
        return "up"
    return "down" if any(own.down) else "hand"


def _aside(view: View, actions: Sequence[Action], names: Names) -> Phrase:
    if not actions:
        return _("%(who)s is to play", who=names[view.turn])
    if isinstance(actions[0], Collect) and len(actions) == 1:
        return _("you have no answer: collect the pile")
    if isinstance(actions[0], Pass):
        return _("you cannot play and there is nothing to collect")
    if isinstance(actions[0], Flip):
        return _("turn one of your face-down cards")
    if view.demand is None:
        return _("play whatever you like")
    if view.demand == NINE:
        return _("4 to 8, or any 2, 3, 9, 10")
    return _("or any 2, 3, 9, 10")


def _laid(view: View, names: Names) -> Phrase | None:
    if view.top is None or not view.pile:
        return None
    cards = " ".join(RANKS[rank_of(card)] for card in view.top.cards)
    if view.top.seat == view.seat:
        return _("%(cards)s by you", cards=cards)
    return _("%(cards)s by %(who)s", cards=cards, who=names[view.top.seat])


def _groups(view: View, zone: str, actions: Sequence[Action]) -> tuple[Group, ...]:
    if view.seat is None:
        return ()
    if zone == "down":
        return tuple(_face_down(view, position, actions) for position in range(3))
    cards = view.hand or tuple(card for card in view.seats[view.seat].up if card is not None)
    ordered = sorted(cards, key=lambda card: (rank_of(card) in FUNCTION_RANKS, card))
    ranks = groupby(ordered, key=rank_of)
    return tuple(_rank(view, rank, tuple(held), actions) for rank, held in ranks)


def _rank(view: View, rank: Rank, cards: tuple[Card, ...], actions: Sequence[Action]) -> Group:
    can = any(isinstance(action, Play) and action.rank == rank for action in actions)
    reason = None if can or not actions else why_not(view, rank)
    state = "can" if can else "cannot" if actions else ""
    return Group(
        key=RANKS[rank],
        label=rank_name(rank, len(cards)),
        faces=tuple(FACES[card] for card in cards),
        state=state,
        note=_effect(rank) if can else reason and reason.caption,
        why=reason and reason.sentence,
    )


def _effect(rank: Rank) -> Phrase | None:
    """What a function card does, in a word under it."""
    words = (_("hold"), _("skip"), _("below 9"), _("redeal"))
    return words[FUNCTION_RANKS.index(rank)] if rank in FUNCTION_RANKS else None


_PLACES = (_("left"), _("middle"), _("right"))


def _face_down(view: View, position: int, actions: Sequence[Action]) -> Group:
    assert view.seat is not None
    return Group(
        key=f"down-{position}",
        label=_("Face-down card, %(place)s", place=_PLACES[position]),
        state="can" if actions else "",
        note=_("turn") if actions else None,
        is_gone=not view.seats[view.seat].down[position],
    )


def _button(view: View, action: Action) -> Button:
    text = str(action)
    match action:
        case Play(rank=rank, cards=cards):
            n = len(cards)
            return Button(text, _play_label(rank, n), RANKS[rank], n)
        case Flip(position=position):
            label = _("Turn the %(place)s card", place=_PLACES[position])
            return Button(text, label, f"down-{position}")
        case Collect():
            n = len(view.pile)
            return Button(text, ngettext("Collect %(n)s card", "Collect %(n)s cards", n))
    return Button(text, _("Pass"))


def _play_label(rank: Rank, n: int) -> Phrase:
    if n == 1:
        return _("Play %(card)s", card=one_of_rank(rank))
    return _("Play %(n)s %(cards)s", n=n, cards=rank_name(rank, n))


def _waiting(view: View, actions: Sequence[Action], names: Names) -> Phrase | None:
    if actions or not view.to_act:
        return None
    if view.seat is None:
        return _("You are watching. %(who)s is to play.", who=names[view.turn])
    return _("Waiting for %(who)s", who=names[view.turn])


def _ending(view: View) -> Phrase | None:
    if view.result is None:
        return None
    if view.winner is None:
        return _("A draw: 2,000 moves and nobody is out")  # B26
    return _("%(team)s wins", team=TEAMS[view.winner % 2].name)


def _sides(view: View, everyone: tuple[SeatScene, ...]) -> tuple[Side, ...]:
    if view.result is None:
        return ()
    won = view.result.winners
    return tuple(
        Side(team, everyone[index::2], won=index in won) for index, team in enumerate(TEAMS)
    )
