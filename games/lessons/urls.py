from typing import Any

from django.urls import path

from bruno_site.live.socket import Socket

from . import views
from .lesson_page import LessonPage

app_name = "learn"

urlpatterns = [
    path("<slug:kind>/", views.lesson, name="lesson"),
    path("<slug:kind>/poll/", views.poll, name="poll"),
    path("<slug:kind>/press/", views.press, name="press"),
    path("<slug:kind>/again/", views.again, name="again"),
]

_live: Any = Socket.as_asgi(opens=LessonPage.open)
websocket_urlpatterns: list[Any] = [path("ws/learn/<slug:kind>/", _live)]
