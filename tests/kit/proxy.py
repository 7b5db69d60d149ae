"""A line between a browser and the site that can be cut in every way a line can be."""

from __future__ import annotations

import socket
import struct
import threading
import time
from contextlib import suppress
from types import TracebackType

PIECE = 65536
RESET = struct.pack("ii", 1, 0)


class Proxy:
    """Passes everything on, until it is told otherwise. A black hole takes and gives nothing."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.is_black_hole = False
        self.is_refusing = False
        self.lines: list[tuple[socket.socket, socket.socket]] = []
        self.door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Proxy:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.door.close()
        self.cut()

    def cut(self, *, by_reset: bool = False) -> None:
        """Every line that is open now; new ones pass."""
        lines, self.lines = self.lines, []
        for ends in lines:
            for end in ends:
                _shut(end, by_reset=by_reset)

    def _accept(self) -> None:
        while True:
            try:
                near, _address = self.door.accept()
            except OSError:
                return
            if self.is_refusing:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.port))
            self.lines.append((near, far))
            for start, end in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(start, end), daemon=True).start()

    def _carry(self, start: socket.socket, end: socket.socket) -> None:
        try:
            while piece := start.recv(PIECE):
                while self.is_black_hole:
                    time.sleep(0.05)
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
