"""What a game is: the protocol that every folder beside this file satisfies."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeVar

from .words import Phrase, _

Seat = int
DEALER: Final[Seat] = -1

LONGEST_NAME: Final = 40
_USUAL_SIZE: Final = 4
# A table has places, and bots have names, for so many.
FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 10

ConfigValue = bool | int | None
Config = Mapping[str, ConfigValue]
Outcome = Literal["won", "lost", "drawn"]
Teams = tuple[tuple[Seat, ...], ...]


class Refusal(NamedTuple):
    """Why something cannot be done: a sentence for people, and a word for programs.

    The word never changes, whatever becomes of the sentence.
    """

    phrase: Phrase
    code: str


class Refused(ValueError):
    """Something that cannot be done, with a sentence for whoever tried.

    Where no code is given it is the name of the class: `bad_config`.
    """

    def __init__(self, phrase: Phrase, code: str = "") -> None:
        super().__init__(str(phrase))
        self.phrase = phrase
        self.code = code or re.sub(r"(?<!^)(?=[A-Z])", "_", type(self).__name__).lower()


class IllegalAction(Refused):
    """The text is no action, or the rules forbid it to this seat now."""


class BadConfig(Refused):
    """These options do not make a game."""


@dataclass(frozen=True, slots=True)
class Result:
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]

    def outcome(self, seat: Seat) -> Outcome:
        if not self.winners:
            return "drawn"
        return "won" if seat in self.winners else "lost"


@dataclass(frozen=True, slots=True)
class Option:
    """One choice made when a table is opened. A flag is on or off; a number has bounds.

    `help` says what a flag means when it is on, and `off` what it means when it is not. Of a
    number `help` says what is asked, and `means` what a value comes to. A seat is counted from 0
    like every seat; whoever shows it counts from 1.
    """

    name: str
    label: Phrase
    help: Phrase
    default: ConfigValue
    minimum: int | None = None
    maximum: int | None = None
    step: int = 1
    may_be_none: bool = False
    off: Phrase | None = None
    means: Callable[[Any], Phrase] | None = None
    is_seat: bool = False

    @property
    def choices(self) -> range:
        """Of a number that is bounded on both sides."""
        return range(self.minimum or 0, (self.maximum or 0) + 1)

    def meaning(self, value: ConfigValue) -> Phrase:
        """What is agreed on with this value, as a whole sentence."""
        if self.means is not None:
            return self.means(value)
        return self.help if value or self.off is None else self.off

    def check(self, value: object) -> ConfigValue:
        if value is self.default or (value is None and self.may_be_none):
            return value
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
            raise BadConfig(_("“%(option)s” is either on or off.", option=self.label))
        if isinstance(value, int) and not isinstance(value, bool) and self._allows(value):
            return value
        raise BadConfig(_("“%(option)s” is %(range)s.", option=self.label, range=self._range()))

    def _allows(self, value: int) -> bool:
        low_enough = self.maximum is None or value <= self.maximum
        high_enough = self.minimum is None or value >= self.minimum
        return low_enough and high_enough and value % self.step == 0

    def _range(self) -> Phrase:
        if self.maximum is not None:
            low = self.minimum or 0
            return _("a number from %(low)s to %(high)s", low=low, high=self.maximum)
        if self.step > 1:
            low = self.minimum or 0
            return _("a multiple of %(step)s, %(low)s or more", step=self.step, low=low)
        return _("a number, %(low)s or more", low=self.minimum or 0)


class Dialect(NamedTuple):
    """Another shape in which the options of a game are written down."""

    read: Callable[[Mapping[str, object]], Mapping[str, object]]
    write: Callable[[Config, Config], Mapping[str, object]]  # what differs, and all of it


@dataclass(frozen=True, slots=True)
class Meta:
    """What the site says about a kind of game before one is played."""

    kind: str
    title: Phrase
    blurb: Phrase
    version: int
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    presets: Mapping[str, Config]
    preset_titles: Mapping[str, Phrase]
    teams: Callable[[Config, int], Teams]
    dialect: Dialect | None = None
    is_clockwise: bool = False  # the next seat is at one's left; else at one's right
    # Of a state, the points so far, seat by seat; None where winning is all there is.
    points: Callable[[Any], tuple[int, ...]] | None = None
    # Of a state after the first deal, what is agreed on otherwise when it is played once more.
    rematch: Callable[[Any], Config] | None = None

    def __post_init__(self) -> None:
        if not self.seats or not FEWEST_SEATS <= min(self.seats) <= max(self.seats) <= MOST_SEATS:
            raise ValueError(
                f"{self.kind} is for {self.seats} players: a table here seats from {FEWEST_SEATS} "
                f"to {MOST_SEATS}."
            )

    @property
    def usual_size(self) -> int:
        """Four seats, or the fewest where four cannot play."""
        return _USUAL_SIZE if _USUAL_SIZE in self.seats else self.seats[0]

    def read(self, settings: Mapping[str, object]) -> Config:
        """The options from a file, by their own names or as the game's dialect has them."""
        return self.configure(self.dialect.read(settings) if self.dialect else settings)

    def write(self, config: Config) -> Mapping[str, object]:
        """For a file: what differs from the usual, in the game's dialect if it has one."""
        usual = self.configure({})
        changed = {name: value for name, value in config.items() if value != usual[name]}
        return self.dialect.write(changed, config) if self.dialect else changed

    def configure(self, given: Mapping[str, object]) -> Config:
        """All options spelled out; unknown keys and values out of range are refused."""
        config = {
            option.name: option.check(given.get(option.name, option.default))
            for option in self.options
        }
        if unknown := given.keys() - config.keys():
            name = min(unknown)[:LONGEST_NAME]
            raise BadConfig(_("There is no option “%(name)s” in this game.", name=name))
        return config

    def is_preset(self, config: Config) -> bool:
        return any(self.configure(preset) == config for preset in self.presets.values())

    def check(self, seats: int, version: int) -> None:
        """Whether these rules can seat so many, and know how that version was played."""
        if not 1 <= version <= self.version:
            raise BadConfig(
                _(
                    "It was played by version %(theirs)s of the rules; here is version %(ours)s.",
                    theirs=version,
                    ours=self.version,
                )
            )
        self.check_seats(seats)

    def check_seats(self, seats: int) -> None:
        if seats in self.seats:
            return
        if len(self.seats) == 1:
            raise BadConfig(_("%(game)s is for %(n)s players.", game=self.title, n=self.seats[0]))
        raise BadConfig(
            _(
                "%(game)s is for %(low)s to %(high)s players.",
                game=self.title,
                low=self.seats[0],
                high=self.seats[-1],
            )
        )


