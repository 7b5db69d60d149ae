"""P15: who may do what at a game, by page and by socket. A route without a row fails."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import getsource
from itertools import product
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from accounts.models import User
from bruno_site.asgi import sockets
from bruno_site.live import hub, socket
from bruno_site.live.page import LoggedOut
from bruno_site.live.threads import in_thread
from games.models import Game, Move, Unshared
from games.table import hearing
from tests.kit.at_table import SHORT_GAME, AtTable
from tests.kit.board import cookie_of
from tests.kit.factories import UserFactory, open_bruno
from tests.kit.repository import sources
from tests.kit.rights import AT_A_GAME, MESSAGES, SAID, SOCKETS, routes_with_rows, rows
from tests.kit.sockets import answer_to, table_line

pytestmark = pytest.mark.django_db

ROLES = ("visitor", "stranger", "player", "admin")

# Django's own, which no row of ours could make safer: they are for everybody.
OPEN_IN_ADMIN = {"admin:login", "admin:logout", "admin:jsi18n"}


def at_table(phase: str) -> AtTable:
    table = AtTable(server_seed=SHORT_GAME)
    if phase == "finished":
        table.play_out()
    if phase == "private":
        Game.objects.filter(pk=table.id).update(is_watchable=False)
    return table


def person(role: str, table: AtTable) -> User | None:
    if role == "visitor":
        return None
    if role == "player":
        return table.users[0 if table.is_over else table.turn]
    is_admin = role == "admin"
    return UserFactory.create(username="zoe", is_staff=is_admin, is_superuser=is_admin)


def path_of(route: str, table: AtTable) -> str:
    alone = {"games:mine", "games:shelf", "games:all_records", "people:board", "healthz"}
    alone |= {"games:announced"}
    if route.startswith("learn:"):
        return reverse(route, args=["bruno"])
    if route == "people:profile":
        return reverse(route, args=[table.users[1].username])
    if route in alone | {"admin:games_game_changelist", "admin:games_game_add"}:
        return reverse(route)
    return reverse(route, args=[table.id if route.startswith("admin:") else table.code])


def stored() -> tuple[object, ...]:
    games = list(Game.objects.values_list("seq", "result"))
    return Move.objects.count(), games, Unshared.objects.count()


def outcome_of(response: Any, changed: bool) -> str:
    if changed:
        return "done"
    if response.status_code == 302:
        return "log_in" if re.search(r"/log-?in/", response["Location"]) else "elsewhere"
    if response.status_code == 403:
        return "not_yet" if "until the game is over" in response.content.decode() else "forbidden"
    if response.status_code == 404:
        return "missing"
    assert response.status_code == 200
    return "file" if "attachment" in response.get("Content-Disposition", "") else "page"


@pytest.mark.parametrize(
    ("method", "route", "phase", "role", "expected"), list(rows(AT_A_GAME, ROLES))
)
def test_who_may_do_what(
    client: Client, method: str, route: str, phase: str, role: str, expected: str
) -> None:
    table = at_table(phase)
    user = person(role, table)
    if user is not None:
        client.force_login(user)
    action = "collect" if table.is_over else table.some_action()
    before, form = stored(), f"seq={table.seq}&action={action.replace(' ', '+')}&post=yes"
    form += "&at=1&as=0&cards=same&bot=easy"
    response = client.generic(
        method, path_of(route, table), form, "application/x-www-form-urlencoded"
    )
    is_changed = stored() != before
    if list(get_messages(response.wsgi_request)) and not is_changed:
        assert expected == "refused"
    else:
        assert outcome_of(response, is_changed) == expected


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("message", "phase", "role", "expected"), list(rows(MESSAGES, ROLES)))
async def test_what_a_socket_may_say(message: str, phase: str, role: str, expected: str) -> None:
    table = await in_thread(at_table, phase)
    user = await in_thread(person, role, table)
    said, before = await in_thread(lambda: (words(message, table), stored()))
    async with table_line(table.code, user) as listener:
        if expected == "closed":
            assert await listener.closed_with() == LoggedOut.code
            return
        await listener.hear()
        await listener.send(**said)
        notice = await answer_to(listener)
    assert "whether this was stored" not in notice
    changed = await in_thread(stored) != before
    assert (changed, bool(notice)) == (expected == "done", expected == "refused")


def words(message: str, table: AtTable) -> dict[str, str | int]:
    if message == "replace":
        return {message: "1"}
    if message != "move":
        return {"seq": table.seq, message: ""}
    return {"seq": table.seq, "action": "collect" if table.is_over else table.some_action()}


HEARD = re.compile(r'"(\w+)" in message\b|\bmessage(?:\.\w+\(|\[)"(\w+)"')


def heard_in(*texts: str) -> set[str]:
    return {one or other for text in texts for one, other in HEARD.findall(text)}


def test_every_message_has_its_rows() -> None:
    known = {row[0] for row in rows(MESSAGES, ROLES)} - {"move"} | {"seq", "action"}
    assert heard_in(getsource(hearing)) | set(hearing.AT_ANY_TIME) == known


def test_nothing_else_is_heard_anywhere() -> None:
    """Rooms and the queue hear what stands in lists of theirs, which have tests of their own."""
    everywhere = [path.read_text() for path in sources("games", "lobby")]
    heard = heard_in(getsource(socket), *everywhere) - {"type"}  # which is the server's
    assert heard == heard_in(getsource(hearing)) | set().union(*SAID.values())


def socket_routes() -> set[str]:
    router: Any = sockets
    return {str(each.pattern) for each in router.routes} - {""}


def test_every_socket_has_its_rows() -> None:
    assert socket_routes() == {row[0] for row in rows(SOCKETS, ROLES)}


def address_of(route: str, user: User | None, table: AtTable) -> str:
    code = table.code
    if "<code:" in route:
        code = open_bruno(user or table.users[1]).code
    return "/" + re.sub(r"<\w+:(\w+)>", lambda place: {"kind": "bruno"}.get(place[1], code), route)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("route", "phase", "role", "expected"), list(rows(SOCKETS, ROLES)))
async def test_who_may_open_a_socket(route: str, phase: str, role: str, expected: str) -> None:
    table = await in_thread(at_table, phase)
    user = await in_thread(person, role, table)
    address = await in_thread(address_of, route, user, table)
    cookie = await in_thread(cookie_of, user) if user else b""
    communicator = WebsocketCommunicator(sockets, address, headers=[(b"cookie", cookie)])
    try:
        assert await communicator.connect(timeout=5) == (True, None)
        first = await communicator.receive_output(timeout=5)
        assert str(first.get("code", "open")) == expected
    finally:
        await communicator.disconnect()
        await hub.running_hub().close()


def routes(resolver: URLResolver, spaces: tuple[str, ...] = ()) -> Iterator[str]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from routes(each, (*spaces, each.namespace) if each.namespace else spaces)
        else:
            yield ":".join((*spaces, each.name or str(each.pattern)))


def test_every_route_of_the_whole_site_has_its_rows() -> None:
    bare = sorted(route for route in routes(get_resolver()) if not route.startswith("admin:"))
    assert set(bare) - routes_with_rows() == set()
    assert len(bare) == len(set(bare)), "of two routes with one name one would have no rows"


def admin_routes() -> list[str]:
    names = {route for route in routes(get_resolver()) if re.fullmatch(r"admin:\w+", route)}
    return sorted(names - OPEN_IN_ADMIN)


@pytest.mark.parametrize("role", ["visitor", "stranger", "player"])
@pytest.mark.parametrize("route", admin_routes())
def test_no_page_of_the_admin_is_for_anyone_else(client: Client, route: str, role: str) -> None:
    table = at_table("running")
    user = person(role, table)
    if user is not None:
        client.force_login(user)
    response = client.get(any_path(route))
    assert response.status_code == 302
    assert response["Location"].startswith("/admin/login/")


def any_path(route: str) -> str:
    some = {"admin:app_list": ["games"]}
    of_one_row = r"admin:\w+_(?:change|delete|history|decide)"
    if re.fullmatch(of_one_row, route) and route != "admin:password_change":
        return reverse(route, args=["1"])
    return reverse(route, args=some.get(route))


def only(method: str) -> list[str]:
    """The routes at a game that are asked in this way and in no other."""
    ways = [row[:2] for row in rows(AT_A_GAME, ROLES) if not row[1].startswith("admin:")]
    others = {route for way, route in ways if way != method}
    return sorted({route for _way, route in ways} - others)


@pytest.mark.parametrize(
    ("method", "route"),
    [*product(["post"], only("GET")), *product(["get"], only("POST"))],
)
def test_looking_is_by_links_and_playing_by_forms(client: Client, method: str, route: str) -> None:
    table = at_table("running")
    client.force_login(table.users[0])
    before = stored()
    assert getattr(client, method)(path_of(route, table)).status_code == 405
    assert stored() == before


def test_a_move_from_another_site_is_not_taken() -> None:
    table, client = at_table("running"), Client(enforce_csrf_checks=True)
    client.force_login(table.users[table.turn])
    move = {"seq": table.seq, "action": table.some_action()}
    assert client.post(path_of("games:play", table), move).status_code == 403
    assert table.seq == move["seq"]
