"""What the template draws of Briscalone: plain values, made by `table` of one viewer's view."""

from __future__ import annotations

from dataclasses import dataclass

from ...faces import Face
from ...game import Seat
from ...table import Button
from ...words import Phrase
from .deck import SuitLook


@dataclass(frozen=True, slots=True)
class SeatScene:
    seat: Seat
    name: str
    place: str
    role: Phrase | None
    is_on_turn: bool
    saying: Phrase | None  # the last one, while there is an auction
    has_passed: bool
    tricks: int
    points: int
    counts: bool  # are there tricks to count?

    @property
    def initial(self) -> str:
        return self.name[:1].upper()


@dataclass(frozen=True, slots=True)
class Fact:
    label: Phrase
    value: Phrase
    look: SuitLook | None = None


@dataclass(frozen=True, slots=True)
class Stand:
    """The bid that stands in the auction, and what would top it."""

    bid: Phrase
    by: Phrase
    help: Phrase


@dataclass(frozen=True, slots=True)
class Slot:
    """One seat's place in the trick."""

    place: str
    who: Phrase
    face: Face | None
    led: Phrase | None
    fate: Phrase | None  # whether it wins the trick
    wins: bool
    is_newest: bool
    is_mine_now: bool


@dataclass(frozen=True, slots=True)
class TrickScene:
    slots: tuple[Slot, ...]  # in the order played; those to come last
    heading: Phrase
    note: Phrase


@dataclass(frozen=True, slots=True)
class HandCard:
    face: Face
    can: bool
    points: int | None  # only if the viewer wants to see what cards are worth


@dataclass(frozen=True, slots=True)
class Rung:
    """A rank on the ladder of bids. Without an action it cannot be bid now."""

    rank: str
    action: str
    label: Phrase
    is_open: bool  # could still be bid by somebody


@dataclass(frozen=True, slots=True)
class Ladder:
    rungs: tuple[Rung, ...]
    buttons: tuple[Button, ...]
    passing: str  # names this auction, for a page that passes by itself; empty if it cannot


@dataclass(frozen=True, slots=True)
class CallChoice:
    action: str
    look: SuitLook
    card: Phrase


@dataclass(frozen=True, slots=True)
class Row:
    """A player in the table of results."""

    name: Phrase
    role: Phrase | None
    points: int
    score: str
    total: str


@dataclass(frozen=True, slots=True)
class SideScene:
    who: Phrase
    points: int
    aim: Phrase
    won: bool


@dataclass(frozen=True, slots=True)
class RoundScene:
    """The result that stands on the table between two rounds."""

    heading: Phrase
    title: Phrase
    bid: Phrase
    called: Face
    partner: Phrase
    sides: tuple[SideScene, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One round of a finished game: what was played, and everybody's score."""

    number: int
    contract: Phrase
    scores: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    names: tuple[Phrase, ...]
    rows: tuple[SheetRow, ...]
    totals: tuple[str, ...]
    winners: tuple[bool, ...]

    @property
    def columns(self) -> tuple[tuple[str, bool], ...]:
        return tuple(zip(self.totals, self.winners, strict=True))


@dataclass(frozen=True, slots=True)
class Scene:
    phase: str
    seats: tuple[SeatScene, ...]  # the others; for a spectator, everyone
    me: SeatScene | None
    facts: tuple[Fact, ...]
    stand: Stand | None
    trick: TrickScene | None
    last_trick: TrickScene | None
    hand: tuple[HandCard, ...]
    whisper: Phrase | None
    ladder: Ladder | None
    calls: tuple[CallChoice, ...]
    buttons: tuple[Button, ...]
    waiting: Phrase | None
    round: RoundScene | None
    sheet: Sheet | None
    ending: Phrase | None
