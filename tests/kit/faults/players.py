"""People who play by the buttons of their pages, and keep an account of what they were told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from websockets.exceptions import ConnectionClosed

from tests.kit.faults.dealt import Dealt
from tests.kit.faults.visitor import Visitor

# What one socket may send leaves room for this.
BETWEEN_MOVES = 0.35
UNKNOWN = "We do not know"


class Told(Enum):
    ACKNOWLEDGED = "the page shows the position after it"
    REFUSED = "a sentence says that it was not done"
    NOTHING = "the socket was cut before, or nobody knew"


@dataclass
class Press:
    game: int
    seat: int
    seq: int  # that the page showed
    action: str
    seconds: float = 0.0  # until the answer
    told: Told = Told.NOTHING
    said: str = ""


class Player(Visitor):
    def __init__(self, addresses: Sequence[str], dealt: Dealt, seat: int, number: int) -> None:
        super().__init__(addresses, dealt.cookies[seat], number)
        self.dealt = dealt
        self.seat = seat
        self.game = 0
        self.presses: list[Press] = []

    async def sit(self, game: int) -> None:
        await self.leave()
        self.game = self.dealt.games[game]
        self.open(f"/ws/games/{self.dealt.codes[game]}/")

    async def play(self, pause: float = BETWEEN_MOVES) -> None:
        """Until the game is over."""
        while not self.shown.is_over:
            await self.until(self._can_do_something)
            if self.shown.actions and not self.shown.is_over:
                await self.press(self.luck.choice(self.shown.actions))
            elif self.shown.asks_to_go_on:
                await self._go_on()
            await asyncio.sleep(self.luck.uniform(pause, 2 * pause))

    def _can_do_something(self) -> bool:
        shown = self.shown
        return self.is_there and bool(shown.actions or shown.asks_to_go_on or shown.is_over)

    async def _go_on(self) -> None:
        """Its answer is waited for, or it would be taken for that of the next move."""
        try:
            socket = await self.send(seq=self.shown.seq, ready="1")
            await self.until(lambda: self.socket is not socket or self.notice is not None)
        except (OSError, ConnectionClosed):
            await asyncio.sleep(0.1)

    async def press(self, action: str) -> Press:
        press = Press(self.game, self.seat, self.shown.seq, action)
        self.presses.append(press)
        begin = time.monotonic()
        try:
            socket = await self.send(seq=press.seq, action=action)
            await self.until(lambda: self.socket is not socket or self._is_answered(press))
        except (OSError, ConnectionClosed):
            await asyncio.sleep(0.1)
        press.seconds = time.monotonic() - begin
        return press

    def _is_answered(self, press: Press) -> bool:
        if self.notice is None:
            return False
        if not self.notice and self.shown.seq > press.seq:
            press.told = Told.ACKNOWLEDGED
        elif self.notice and not self.notice.startswith(UNKNOWN):
            press.told, press.said = Told.REFUSED, self.notice
        return press.told is not Told.NOTHING or bool(self.notice)


class Moved(NamedTuple):
    """Seconds from pressing to the answer, and until everybody sees it."""

    press: Press
    answered: float
    seen: float


class Table:
    """One game after the other, of the same people."""

    def __init__(self, lines: Sequence[Sequence[str]], dealt: Dealt, first_number: int) -> None:
        """`lines`: the addresses that lead each of the players to the site, in turn."""
        self.dealt = dealt
        self.players = [
            Player(lines[seat % len(lines)], dealt, seat, first_number + seat)
            for seat in range(len(dealt.cookies))
        ]
        self.begun: list[int] = []
        self.is_closing = False

    async def sit(self, game: int = 0) -> None:
        self.begun.append(self.dealt.games[game])
        for player in self.players:
            await player.sit(game)
        for player in self.players:
            await player.until(lambda player=player: player.is_there)  # type: ignore[misc]

    async def play(self) -> None:
        """Game after game, until the table closes and its last game is over."""
        for game in range(len(self.dealt.games)):
            if self.is_closing:
                break
            await self.sit(game)
            await asyncio.gather(*(player.play() for player in self.players))
        await self.leave()

    async def move(self) -> Moved:
        """One of them moves, and all see it."""
        mover = await self._on_turn()
        begin = time.monotonic()
        press = await mover.press(mover.luck.choice(mover.shown.actions))
        answered = time.monotonic()
        assert press.told is not Told.REFUSED, press.said
        await self.all_show(press.seq + 1)
        return Moved(press, answered - begin, time.monotonic() - begin)

    async def all_show(self, seq: int) -> None:
        for player in self.players:
            await player.until(lambda player=player: player.shown.seq >= seq)  # type: ignore[misc]

    async def _on_turn(self) -> Player:
        while True:
            for player in self.players:
                if player.is_there and player.shown.actions:
                    return player
            await asyncio.sleep(0.02)

    async def leave(self) -> None:
        await asyncio.gather(*(player.leave() for player in self.players))

    @property
    def presses(self) -> list[Press]:
        return [press for player in self.players for press in player.presses]


def presses_of(tables: Iterable[Table]) -> list[Press]:
    return [press for table in tables for press in table.presses]


def acknowledged(presses: Iterable[Press]) -> list[Press]:
    return [press for press in presses if press.told is Told.ACKNOWLEDGED]
