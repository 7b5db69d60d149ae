"""What is at a seat on every table: the plate, which stays as it is for the whole game, and the two
pieces on it that change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from .game import Seat
from .table import Part, Plate, Team
from .words import Phrase, _


class Seated(Protocol):
    """A seat in the scene of any game."""

    @property
    def seat(self) -> Seat: ...

    @property
    def place(self) -> str: ...

    @property
    def plate(self) -> Plate: ...


class Sitter(NamedTuple):
    """What a plate shows for as long as the game lasts."""

    key: Seat | str  # in the ids of all that is at this seat
    place: str
    name: str | Phrase
    initial: str | Phrase
    team: Team | None
    is_bot: bool

    @property
    def label(self) -> str | Phrase:
        """For those who listen."""
        if self.team is None:
            return self.name
        return _("%(who)s, %(team)s", who=self.name, team=self.team.name)


class Doing(NamedTuple):
    """What somebody is just now."""

    key: Seat | str
    role: Phrase | None
    says: Phrase | None
    is_on_turn: bool
    is_bot: bool


class Held(NamedTuple):
    """How many cards somebody has in hand."""

    key: Seat | str
    n: int


OWN = "you"  # the key of the viewer's own plate


def sitter(shown: Seated, key: Seat | str) -> Sitter:
    plate = shown.plate
    return Sitter(key, shown.place, plate.name, plate.initial, plate.team, plate.is_bot)


def doing(shown: Seated, key: Seat | str) -> Part:
    """The piece on a plate that says it: the turn goes round, and the plates stay."""
    plate = shown.plate
    now = Doing(key, plate.role, plate.says, plate.is_on_turn, plate.is_bot)
    return Part(doing_id(key), "games/doing.html", now)


def doing_id(key: Seat | str) -> str:
    return f"doing-{key}"


def held(key: Seat | str, cards: int) -> Part:
    """The piece on a plate that counts the hand, in games where that is all there is to tell."""
    return Part(f"held-{key}", "games/held.html", Held(key, cards))


class Places(NamedTuple):
    """Who sits where: all that most layouts depend on."""

    seats: tuple[Sitter, ...]  # in the order of the page
    own: Sitter | None  # the viewer; a spectator is none of them


def places(seats: Sequence[Seated], me: Seated | None) -> Places:
    others = tuple(sitter(shown, shown.seat) for shown in seats)
    return Places(others, None if me is None else sitter(me, OWN))
