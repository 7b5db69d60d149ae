"""The ASGI application: HTTP requests and WebSockets of the site."""

import os
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import WebsocketDenier
from django.core.asgi import get_asgi_application
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bruno_site.settings")
http = get_asgi_application()

# Imported here because these import models, which need Django to be set up.
from games.lessons.urls import websocket_urlpatterns as lessons  # noqa: E402
from games.urls import websocket_urlpatterns as games  # noqa: E402
from lobby.urls import websocket_urlpatterns as lobby  # noqa: E402

from .core.input_validation import Request  # noqa: E402
from .live.request_queue import RequestQueue  # noqa: E402
from .origins import SameOrigin  # noqa: E402
from .startup import StartOnFirstVisitor  # noqa: E402

http.request_class = Request
deny_all: Any = WebsocketDenier.as_asgi()
sockets = URLRouter([*games, *lessons, *lobby, re_path("", deny_all)])
by_protocol: Any = {"http": RequestQueue(http), "websocket": SameOrigin(sockets)}
application: Any = StartOnFirstVisitor(ProtocolTypeRouter(by_protocol))
