"""Ends processes with no warning, whenever it likes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random

from tests.kit.faults.stack import Stack

EACH_ONCE = ("redis", "web0", "postgres", "clock1", "web1")
IMPATIENT = 0.1
SHARES = {"postgres": 3, "redis": 3, "web0": 3, "web1": 3, "clock0": 2, "clock1": 2}


def anybody(luck: Random) -> Iterator[str]:
    """For ever."""
    while True:
        yield from luck.choices(list(SHARES), list(SHARES.values()))


class Killer:
    """Mostly it waits until so much more was `done`; now and then it strikes while the last victim
    is not back yet."""

    def __init__(self, stack: Stack, luck: Random, done: Callable[[], int], more: int) -> None:
        self.stack = stack
        self.luck = luck
        self.done = done
        self.more = more
        self.kills: Counter[str] = Counter()

    async def go_about(self, victims: Iterable[str], soonest: float, latest: float) -> None:
        for name in victims:
            before = self.done()
            more = 0 if self.luck.random() < IMPATIENT else self.more
            await asyncio.sleep(self.luck.uniform(soonest, latest))
            while self.done() < before + more:
                await asyncio.sleep(0.1)
            self._strike(name)

    def _strike(self, name: str) -> None:
        part = self.stack.parts[name]
        if part.process.poll() is None:
            part.kill()
            self.kills[name] += 1

    @property
    def told(self) -> str:
        kinds: Counter[str] = Counter()
        for name, kills in self.kills.items():
            kinds[name.rstrip("01")] += kills
        return ", ".join(f"{kills} {kind}" for kind, kills in sorted(kinds.items()))
