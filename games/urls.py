from typing import Any

from django.urls import path

from bruno_site.live.socket import Socket
from bruno_site.live.static_page import StaticPage

from .history import branching, papers_pages, pictures, records, replays
from .history import views as history
from .history.back_page import BackPage
from .posted import views as posted
from .table import views as table
from .table.live_page import TablePage

app_name = "games"

urlpatterns = [
    path("", history.mine, name="mine"),
    path("announced/", posted.poll, name="announced"),
    path("records/", papers_pages.shelf, name="shelf"),
    path("records/mine.jsonl", papers_pages.all_records, name="all_records"),
    path("records/<slug:code>/", papers_pages.paper, name="paper"),
    path("records/<slug:code>/away/", papers_pages.throw_away, name="throw_away"),
    path("<slug:code>/", table.table, name="table"),
    path("<slug:code>/poll/", table.poll, name="poll"),
    path("<slug:code>/play/", table.play, name="play"),
    path("<slug:code>/moves/", history.moves, name="moves"),
    path("<slug:code>/replay/", replays.replay, name="replay"),
    path("<slug:code>/replay/picture.png", pictures.picture, name="picture"),
    path("<slug:code>/replay/unshare/", replays.unshare, name="unshare"),
    path("<slug:code>/back/", replays.back, name="back"),
    path("<slug:code>/play-on/", branching.play_on, name="play_on"),
    path("<slug:code>/deal/", records.check, name="check"),
    path("<slug:code>/record.json", records.record, name="record"),
]

# Django's own `path` is typed for views alone, and so is what Channels expects of it.
_live: Any = Socket.as_asgi(opens=TablePage.open, place="game")
_back: Any = Socket.as_asgi(opens=BackPage.open)
_over: Any = Socket.as_asgi(opens=StaticPage.open, place="game")
websocket_urlpatterns: list[Any] = [
    path("ws/games/<slug:code>/", _live),
    path("ws/games/<slug:code>/back/", _back),
    path("ws/games/<slug:code>/beside/", _over),
]
