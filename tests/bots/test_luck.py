"""P19: what a bot is handed tells nothing of the deals to come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random
from typing import Any

import pytest

from games.bots import Luck, luck_key
from games.lab.simulation import Game, game_seed, planned
from games.rules import kinds
from tests.kit.reach import reachable, tells

SEED = bytes(range(32))


class Curious:
    """A bot that keeps what can be found from all that it is handed."""

    def __init__(self) -> None:
        self.found: list[list[Any]] = []

    def __call__(self, view: Any, actions: Sequence[Any], rng: Random) -> Any:
        rng.random()
        if len(self.found) < 20:
            self.found.append(reachable(view, actions, rng))
        return rng.choice(actions)


@pytest.mark.parametrize("kind", kinds())
def test_p19_nothing_a_simulated_bot_is_handed_contains_the_seed(kind: str) -> None:
    plan = planned(kind, ["random"] * kinds()[kind].META.seats[0], "curious")
    game, curious = Game(plan, plan.bots, game_seed(plan.seed, 0)), Curious()
    game.chooses = [curious for _ in game.chooses]
    game.play()
    assert len(curious.found) > 3
    assert not any(tells(found, game.seed) for found in curious.found)


def test_what_a_thing_holds_is_found_however_deep_it_lies() -> None:
    def remembers(secret: bytes) -> Any:
        return lambda: secret

    def goes_on(secret: bytes) -> Iterator[int]:
        yield from secret

    going_on = chain.from_iterable(goes_on(SEED) for _ in range(2))
    next(going_on)
    for hidden in ({"a": [SEED]}, goes_on(SEED), going_on, remembers(SEED), Luck(SEED).random):
        assert tells(reachable(hidden), SEED)
    assert tells([SEED.hex().upper()], SEED)
    assert not tells(reachable(Luck(luck_key(SEED)).at(0, 1), "deal:0", 17), SEED)


def test_the_key_of_luck_is_made_from_the_seed_and_is_another() -> None:
    assert luck_key(SEED) == luck_key(SEED) != SEED
    assert luck_key(SEED) != luck_key(SEED[::-1])
