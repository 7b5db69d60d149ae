"""What a line loses on its way, for `Proxy`: whole messages, as if they had never been sent."""

from __future__ import annotations

import re
from random import Random
from typing import Protocol

PUSH = re.compile(rb"[*>]3\r\n\$7\r\nmessage\r\n\$(\d+)\r\n")
BULK = re.compile(rb"\r\n\$(\d+)\r\n")
TEXT = 1


class Sieve(Protocol):
    def pass_on(self, piece: bytes) -> bytes:
        """What is left of it; what is not whole yet waits for the rest."""


class Loss:
    """How much of something is lost, and how often that was."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.share = 0.0
        self.lost = 0

    def strikes(self) -> bool:
        is_lost = self.luck.random() < self.share
        self.lost += is_lost
        return is_lost


class Frames:
    """The texts that a web socket brings to a browser."""

    def __init__(self, loss: Loss) -> None:
        self.loss = loss
        self.is_open = False  # before that it is a request like any other
        self.waiting = b""

    def pass_on(self, piece: bytes) -> bytes:
        self.waiting += piece
        passed = b"" if self.is_open else self._answered()
        while self.is_open and (length := frame_length(self.waiting)):
            frame, self.waiting = self.waiting[:length], self.waiting[length:]
            if frame[0] & 15 != TEXT or not self.loss.strikes():
                passed += frame
        return passed

    def _answered(self) -> bytes:
        head, end, rest = self.waiting.partition(b"\r\n\r\n")
        if end and head.startswith(b"HTTP/1.1 101"):
            self.is_open, self.waiting = True, rest
            return head + end
        passed, self.waiting = self.waiting, b""
        return passed


def frame_length(data: bytes) -> int:
    """Of the first frame, none of them masked; 0 if it is not whole yet."""
    if len(data) < 2:
        return 0
    head, length = 2, data[1] & 127
    if length > 125:
        more = 2 if length == 126 else 8
        head, length = 2 + more, int.from_bytes(data[2 : 2 + more], "big")
    return head + length if len(data) >= head + length else 0


class Pokes:
    """What Redis pushes to those who have subscribed."""

    def __init__(self, loss: Loss) -> None:
        self.loss = loss
        self.waiting = b""

    def pass_on(self, piece: bytes) -> bytes:
        self.waiting += piece
        passed = b""
        while push := PUSH.search(self.waiting):
            end = self._end_of(push)
            if end is None:
                return passed
            if self.loss.strikes():
                passed += self.waiting[: push.start()]
            else:
                passed += self.waiting[:end]
            self.waiting = self.waiting[end:]
        passed, self.waiting = passed + self.waiting, b""
        return passed

    def _end_of(self, push: re.Match[bytes]) -> int | None:
        told = BULK.match(self.waiting, push.end() + int(push[1]))
        end = told.end() + int(told[1]) + 2 if told else None
        return end if end is not None and end <= len(self.waiting) else None
