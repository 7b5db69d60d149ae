"""Every kind that is found brings a contract: `contract.py` in the folder of its name here."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from games.rules import kinds, rules_of
from games.rules.game import AnyRules, Config, Seat


class Kit(Protocol):
    CONFIGS: list[tuple[Config, int]]  # with the number of seats
    CODES: str  # of all that this game refuses and no other does alike

    def cards_in(self, state: Any) -> list[str]:
        """Every card of the table, wherever it lies."""

    def most_moves(self, config: Config) -> int:
        """No game is longer, the dealer's moves counted."""

    def as_listed(self, state: Any, seat: Seat, action: Any) -> Any:
        """How the list would name this action: itself, unless several are equal."""

    def may_try(self, state: Any, seat: Seat, action: Any) -> bool:
        """Whether it is accepted though it is in no list, because to try it has a price."""

    def is_near(self, state: Any, seat: Seat, action: Any) -> bool:
        """Whether the seat has the cards for it."""

    def tries(self) -> list[str]:
        """Every action that a seat might try, legal or not."""


class Case(NamedTuple):
    kind: str
    config: Config
    seats: int

    @property
    def rules(self) -> AnyRules:
        return rules_of(self.kind)

    @property
    def kit(self) -> Kit:
        return kit_of(self.kind)


@cache
def kit_of(kind: str) -> Kit:
    return cast(Kit, import_module(f"tests.kit.{kind}.contract"))


CASES = [Case(kind, config, seats) for kind in kinds() for config, seats in kit_of(kind).CONFIGS]
NAMES = [f"{case.kind}-{number}" for number, case in enumerate(CASES)]
