"""P24: a wrong, old or private link reveals nothing, neither by its answer nor by the work done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver

from games.log import sharing
from games.models import Game, new_code
from lobby import service
from lobby.models import Party, Room
from tests.kit.at_table import SHORT_GAME, AtTable
from tests.kit.factories import UserFactory, open_bruno
from tests.kit.pages import without_token

pytestmark = pytest.mark.django_db

# Values in a statement: without them, statements about different people and games are the same.
VALUE = re.compile(r"'[^']*'|\bs[0-9]+_x[0-9]+\b|\b[0-9]+\b")


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: str
    work: list[str]


def routes(under: Any = None, before: str = "/") -> Iterator[str]:
    """Return all routes of the site with the code of a game, a room or a party."""
    for each in (under or get_resolver()).url_patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each, route)
        elif isinstance(each, URLPattern) and re.search(r"<\w+:(code|game)>", route):
            yield route


OTHERS = ("/with/", "/games/records/")
OF_GAMES = [each for each in routes() if "<slug:" in each and not each.startswith(OTHERS)]
OF_ROOMS = [route for route in routes() if "<code:" in route]
OF_TALK = [route for route in routes() if route.startswith("/talk/")]
OF_PARTIES = [route for route in routes() if route.startswith("/with/")]


def answer(client: Client, method: str, route: str, code: str, **query: str) -> Answer:
    path = re.sub(r"<\w+:\w+>", code, route)
    with CaptureQueriesContext(connection) as asked:
        response = client.generic(method, path, query_params=query)
    body = without_token(response.content.decode()).replace(code, "CODE")
    said = {name: text.replace(code, "CODE") for name, text in response.headers.items()}
    headers = {name: text for name, text in said.items() if name != "Expires"}
    work = [VALUE.sub("?", query["sql"]) for query in asked]
    return Answer(response.status_code, headers, body, work)


@pytest.fixture
def zoe(client: Client) -> Client:
    client.force_login(UserFactory.create(username="zoe"))
    client.get("/")  # fills caches that all visitors share
    return client


def private_game(*, is_over: bool) -> AtTable:
    table = AtTable(server_seed=SHORT_GAME)
    Game.objects.filter(pk=table.id).update(is_watchable=False)
    if is_over:
        table.play_out()
    return table


def test_the_routes_are_found() -> None:
    assert {"/games/<slug:code>/", "/talk/<slug:code>/poll/"} <= set(OF_GAMES)
    assert "/t/<code:code>/act/" in OF_ROOMS and "/with/<slug:code>/accept/" in OF_PARTIES


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("is_over", [False, True])
def test_a_private_game_is_for_others_as_if_there_were_none(
    zoe: Client, is_over: bool, method: str
) -> None:
    code = private_game(is_over=is_over).code
    for route in OF_GAMES:
        there, nowhere = (answer(zoe, method, route, each) for each in (code, new_code()))
        assert there == nowhere, route
        assert there.status in {404, 405}, route


@pytest.mark.parametrize("is_over", [False, True])
def test_nobody_learns_it_by_a_key_that_is_wrong_withdrawn_or_too_early(
    zoe: Client, is_over: bool
) -> None:
    table = private_game(is_over=is_over)
    key = sharing.key_of(table.code)
    if is_over:
        sharing.withdraw(table.game)
    for route in OF_GAMES:
        there = answer(zoe, "GET", route, table.code, key=key)
        assert there == answer(zoe, "GET", route, new_code(), key=key), route
        assert there == answer(zoe, "GET", route, table.code, key="wrong"), route


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_closed_room_answers_as_if_it_had_never_existed(zoe: Client, method: str) -> None:
    host = UserFactory.create(username="alice")
    room = open_bruno(host)
    old, nowhere = room.code, open_bruno(host).code
    Room.objects.filter(code=nowhere).delete()
    service.close(code=old, user=host)
    assert Room.objects.count() == 0
    for route in OF_ROOMS:
        gone, never = (answer(zoe, method, route, each) for each in (old, nowhere))
        assert gone == never and gone.status in {404, 405}, route


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_private_table_that_has_begun_was_never_there_for_others(
    zoe: Client, method: str
) -> None:
    """Bots sit there too: a visitor without an account must not be taken for a bot."""
    started, nowhere = started_with_bots(), "abcd-efgh"
    for visitor in (zoe, Client()):
        for route in (*OF_ROOMS, *OF_TALK):
            there, never = (answer(visitor, method, route, each) for each in (started, nowhere))
            assert there == never and there.status in {302, 404, 405}, route


def started_with_bots() -> str:
    """Return the code of an unlisted room whose host plays a game against bots."""
    host = UserFactory.create(username="alice")
    room = open_bruno(host)
    Room.objects.update(is_listed=False)
    service.fill(code=room.code, user=host, level="easy")
    service.ready(code=room.code, user=host)
    return room.code


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_dissolved_party_answers_as_if_it_had_never_existed(zoe: Client, method: str) -> None:
    host = UserFactory.create(username="alice")
    party = Party.objects.create(host=host, kind="bruno")
    old = party.code
    party.delete()
    for route in OF_PARTIES:
        gone, never = (answer(zoe, method, route, each) for each in (old, new_code()))
        assert gone == never and gone.status in {404, 405}, route
