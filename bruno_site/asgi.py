import os
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import WebsocketDenier
from django.core.asgi import get_asgi_application
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bruno_site.settings")
http = get_asgi_application()

# Only now: these import models.
from games.lessons.urls import websocket_urlpatterns as lessons  # noqa: E402
from games.urls import websocket_urlpatterns as games  # noqa: E402
from lobby.urls import websocket_urlpatterns as lobby  # noqa: E402

from .awake import Awake  # noqa: E402
from .garbage import Request  # noqa: E402
from .live.turns import InTurn  # noqa: E402
from .origins import SameOrigin  # noqa: E402

http.request_class = Request
nobody: Any = WebsocketDenier.as_asgi()
sockets = URLRouter([*games, *lessons, *lobby, re_path("", nobody)])
by_protocol: Any = {"http": InTurn(http), "websocket": SameOrigin(sockets)}
application: Any = Awake(ProtocolTypeRouter(by_protocol))
