"""Ends processes with no warning, whenever it likes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random

from tests.kit.faults.stack import Stack

# The database twice: what it had not written down yet may have been written down by chance.
EVERYBODY = ("redis", "web0", "postgres", "clock1", "postgres", "web1")
IMPATIENT = 0.1
LOOKS = 0.02  # seconds between two
SHARES = {"postgres": 3, "redis": 3, "web0": 3, "web1": 3, "clock0": 2, "clock1": 2}


def anybody(luck: Random) -> Iterator[str]:
    """For ever."""
    while True:
        yield from luck.choices(list(SHARES), list(SHARES.values()))


class Killer:
    """Mostly it waits until so much more was `done`, and strikes right after the last of it: what
    was told too early is lost then. Now and then it strikes while the last victim is not back."""

    def __init__(self, stack: Stack, luck: Random, done: Callable[[], int], more: int) -> None:
        self.stack = stack
        self.luck = luck
        self.done = done
        self.more = more
        self.kills: Counter[str] = Counter()

    async def go_about(self, victims: Iterable[str], soonest: float, latest: float) -> None:
        for name in victims:
            before = self.done()
            is_patient = self.luck.random() >= IMPATIENT
            await asyncio.sleep(self.luck.uniform(soonest, latest))
            if is_patient:
                await self._until_done(max(before + self.more, self.done() + 1))
            self._strike(name)

    async def _until_done(self, wanted: int) -> None:
        while self.done() < wanted:
            await asyncio.sleep(LOOKS)

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
