"""The whole table at one moment, hidden cards included."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..cards import Card, Mask
from ..game import DEALER, Config, Seat
from .actions import ROW
from .cards import Demand
from .meta import META, SEATS

MOST_ACTIONS: Final = 2000  # B26

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