T = TypeVar("T")


def swapped(row: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """The row with another value for one seat."""
    changed = list(row)
    changed[seat] = value
    return tuple(changed)


S = TypeVar("S")
A = TypeVar("A")
V_co = TypeVar("V_co", covariant=True)


class Rules(Protocol[S, A, V_co]):
    """A package satisfies it. States, actions and views are frozen and belong to the game."""

    META: Meta

    def new(self, config: Config, seats: int, version: int = ...) -> S:
        """The table before the first deal. Raises BadConfig.

        A game goes on to its end by the version it began with; a new one takes the newest.
        """

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """The seat waited for comes first; (DEALER,) before a shuffle; () at the end."""

    def deal(self, state: S, seed: bytes) -> A:
        """The dealer's action: the only use of chance."""

    def legal_actions(self, state: S, seat: Seat) -> tuple[A, ...]: ...

    def apply(self, state: S, seat: Seat, action: A) -> S:
        """The state after it. Raises IllegalAction."""

    def parse(self, text: str) -> A:
        """The inverse of str(action). Raises IllegalAction."""

    def view(self, state: S, seat: Seat | None) -> V_co:
        """All that this seat may know, and nothing else; None is a spectator, like the dealer."""

    def imagine(self, view: Any, rng: Random) -> S:
        """A whole state that fits what this viewer knows."""

    def keeps_time(self, state: S, seat: Seat, action: A) -> bool:
        """Done by the seat on turn, would it leave the turn, and its time, as they were?"""

    def result(self, state: S) -> Result | None: ...

    def rests(self, state: S) -> bool:
        """Does a finished round stand on the table, and the dealer wait for people to press on?

        Pressing on is no action. Where nobody looks, the dealer need not wait.
        """


AnyRules = Rules[Any, Any, Any]
