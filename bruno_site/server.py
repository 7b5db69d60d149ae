"""The web server: Daphne on uvloop, with the limits of `server_limits`.

It takes the arguments of Daphne:

python -m bruno_site.server --bind 0.0.0.0 --port 8000 bruno_site.asgi:application
"""

from __future__ import annotations

import asyncio

import uvloop

from bruno_site import malloc

malloc.limit_arenas()

# Before Daphne is imported, which creates its event loop at once.
asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())

from daphne import http_protocol  # noqa: E402
from daphne.cli import CommandLineInterface  # noqa: E402
from daphne.ws_protocol import WebSocketFactory  # noqa: E402

from bruno_site.server_limits import Channel, Request, SocketLine  # noqa: E402

http_protocol.HTTPFactory.protocol = Channel
http_protocol.WebRequest = Request
WebSocketFactory.protocol = SocketLine

if __name__ == "__main__":
    CommandLineInterface.entrypoint()
