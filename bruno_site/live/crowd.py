"""How many pages one person, or one address, may hold open, and how often it may come. Each process
counts for itself: what they share is the database, and that has enough to do."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from .socket import Socket
    from .visitors import Visitor


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

    def forget_the_calm(self) -> None:
        for address in [each for each, coming in self.coming.items() if coming.is_whole]:
            del self.coming[address]

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
