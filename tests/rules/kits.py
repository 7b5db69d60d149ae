"""Every kind that is found brings a kit: `<kind>_kit.py` beside this file."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from games.rules import kinds, rules_of
from games.rules.game import AnyRules, Config


class Kit(Protocol):
    CONFIGS: list[tuple[Config, int]]  # with the number of seats

    def cards_in(self, state: Any) -> list[str]:
        """Every card of the table, wherever it lies."""

    def most_moves(self, config: Config) -> int:
        """No game is longer, the dealer's moves counted."""

    def may_apply_unlisted(self, action: Any, listed: Sequence[Any]) -> bool:
        """Whether an action that is not in the list may be accepted all the same."""

    def tries(self) -> list[str]:
        """Actions that a seat might try, legal or not."""


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


def kit_of(kind: str) -> Kit:
    return cast(Kit, import_module(f"tests.rules.{kind}_kit"))


CASES = [Case(kind, config, seats) for kind in kinds() for config, seats in kit_of(kind).CONFIGS]
NAMES = [f"{case.kind}-{number}" for number, case in enumerate(CASES)]
