"""How many pages one person, or one address, may hold open, and how often it may come. Each process
counts for itself: what they share is the database, and that has enough to do."""

from __future__ import annotations

import time
from asyncio import Lock, get_running_loop
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from .socket import Socket
    from .visitors import Visitor

LONGEST_PAUSE = 0.05


class Allowance:
    """So much at once, and so much more a second."""

    def __init__(self, at_once: float, a_second: float) -> None:
        self.at_once, self.a_second = at_once, a_second
        self.left = at_once
        self.at = time.monotonic()
        self.refused = 0  # in a row

    def take(self) -> bool:
        self._earn()
        if self.left < 1:
            self.refused += 1
            return False
        self.left -= 1
        self.refused = 0
        return True

    @property
    def is_whole(self) -> bool:
        self._earn()
        return self.left >= self.at_once

    def _earn(self) -> None:
        now = time.monotonic()
        self.left = min(self.left + (now - self.at) * self.a_second, self.at_once)
        self.at = now


class Crowd:
    def __init__(self) -> None:
        self.coming: dict[str, Allowance] = {}
        self.opening: dict[str, Lock] = {}
        self.saying: dict[int, Allowance] = {}
        self.from_address: Counter[str] = Counter()
        self.of_person: defaultdict[int, list[Socket]] = defaultdict(list)  # used last, stands last

    def may_come(self, address: str) -> bool:
        """One handshake more? An address that is not known is nobody's."""
        if not address:
            return True
        if address not in self.coming:
            at_once, a_second = settings.HANDSHAKES_AT_ONCE, settings.HANDSHAKES_A_SECOND
            self.coming[address] = Allowance(at_once, a_second)
        return self.coming[address].take()

    @asynccontextmanager
    async def turn_of(self, address: str) -> AsyncIterator[None]:
        """To open a page is work. Those of one address are opened one after the other, with a
        pause for what others do. An address that is not known is nobody's."""
        if not address:
            yield
            return
        turn = self.opening.setdefault(address, Lock())
        await turn.acquire()
        begun = time.monotonic()
        try:
            yield
        finally:
            pause = min(time.monotonic() - begun, LONGEST_PAUSE)
            get_running_loop().call_later(pause, turn.release)

    def allowance_of(self, visitor: Visitor) -> Allowance:
        """What somebody may say is the same for all their pages, also for those they open anew."""
        fresh = Allowance(settings.MESSAGES_AT_ONCE, settings.MESSAGES_A_SECOND)
        if not visitor.is_somebody:
            return fresh
        return self.saying.setdefault(visitor.user.pk, fresh)

    def forget_the_calm(self) -> None:
        self.coming = {each: left for each, left in self.coming.items() if not left.is_whole}
        self.saying = {
            each: left
            for each, left in self.saying.items()
            if each in self.of_person or not left.is_whole
        }
        self.opening = {each: lock for each, lock in self.opening.items() if lock.locked()}

    def has_room_at(self, address: str) -> bool:
        return not address or self.from_address[address] < settings.PAGES_AN_ADDRESS

    def join(self, socket: Socket) -> None:
        self.from_address[socket.address] += 1
        if socket.visitor.is_somebody:
            self.of_person[socket.visitor.user.pk].append(socket)

    def used(self, socket: Socket) -> None:
        if socket.visitor.is_somebody:
            pages = self.of_person[socket.visitor.user.pk]
            pages.remove(socket)
            pages.append(socket)

    def too_many_of(self, visitor: Visitor) -> list[Socket]:
        """Those of this person's pages that were not used for the longest time."""
        return self.of_person.get(visitor.user.pk, [])[: -settings.PAGES_A_PERSON]

    def leave(self, socket: Socket) -> None:
        self.from_address[socket.address] -= 1
        if not self.from_address[socket.address]:
            del self.from_address[socket.address]
        if socket.visitor.is_somebody:
            pages = self.of_person[socket.visitor.user.pk]
            pages.remove(socket)
            if not pages:
                del self.of_person[socket.visitor.user.pk]
