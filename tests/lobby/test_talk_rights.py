"""P15: who may say what where, report it, and call whom."""

from __future__ import annotations

import pytest
from django.contrib.messages import get_messages
from django.contrib.messages.constants import ERROR
from django.test import Client
from django.urls import reverse

from accounts.models import User
from lobby.models import Line, Notice, Report, Room
from lobby.notices import calls
from lobby.talk import lines
from lobby.talk.places import spot
from tests.kit.at_table import AtTable
from tests.kit.factories import UserFactory, finish, seated
from tests.kit.rights import TALK, rows

pytestmark = pytest.mark.django_db

ROLES = ("anonymous", "stranger", "seated")


class Scene:
    """bob sits there, where alice has said something and called bob."""

    def __init__(self, room: Room, four: list[User], phase: str) -> None:
        UserFactory.create(username="eve")
        self.room = seated(room, *four)
        if phase != "waiting":
            room.game = AtTable(users=four).game
            room.save(update_fields=["game"])
        if phase == "over":
            finish(room.game, 0)
        self.code = room.code if room.game is None else room.game.code
        lines.say(spot=spot(self.code, four[0]), author=four[0], phrase="well")
        calls.call(why="again", where=room, people=[four[1].pk], sender=four[0])

    def path(self, route: str) -> str:
        codes = {"lobby:invite": [self.room.code]}
        talks = route.startswith(("lobby:talk", "lobby:report"))
        return reverse(route, args=codes.get(route, [self.code] if talks else []))

    def form(self, asked: str) -> dict[str, object]:
        forms: dict[str, dict[str, object]] = {
            "phrase": {"phrase": "thanks"},
            "words": {"text": "Thanks to all of you"},
            "line": {"moment": lines.said(Line.objects.get()).moment},
            "person": {"name": "eve"},
            "call": {"call": f"again {self.room.code}"},
        }
        return forms.get(asked, {})


def everything() -> tuple[object, ...]:
    put_away = Notice.objects.values_list("pk", "put_away_at")
    return Line.objects.count(), Report.objects.count(), sorted(put_away)


def outcome_of(client: Client, method: str, path: str, form: dict[str, object]) -> str:
    before = everything()
    response = client.get(path) if method == "GET" else client.post(path, form)
    changed = everything() != before
    if any(said.level == ERROR for said in get_messages(response.wsgi_request)):
        return "refused, yet done" if changed else "refused"
    if changed or response.status_code == 200:
        return "done" if changed else "page"
    is_log_in = response["Location"].startswith(reverse("accounts:log_in"))
    return "log_in" if is_log_in else "nothing"


@pytest.mark.parametrize(
    ("method", "route", "asked", "phase", "role", "expected"), list(rows(TALK, ROLES))
)
def test_who_may_say_what(
    client: Client,
    room: Room,
    four: list[User],
    zoe: User,
    method: str,
    route: str,
    asked: str,
    phase: str,
    role: str,
    expected: str,
) -> None:
    scene = Scene(room, four, phase)
    if role != "anonymous":
        client.force_login(zoe if role == "stranger" else four[1])
    assert outcome_of(client, method, scene.path(route), scene.form(asked)) == expected
