"""How many pages one person, or one address, may hold open, how often it may come, how much it may
ask for at once and say. Each process counts for itself: what they share is the database, and that
has enough to do."""

from __future__ import annotations

import time
from asyncio import Lock, Semaphore, get_running_loop
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from threading import Lock as ThreadLock
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings

if TYPE_CHECKING:
    from .socket import Socket
    from .visitors import Visitor

LONGEST_PAUSE = 0.05
# An address speaks for so many of those who have no account: a class may do its lessons behind one.
A_CLASS: Final = 10
# Pages of one address that are worked at together: with one processor more would be no faster.
ANSWERS_AT_ONCE: Final = 3
# Seconds of work on them, at once and more a second. Past that each is followed by a rest, so many
# times as long as it took.
WORK_AT_ONCE, WORK_A_SECOND = 1.5, 0.25
RESTS, LONGEST_REST = 6, 0.5
# Of those that wait, with what they bring: enough for a class that opens its browsers at once.
MOST_WAITING: Final = 400


class Allowance:
    """So much at once, and so much more a second. From any thread."""

    def __init__(self, at_once: float, a_second: float) -> None:
        self.at_once, self.a_second = at_once, a_second
        self.left = at_once
        self.at = time.monotonic()
        self.refused = 0  # in a row
        self._lock = ThreadLock()

    def take(self) -> bool:
        is_taken = self._spend(least=1)
        self.refused = 0 if is_taken else self.refused + 1
        return is_taken

    def take_a_look(self) -> bool:
        """What a page asks by itself leaves some of it for what is pressed."""
        return self._spend(least=max(1, self.at_once / 3))

    def charge(self, amount: float) -> bool:
        """Whatever it was. Was there as much left?"""
        with self._lock:
            self._earn()
            is_enough = self.left >= amount
            self.left = max(self.left - amount, 0)
            return is_enough

    def _spend(self, least: float) -> bool:
        with self._lock:
            self._earn()
            if self.left < least:
                return False
            self.left -= 1
            return True

    @property
    def is_whole(self) -> bool:
        with self._lock:
            self._earn()
            return self.left >= self.at_once

    def _earn(self) -> None:
        now = time.monotonic()
        self.left = min(self.left + (now - self.at) * self.a_second, self.at_once)
        self.at = now


class Saying:
    """What everybody may still say, on sockets and with forms together. From any thread."""

    def __init__(self) -> None:
        self._lock = ThreadLock()
        self.left: dict[int | str, Allowance] = {}  # by person, and by address for the others

    def allowance_of(self, user: Any, address: str) -> Allowance | None:
        """The same for all pages of somebody, also for those they open anew. None: this is nobody,
        at an address that is not known."""
        if user.is_authenticated:
            return self._allowance(user.pk)
        return self._allowance(address, A_CLASS) if address else None

    def _allowance(self, whose: int | str, times: int = 1) -> Allowance:
        with self._lock:
            if whose not in self.left:
                self.left[whose] = usual_allowance(times)
            return self.left[whose]

    def forget_the_calm(self) -> None:
        with self._lock:
            self.left = {each: left for each, left in self.left.items() if not left.is_whole}


saying = Saying()


def usual_allowance(times: int = 1) -> Allowance:
    return Allowance(times * settings.MESSAGES_AT_ONCE, times * settings.MESSAGES_A_SECOND)


class Handshakes:
    """How often each address may open a socket: asked before the server makes one."""

    def __init__(self) -> None:
        self.coming: dict[str, Allowance] = {}
        self.refused = 0  # that wait for their answer

    def may_come(self, address: str) -> bool:
        """One handshake more? An address that is not known is nobody's."""
        if not address:
            return True
        if address not in self.coming:
            at_once, a_second = settings.HANDSHAKES_AT_ONCE, settings.HANDSHAKES_A_SECOND
            self.coming[address] = Allowance(at_once, a_second)
        return self.coming[address].take()

    def forget_the_calm(self) -> None:
        self.coming = {each: left for each, left in self.coming.items() if not left.is_whole}


handshakes = Handshakes()


class AskedTooMuch(Exception):
    pass


class Turns:
    """Of the pages that one address asks for."""

    def __init__(self) -> None:
        self.free = Semaphore(ANSWERS_AT_ONCE)
        self.work = Allowance(WORK_AT_ONCE, WORK_A_SECOND)
        self.weight = 0  # of all that wait or are worked at

    @property
    def is_calm(self) -> bool:
        return self.work.is_whole and not self.weight

    @asynccontextmanager
    async def one(self, weight: int = 1) -> AsyncIterator[None]:
        """Raises AskedTooMuch, and before that nothing is done."""
        if self.weight + weight > MOST_WAITING:
            raise AskedTooMuch
        self.weight += weight
        try:
            async with self._free_one():
                yield
        finally:
            self.weight -= weight

    @asynccontextmanager
    async def _free_one(self) -> AsyncIterator[None]:
        await self.free.acquire()
        begun = time.monotonic()
        try:
            yield
        finally:
            get_running_loop().call_later(
                self.rest_after(time.monotonic() - begun), self.free.release
            )

    def rest_after(self, took: float) -> float:
        return 0 if self.work.charge(took) else min(RESTS * took, LONGEST_REST)


class Crowd:
    def __init__(self) -> None:
        self.opening: dict[str, Lock] = {}
        self.answers: dict[str, Turns] = {}
        self.from_address: Counter[str] = Counter()
        self.of_person: defaultdict[int, list[Socket]] = defaultdict(list)  # used last, stands last

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

    def answering(self, address: str, weight: int = 1) -> AbstractAsyncContextManager[None]:
        """One page more that this address asks for: it may wait, but holds no thread and no
        connection meanwhile. An address that is not known is nobody's."""
        return self.answers.setdefault(address, Turns()).one(weight) if address else nullcontext()

    def forget_the_calm(self) -> None:
        handshakes.forget_the_calm()
        saying.forget_the_calm()
        self.opening = {each: lock for each, lock in self.opening.items() if lock.locked()}
        self.answers = {each: some for each, some in self.answers.items() if not some.is_calm}

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
