from typing import Any

from django.urls import path, register_converter

from bruno_site.live.socket import Socket
from bruno_site.live.static_page import StaticPage

from . import views
from .lobby_page import LobbyPage
from .notices import views as notices
from .queue import views as queue_views
from .queue.page import QueuePage
from .room_page import RoomPage
from .talk import views as talk


class CodeConverter:
    regex = "[a-z0-9]{4}-[a-z0-9]{4}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(CodeConverter, "code")

app_name = "lobby"

urlpatterns = [
    path("", views.home, name="home"),
    path("poll/", views.home_poll, name="home_poll"),
    path("tables/new/<slug:kind>/", views.open_table, name="open"),
    path("play-now/", views.play_now, name="play_now"),
    path("play-as-guest/", views.play_as_guest, name="play_as_guest"),
    path("again/<slug:game>/", views.play_again, name="play_again"),
    path("t/<code:code>/", views.room, name="room"),
    path("t/<code:code>/rules/", views.room_rules, name="room_rules"),
    path("t/<code:code>/poll/", views.room_poll, name="room_poll"),
    path("t/<code:code>/act/", views.room_act, name="room_act"),
    path("t/<code:code>/invite/", notices.invite, name="invite"),
    path("notices/", notices.notices, name="notices"),
    path("notices/poll/", notices.poll, name="notices_poll"),
    path("talk/<slug:code>/", talk.talk, name="talk"),
    path("talk/<slug:code>/poll/", talk.poll, name="talk_poll"),
    path("talk/<slug:code>/report/", talk.report, name="report"),
    path("match/", queue_views.queue, name="queue"),
    path("match/ask/", queue_views.quick_match, name="quick_match"),
    path("match/poll/", queue_views.poll, name="queue_poll"),
    path("match/act/", queue_views.act, name="queue_act"),
    path("match/partner/", queue_views.ask_partner, name="ask_partner"),
    path("with/<slug:code>/", queue_views.party, name="party"),
    path("with/<slug:code>/accept/", queue_views.accept, name="accept"),
    path("rules/", views.rules_list, name="rules_list"),
    path("rules/<slug:kind>/", views.rules, name="rules"),
]

# Django's own `path` is typed for views alone, and so is what Channels expects of it.
_lobby: Any = Socket.as_asgi(opens=LobbyPage.open, place="lobby")
_room: Any = Socket.as_asgi(opens=RoomPage.open, place="room")
_queue: Any = Socket.as_asgi(opens=QueuePage.open, place="queue")
_still: Any = Socket.as_asgi(opens=StaticPage.open)
websocket_urlpatterns: list[Any] = [
    path("ws/lobby/", _lobby),
    path("ws/match/", _queue),
    path("ws/t/<code:code>/", _room),
    path("ws/site/", _still),
]
