"""Limits per user, whether guest or member, and per address: how many pages they may hold open, how
often they may connect, and how much they may ask for at once and send. Each process counts for
itself: sharing the counts would mean to ask the database, which has enough to do."""

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
# Visitors who are not logged in share one allowance per address, so many times that of one user: a
# school class may do its lessons behind one address.
ADDRESS_FACTOR: Final = 10
# How many requests of one address are answered at the same time: with one processor, more would be
# no faster.
ANSWERS_AT_ONCE: Final = 3
# The allowance of an address in seconds of work, and how much of it comes back each second. Once it
# is used up, each request is followed by a rest of RESTS times as long as the request took.
WORK_AT_ONCE, WORK_A_SECOND = 1.5, 0.25
RESTS, LONGEST_REST = 6, 0.5
# The most weight of waiting requests with their bodies: enough for a school class that opens its
# browsers at once.
MOST_WAITING: Final = 400


class Allowance:
    """A budget of `at_once` units that refills by `a_second` units each second. Safe from any
    thread."""

    def __init__(self, at_once: float, a_second: float) -> None:
        self.at_once, self.a_second = at_once, a_second
        self.left = at_once
        self.at = time.monotonic()
        self.refused = 0  # in a row
        self._lock = ThreadLock()

    def take(self) -> bool:
        """Spend one unit for something that a visitor did; return whether there was one. Refusals
        in a row are counted."""
        is_taken = self._spend(least=1)
        self.refused = 0 if is_taken else self.refused + 1
        return is_taken

    def take_for_poll(self) -> bool:
        """Spend one unit for something that a page asks by itself; return whether it was allowed. A
        third of the budget is left for what the visitor does."""
        return self._spend(least=max(1, self.at_once / 3))

    def charge(self, amount: float) -> bool:
        """Spend up to this amount, for work that has been done already; return whether there was as
        much left."""
        with self._lock:
            self._refill()
            is_enough = self.left >= amount
            self.left = max(self.left - amount, 0)
            return is_enough

    def _spend(self, least: float) -> bool:
        """Spend one unit if at least `least` units are left; return whether it was spent."""
        with self._lock:
            self._refill()
            if self.left < least:
                return False
            self.left -= 1
            return True

    @property
    def is_whole(self) -> bool:
        """Whether the budget is full, so that forgetting it changes nothing."""
        with self._lock:
            self._refill()
            return self.left >= self.at_once

    def _refill(self) -> None:
        """Add what has come back since the last call. The caller holds the lock."""
        now = time.monotonic()
        self.left = min(self.left + (now - self.at) * self.a_second, self.at_once)
        self.at = now


class MessageQuotas:
    """How much each visitor may still send, through sockets and forms together. Safe from any
    thread."""

    def __init__(self) -> None:
        self._lock = ThreadLock()
        # By user id, and by address for visitors who are not logged in.
        self.left: dict[int | str, Allowance] = {}

    def allowance_of(self, user: Any, address: str) -> Allowance | None:
        """Return the allowance that all pages of a user share, also those opened later; for a
        visitor who is not logged in, that of their address. None for a visitor who is not logged in
        and whose address is not known."""
        if user.is_authenticated:
            return self._allowance(user.pk)
        return self._allowance(address, ADDRESS_FACTOR) if address else None

    def _allowance(self, whose: int | str, times: int = 1) -> Allowance:
        with self._lock:
            if whose not in self.left:
                self.left[whose] = usual_allowance(times)
            return self.left[whose]

    def forget_unused(self) -> None:
        """Forget all allowances that are full again."""
        with self._lock:
            self.left = {each: left for each, left in self.left.items() if not left.is_whole}


message_quotas = MessageQuotas()


def usual_allowance(times: int = 1) -> Allowance:
    """Return a new message allowance of so many times the configured size."""
    return Allowance(times * settings.MESSAGES_AT_ONCE, times * settings.MESSAGES_A_SECOND)


class Handshakes:
    """How often each address may open a socket: asked before the server makes one."""

    def __init__(self) -> None:
        self.coming: dict[str, Allowance] = {}
        self.refused = 0  # refused handshakes that wait for their response

    def spend_handshake(self, address: str) -> bool:
        """Spend one handshake of the address; return whether it was allowed. An unknown address is
        never limited."""
        if not address:
            return True
        if address not in self.coming:
            at_once, a_second = settings.HANDSHAKES_AT_ONCE, settings.HANDSHAKES_A_SECOND
            self.coming[address] = Allowance(at_once, a_second)
        return self.coming[address].take()

    def forget_unused(self) -> None:
        """Forget all addresses whose allowance is full again."""
        self.coming = {each: left for each, left in self.coming.items() if not left.is_whole}


