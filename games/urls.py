from typing import Any

from django.urls import path

from bruno_site.live.socket import Socket

from .history import views as history
from .table import views as table
from .table.page import TablePage

app_name = "games"

urlpatterns = [
    path("", history.mine, name="mine"),
    path("<int:game_id>/", table.table, name="table"),
    path("<int:game_id>/poll/", table.poll, name="poll"),
    path("<int:game_id>/play/", table.play, name="play"),
    path("<int:game_id>/moves/", history.moves, name="moves"),
    path("<int:game_id>/replay/", history.replay, name="replay"),
    path("<int:game_id>/record.json", history.record, name="record"),
]

# Django's own `path` is typed for views alone, and so is what Channels expects of it.
_live: Any = Socket.as_asgi(opens=TablePage.open)
websocket_urlpatterns: list[Any] = [path("ws/games/<int:game_id>/", _live)]
