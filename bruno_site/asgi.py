import os
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bruno_site.settings")
http = get_asgi_application()

# Only now: these import models.
from games.routing import websocket_urlpatterns  # noqa: E402

from .at_home import WithClock  # noqa: E402
from .origins import SameOrigin  # noqa: E402

application: Any = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": SameOrigin(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
if settings.ONE_PROCESS:
    application = WithClock(application)
