"""Pages that are asked for, each in its turn: whoever asks for hundreds at once would take every
thread's time and every connection, and tables and other people's pages would wait for them."""

from __future__ import annotations

from typing import Any

from ..addresses import address_of_socket, neighbourhood
from . import hub


class InTurn:
    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        address = neighbourhood(address_of_socket(scope))
        async with hub.here().crowd.answering(address):
            return await self.inner(scope, receive, send)
