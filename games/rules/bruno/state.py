"""The whole table at one moment, hidden cards included."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..cards import DECK, RANKS, Card, Mask, Rank, mask_of
from ..game import DEALER, Config, Seat
from .actions import ROW
from .meta import META, SEATS

MOST_ACTIONS: Final = 2000  # B26

TWO, THREE, NINE, TEN = (RANKS.index(name) for name in ("2", "3", "9", "10"))
FUNCTION_RANKS: Final = (TWO, THREE, NINE, TEN)
ORDINARY_RANKS: Final = tuple(rank for rank in range(len(RANKS)) if rank not in FUNCTION_RANKS)


def _cards_of_ranks(*ranks: Rank) -> Mask:
    return mask_of(card for card in DECK if card >> 2 in ranks)


# B5: a demand is the rank to answer: none on a free lead; a 9 asks for less than itself, an
# ordinary rank for at least itself. B16: 2, 3 and 10 are never demanded.
Demand = Rank | None

FUNCTIONS: Final = _cards_of_ranks(*FUNCTION_RANKS)
# B8: all cards that answer a demand.
ANSWERS: Final[dict[Demand, Mask]] = {
    None: mask_of(DECK),
    NINE: FUNCTIONS | _cards_of_ranks(*(rank for rank in ORDINARY_RANKS if rank < NINE)),
    **{
        least: FUNCTIONS | _cards_of_ranks(*(rank for rank in ORDINARY_RANKS if rank >= least))
        for least in ORDINARY_RANKS
    },
}

# Three positions on the table; None where the card is gone.
Row = tuple[Card | None, ...]
GONE: Final[Row] = (None,) * ROW

Seats = tuple[Seat, ...]
Masks = tuple[Mask, ...]
Rows = tuple[Row, ...]
Top = tuple[Seat, tuple[Card, ...]] | None  # who laid the last cards of the pile, and which


class Options(NamedTuple):
    face_up_together: bool
    keep_function_cards: bool
    next_leads: bool
    first_seat: Seat | None


class State(NamedTuple):
    options: Options
    to_act: Seats
    first: Seat | None  # None until the deal
    turn: Seat  # while a redeal is due: the seat that gets the turn after it
    demand: Demand
    hands: Masks
    known: Masks  # B4: of each hand, what everyone knows to be in it
    up: Rows
    down: Rows
    pile: tuple[Card, ...]
    top: Top
    removed: tuple[Card, ...]
    actions: int
    redeals: int
    winner: Seat | None  # who went out


def new(config: Config, seats: int, version: int = META.version) -> State:
    """The table before the deal. Raises BadConfig."""
    META.check(seats, version)
    return State(
        options=_options(META.configure(config)),
        to_act=(DEALER,),
        first=None,
        turn=DEALER,
        demand=None,
        hands=(0,) * SEATS,
        known=(0,) * SEATS,
        up=(GONE,) * SEATS,
        down=(GONE,) * SEATS,
        pile=(),
        top=None,
        removed=(),
        actions=0,
        redeals=0,
        winner=None,
    )


def _options(config: Config) -> Options:
    first = config["first_seat"]
    return Options(
        face_up_together=bool(config["face_up_together"]),
        keep_function_cards=bool(config["keep_function_cards"]),
        next_leads=bool(config["next_leads"]),
        first_seat=None if first is None else int(first),
    )


def to_act(state: State) -> Seats:
    return state.to_act


def rests(state: State) -> bool:
    return False  # a game is one round
