"""The whole table at one moment."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from ..game import DEALER, Config, Seat
from .actions import PASS, Saying
from .cards import ALL_POINTS, Card, Hand, Rank, Suit, card_of
from .meta import META, SEATS

Phase = Literal["deal", "auction", "blind", "call", "tricks", "over"]
PerSeat = tuple[int, ...]

FIRST_TARGET: Final = ALL_POINTS // 2 + 1
LAST_TARGET: Final = ALL_POINTS - 1
TRICKS: Final = 8
NOTHING_YET: Final = (0,) * SEATS
# By whose turn it is: what the protocol's `to_act` answers.
_WAITED_FOR: Final[dict[Seat | None, tuple[Seat, ...]]] = {
    None: (),
    **{seat: (seat,) for seat in (DEALER, *range(SEATS))},
}


class Auction(NamedTuple):
    """What was said from the opener on, and the bid that stands."""

    opener: Seat
    sayings: tuple[Saying, ...] = ()
    bidder: Seat | None = None
    rank: Rank | None = None
    target: int = FIRST_TARGET

    @property
    def ended(self) -> bool:  # R6
        return self.target == LAST_TARGET or self.sayings[-4:] == (PASS,) * 4


class Called(NamedTuple):
    """R8: the card called and the seat that was dealt it, which only that seat knows."""

    suit: Suit
    card: Card
    partner: Seat


class RoundResult(NamedTuple):
    """What stands on the table between two rounds. R12"""

    bidder: Seat
    rank: Rank
    target: int
    monkey_suit: Suit
    partner: Seat
    points: PerSeat
    scores: PerSeat

    @property
    def called(self) -> Card:
        return card_of(self.rank, self.monkey_suit)

    @property
    def alone(self) -> bool:
        return self.partner == self.bidder

    @property
    def side(self) -> tuple[Seat, ...]:
        return (self.bidder,) if self.alone else (self.bidder, self.partner)

    @property
    def side_points(self) -> int:
        return sum(self.points[seat] for seat in self.side)

    @property
    def other_points(self) -> int:
        return ALL_POINTS - self.side_points

    @property
    def reached(self) -> bool:  # R10
        return self.side_points >= self.target


class State(NamedTuple):
    """Between two rounds everything of the finished one still lies there."""

    rounds: int
    results: tuple[RoundResult, ...] = ()
    phase: Phase = "deal"
    turn: Seat | None = DEALER  # None at the end
    hands: tuple[Hand, ...] = ((),) * SEATS
    auction: Auction = Auction(opener=0)
    called: Called | None = None
    played: tuple[Card, ...] = ()  # the cards of this round, in the order played
    takers: tuple[Seat, ...] = ()  # who took each trick
    points: PerSeat = NOTHING_YET


def new(config: Config, seats: int, version: int = META.version) -> State:
    """The table before the first deal. Raises BadConfig."""
    META.check(seats, version)
    rounds = META.configure(config)["rounds"]
    assert isinstance(rounds, int)
    return State(rounds)


def to_act(state: State) -> tuple[Seat, ...]:
    return _WAITED_FOR[state.turn]


def rests(state: State) -> bool:
    return state.turn == DEALER and bool(state.results)  # R12
