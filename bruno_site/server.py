"""Daphne on a quicker loop, with Daphne's own words:

python -m bruno_site.server --bind 0.0.0.0 --port 8000 bruno_site.asgi:application
"""

from __future__ import annotations

import asyncio

import uvloop

from bruno_site import memory

memory.share()

# Before Daphne is known: it makes its loop as soon as it is.
asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())

from daphne import http_protocol  # noqa: E402
from daphne.cli import CommandLineInterface  # noqa: E402
from daphne.ws_protocol import WebSocketFactory  # noqa: E402

from bruno_site.requests import Channel, Request, SocketLine  # noqa: E402

http_protocol.HTTPFactory.protocol = Channel
http_protocol.WebRequest = Request
WebSocketFactory.protocol = SocketLine

if __name__ == "__main__":
    CommandLineInterface.entrypoint()
