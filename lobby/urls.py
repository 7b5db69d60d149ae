from django.urls import path, register_converter

from . import views


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
    path("tables/", views.open_table, name="open"),
    path("play-now/", views.play_now, name="play_now"),
    path("again/<int:game_id>/", views.play_again, name="play_again"),
    path("t/<code:code>/", views.room, name="room"),
    path("t/<code:code>/sit/", views.sit, name="sit"),
    path("t/<code:code>/stand/", views.stand, name="stand"),
    path("t/<code:code>/bot/", views.add_bot, name="add_bot"),
    path("t/<code:code>/no-bot/", views.remove_bot, name="remove_bot"),
    path("t/<code:code>/begin/", views.begin, name="begin"),
    path("rules/", views.rules_list, name="rules_list"),
    path("rules/<slug:kind>/", views.rules, name="rules"),
]
