"""What is put together of names, days and figures is put together as the language does it."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.test import Client
from django.utils.translation import override

from accounts import backends, moderation
from accounts.models import Decision, User
from games.history.rows import Somebody
from lobby.figures import Day, pictures
from lobby.models import RoomSeat
from tests.kit.at_table import AtTable
from tests.kit.factories import UserFactory, open_bruno, seated

pytestmark = pytest.mark.django_db

COMPONENTS = "{% from 'people/components.html' import company, names %}"


@pytest.fixture
def reader(client: Client) -> User:
    reader = UserFactory.create(
        username="boss", language="zh-hans", is_staff=True, is_superuser=True
    )
    client.force_login(reader)
    return reader


def drawn(source: str, **shown: Any) -> str:
    environment = cast(Jinja2, engines["jinja2"]).env
    return environment.from_string(COMPONENTS + source).render(shown).strip()


def page(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_the_record_says_what_was_decided_in_the_readers_language(
    client: Client, reader: User
) -> None:
    zoe = UserFactory.create(username="zoe")
    for what in (moderation.MUTE, "rank", "role", "end a game", "announce", "take a report"):
        Decision.objects.create(by=reader, about=zoe, what=what, why="Three reports.")
    for address in ("/admin/accounts/decision/", f"/admin/accounts/user/{zoe.pk}/change/"):
        shown = page(client, address)
        assert "禁言" in shown and "结束一局" in shown, address
        assert ">mute<" not in shown and ">rank<" not in shown and ">announce<" not in shown


def test_every_decision_there_is_has_its_words() -> None:
    with override("zh-hans"):
        assert [what for what in moderation.ACTIONS if moderation.label_of(what) == what] == []


def test_names_at_the_desk_are_listed_as_the_language_does(client: Client, reader: User) -> None:
    AtTable()
    seated(open_bruno(reader), reader)
    RoomSeat.objects.create(room=reader.rooms_hosted.get(), seat=1, bot="easy")
    assert "alice，bob，carol，dave" in page(client, "/admin/games/game/")
    assert "boss，Bice（机）" in page(client, "/admin/lobby/room/")


def test_a_bot_is_one_in_the_readers_language(client: Client, reader: User) -> None:
    room = seated(open_bruno(reader), reader)
    RoomSeat.objects.create(room=room, seat=1, bot="easy")
    for address in ("/", room.get_absolute_url()):
        shown = page(client, address)
        assert "Bice（机）" in shown and "Bice (bot)" not in shown, address


def test_a_day_of_the_figures_is_said_in_the_readers_language() -> None:
    (first, *_others) = pictures([Day(date(2026, 3, 1), people=4, games=1, minutes=7)])
    with override("it"):
        assert [bar.title for bar in first.bars] == ["1 marzo: 4"]


def test_until_when_somebody_is_suspended_is_said_as_every_moment_is() -> None:
    until = datetime(2100, 3, 1, 14, 30, tzinfo=UTC)
    zoe = User(username="zoe", suspended_until=until, suspension="Basta.")
    with override("it"):
        said = backends.suspension_of(zoe)
    assert said == "Non puoi accedere prima di lunedì 01 marzo 2100 14:30 UTC. Basta."


def test_people_are_listed_as_the_language_does() -> None:
    somebodies = [Somebody("a<b"), Somebody("bob", "/people/bob/"), Somebody("carol")]
    with override("zh-hans"):
        assert drawn("{{ names(who) }}", who=somebodies) == (
            'a&lt;b，<a href="/people/bob/">bob</a>，carol'
        )
        assert drawn("{{ names([]) }}") == ""


def test_a_share_is_written_as_the_language_does() -> None:
    other = SimpleNamespace(who=Somebody("bob"), score=SimpleNamespace(games=3, percent=33))
    with override("zh-hans"):
        assert ">33%<" in drawn("{{ company('', '', [other]) }}", other=other)


def test_the_title_of_a_table_is_the_one_that_its_prompt_keeps(client: Client) -> None:
    table = AtTable()
    client.force_login(table.users[0])
    shown = page(client, table.game.get_absolute_url())
    (title,), (kept,) = (
        re.findall(pattern, shown) for pattern in (r"<title>(.*?)</title>", r'data-title="(.*?)"')
    )
    assert title.startswith(kept)
