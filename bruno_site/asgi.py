import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bruno_site.settings")
http = get_asgi_application()

# Only now: these import models.
from games.routing import websocket_urlpatterns  # noqa: E402

from .origins import SameOrigin  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": SameOrigin(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