handshakes = Handshakes()


class TooManyRequests(Exception):
    """Raised when too many requests of one address are waiting already."""

    pass


class AddressQueue:
    """The queue of the requests of one address."""

    def __init__(self) -> None:
        self.free = Semaphore(ANSWERS_AT_ONCE)
        self.work = Allowance(WORK_AT_ONCE, WORK_A_SECOND)
        self.weight = 0  # of all requests that wait or are being answered

    @property
    def is_unused(self) -> bool:
        """Whether the queue is empty and its allowance full, so that it can be forgotten."""
        return self.work.is_whole and not self.weight

    @asynccontextmanager
    async def one(self, weight: int = 1) -> AsyncIterator[None]:
        """Wait for a free slot and hold it within the block. Raise TooManyRequests at once, before
        anything is done, if too much is waiting already."""
        if self.weight + weight > MOST_WAITING:
            raise TooManyRequests
        self.weight += weight
        try:
            async with self._free_slot():
                yield
        finally:
            self.weight -= weight

    @asynccontextmanager
    async def _free_slot(self) -> AsyncIterator[None]:
        """Hold a slot within the block, and free it after the rest that follows."""
        await self.free.acquire()
        started = time.monotonic()
        try:
            yield
        finally:
            get_running_loop().call_later(
                self.rest_after(time.monotonic() - started), self.free.release
            )

    def rest_after(self, took: float) -> float:
        """Spend the work that a request took, in seconds, and return how long its slot then
        rests."""
        return 0 if self.work.charge(took) else min(RESTS * took, LONGEST_REST)


class PageQuotas:
    """The open pages and waiting requests of each address and each user, as one hub counts them."""

    def __init__(self) -> None:
        self.opening: dict[str, Lock] = {}
        self.answers: dict[str, AddressQueue] = {}
        self.from_address: Counter[str] = Counter()
        self.of_person: defaultdict[int, list[Socket]] = defaultdict(
            list
        )  # the one used last comes last

    @asynccontextmanager
    async def turn_of(self, address: str) -> AsyncIterator[None]:
        """Wait for the address's turn to open a page, and hold it within the block. Opening a page
        is work, so pages of one address are opened one after the other, with a pause in which other
        work is done. An unknown address never waits."""
        if not address:
            yield
            return
        turn = self.opening.setdefault(address, Lock())
        await turn.acquire()
        started = time.monotonic()
        try:
            yield
        finally:
            pause = min(time.monotonic() - started, LONGEST_PAUSE)
            get_running_loop().call_later(pause, turn.release)

    def answering(self, address: str, weight: int = 1) -> AbstractAsyncContextManager[None]:
        """Return a context in which a request of this address is answered. It may have to wait for
        its turn, but holds no thread and no database connection meanwhile. An unknown address never
        waits. Entering it raises TooManyRequests."""
        return (
            self.answers.setdefault(address, AddressQueue()).one(weight)
            if address
            else nullcontext()
        )

    def forget_unused(self) -> None:
        """Forget all allowances that are full again, and all addresses for which nothing waits."""
        handshakes.forget_unused()
        message_quotas.forget_unused()
        self.opening = {each: lock for each, lock in self.opening.items() if lock.locked()}
        self.answers = {each: some for each, some in self.answers.items() if not some.is_unused}

    def has_room_at(self, address: str) -> bool:
        """Return whether the address may hold one more page open. An unknown address always may."""
        return not address or self.from_address[address] < settings.PAGES_AN_ADDRESS

    def join(self, socket: Socket) -> None:
        """Count the page that this socket holds open."""
        self.from_address[socket.address] += 1
        if socket.visitor.is_logged_in:
            self.of_person[socket.visitor.user.pk].append(socket)

    def used(self, socket: Socket) -> None:
        """Note that the visitor has just used this page."""
        if socket.visitor.is_logged_in:
            pages = self.of_person[socket.visitor.user.pk]
            pages.remove(socket)
            pages.append(socket)

    def surplus_pages_of(self, visitor: Visitor) -> list[Socket]:
        """Return the pages that this visitor has too many of: those not used for the longest
        time."""
        return self.of_person.get(visitor.user.pk, [])[: -settings.PAGES_A_PERSON]

    def leave(self, socket: Socket) -> None:
        """Stop counting the page of this socket."""
        self.from_address[socket.address] -= 1
        if not self.from_address[socket.address]:
            del self.from_address[socket.address]
        if socket.visitor.is_logged_in:
            pages = self.of_person[socket.visitor.user.pk]
            pages.remove(socket)
            if not pages:
                del self.of_person[socket.visitor.user.pk]
