from typing import Any

from django.urls import path

from .table.consumers import TableConsumer

# Django's own `path` is typed for views alone, and so is what Channels expects of it.
application: Any = TableConsumer.as_asgi()
websocket_urlpatterns: list[Any] = [path("ws/games/<int:game_id>/", application)]
