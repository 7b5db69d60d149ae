"""A line between a browser and the site, or between any two processes, that can be cut in every way
a line can be."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType

from tests.kit.sieves import Sieve

PIECE = 65536
RESET = struct.pack("ii", 1, 0)


class Proxy:
    """Passes everything on, until it is told otherwise. A black hole takes and gives nothing; what
    comes from afar may be late, and go through a sieve."""

    def __init__(self, port: int, sieve: Callable[[], Sieve] | None = None) -> None:
        self.port = port
        self.sieve = sieve
        self.is_black_hole = False
        self.is_refusing = False
        self.delay = 0.0
        self.lines: list[tuple[socket.socket, socket.socket]] = []
        self.forgotten: set[socket.socket] = set()
        self.door = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.door.getsockname()[1]}"
        self.url = f"http://{self.address}"
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Proxy:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.end()

    def end(self) -> None:
        self.door.close()
        self.cut()
        self.forgotten.clear()

    def cut(self, *, by_reset: bool = False) -> None:
        """Every line that is open now; new ones pass."""
        lines, self.lines = self.lines, []
        for ends in lines:
            for end in ends:
                _shut(end, by_reset=by_reset)

    def forget(self) -> None:
        """Every line that is open now takes and gives nothing any more; new ones pass."""
        self.forgotten.update(end for ends in self.lines for end in ends)

    def _accept(self) -> None:
        while True:
            try:
                near, _address = self.door.accept()
            except OSError:
                return
            far = None if self.is_refusing else self._reach()
            if far is None:
                near.close()
                continue
            self.lines.append((near, far))
            sieve = self.sieve() if self.sieve else None
            for start, end, through in ((near, far, None), (far, near, sieve)):
                carry = threading.Thread(
                    target=self._carry, args=(start, end, through), daemon=True
                )
                carry.start()

    def _reach(self) -> socket.socket | None:
        try:
            return socket.create_connection(("127.0.0.1", self.port))
        except OSError:
            return None  # nobody is there

    def _carry(self, start: socket.socket, end: socket.socket, sieve: Sieve | None) -> None:
        try:
            while piece := start.recv(PIECE):
                while self.is_black_hole or start in self.forgotten:
                    time.sleep(0.05)
                if sieve:
                    time.sleep(self.delay)
                    piece = sieve.pass_on(piece)
                end.sendall(piece)
        except OSError:
            pass
        _shut(start)
        _shut(end)


def _shut(end: socket.socket, *, by_reset: bool = False) -> None:
    with suppress(OSError):  # it may be closed already
        if by_reset:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        end.shutdown(socket.SHUT_RDWR)
    end.close()
