"""P15: who may do what at the site's own routes. A route without a row fails."""

from __future__ import annotations

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from accounts import urls as accounts_urls
from accounts.models import User
from lobby import service
from lobby import urls as lobby_urls
from lobby.models import Room, RoomSeat
from tests.kit.factories import finish, seated
from tests.kit.rights import AT_THE_SITE, rows

pytestmark = pytest.mark.django_db

ROLES = ("anonymous", "stranger", "seated")
ROWS = list(rows(AT_THE_SITE, ROLES))


def path_of(route: str, room: Room) -> str:
    arguments: dict[str, list[object]] = {"lobby:rules": ["bruno"], "games:play": [1]}
    for name in ("room", "sit", "stand", "begin", "add_bot", "remove_bot"):
        arguments[f"lobby:{name}"] = [room.code]
    if route == "lobby:play_again":
        arguments[route] = [str(Room.objects.get(pk=room.pk).game_id or 1)]
    return reverse(route, args=arguments.get(route))


def everything() -> tuple[object, ...]:
    rooms = Room.objects.order_by("pk").values_list("pk", "game")
    seats = RoomSeat.objects.order_by("pk").values_list("room", "seat", "user", "bot", "nonce")
    return list(rooms), list(seats)


def outcome_of(client: Client, method: str, path: str) -> str:
    before = everything()
    response = client.generic(
        method,
        path,
        "kind=bruno&preset=standard&seat=3&level=easy",
        "application/x-www-form-urlencoded",
    )
    changed = everything() != before
    if list(get_messages(response.wsgi_request)):
        return "refused, yet done" if changed else "refused"
    if changed:
        return "done"
    if response.status_code == 200:
        return "page"
    assert response.status_code == 302
    if response["Location"].startswith(reverse("accounts:login")):
        return "log_in"
    return "game" if response["Location"].startswith("/games/") else "nothing"


@pytest.mark.parametrize(("method", "route", "phase", "role", "expected"), ROWS)
def test_who_may_do_what(
    client: Client,
    room: Room,
    four: list[User],
    zoe: User,
    method: str,
    route: str,
    phase: str,
    role: str,
    expected: str,
) -> None:
    seated(room, *(four if phase in {"full", "begun", "over"} else four[:3]))
    if phase == "bot":
        service.add_bot(code=room.code, user=four[0], seat=3, level="hard")
    if phase in {"begun", "over"}:
        service.begin(code=room.code, user=four[0])
    if phase == "over":
        finish(Room.objects.get(pk=room.pk).game)
    if role != "anonymous":
        client.force_login(zoe if role == "stranger" else four[0])
    assert outcome_of(client, method, path_of(route, room)) == expected


def test_every_route_of_the_site_has_its_rows() -> None:
    routes = {
        f"{urls.app_name}:{pattern.name}"
        for urls in (accounts_urls, lobby_urls)
        for pattern in urls.urlpatterns
    }
    assert routes == {route for _, route, *_ in ROWS}


def buttons() -> list[str]:
    """Every route of the whole site that is never a page."""
    shown, pressed = ({row[1] for row in ROWS if row[0] == way} for way in ("GET", "POST"))
    return [*sorted(pressed - shown), "games:play"]


@pytest.mark.parametrize("route", buttons())
def test_a_link_to_a_button_changes_nothing_and_is_answered_in_a_sentence(
    client: Client, room: Room, four: list[User], route: str
) -> None:
    client.force_login(four[0])
    before = everything()
    response = client.get(path_of(route, room))
    assert response.status_code == 405
    assert "POST" in response["Allow"] and "GET" not in response["Allow"]
    assert "only for a button" in response.content.decode()
    assert everything() == before
    assert client.session[SESSION_KEY] == str(four[0].pk)


def test_whoever_logs_in_first_comes_back_to_the_room_and_not_to_a_button(
    client: Client, room: Room
) -> None:
    response = client.post(path_of("lobby:sit", room), {"seat": 0})
    assert response["Location"] == f"/accounts/log-in/?next=/t/{room.code}/"
