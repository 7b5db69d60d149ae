import os
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bruno_site.settings")
http = get_asgi_application()

# Only now: these import models.
from games.urls import websocket_urlpatterns  # noqa: E402

from .awake import Awake  # noqa: E402
from .origins import SameOrigin  # noqa: E402

application: Any = Awake(
    ProtocolTypeRouter({"http": http, "websocket": SameOrigin(URLRouter(websocket_urlpatterns))})
)
