"""P15: who may do what at the site's own routes. A route without a row fails."""

from __future__ import annotations

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts import urls as accounts_urls
from accounts.models import User
from bruno_site.live.visitors import Visitor
from lobby import queries
from lobby import urls as lobby_urls
from lobby.hearing import DEEDS
from lobby.models import Party, Room, RoomSeat, Ticket
from lobby.room_page import RoomPage
from tests.kit.factories import UserFactory, all_ready, finish, nonce_of, ready_with_seal, seated
from tests.kit.rights import AT_THE_SITE, IN_A_ROOM, TALK, rows

pytestmark = pytest.mark.django_db

ROLES = ("anonymous", "stranger", "seated")
ROWS = list(rows(AT_THE_SITE, ROLES))


@pytest.fixture(autouse=True)
def letters_can_be_sent(settings: Settings) -> None:
    settings.HAS_MAIL = True


def path_of(route: str, room: Room) -> str:
    arguments: dict[str, list[object]] = {
        "lobby:rules": ["bruno"],
        "lobby:open": ["bruno"],
        "games:play": [1],
    }
    for name in ("reset_password", "confirm_email"):
        arguments[f"accounts:{name}"] = ["MQ", "of-another"]
    if route in ("lobby:party", "lobby:accept"):
        host = UserFactory.create()
        arguments[route] = [Party.objects.create(host=host, kind="bruno").code]
    for name in ("room", "room_rules", "room_poll", "room_act"):
        arguments[f"lobby:{name}"] = [room.code]
    if route == "lobby:play_again":
        game = Room.objects.select_related("game").get(pk=room.pk).game
        arguments[route] = [game.code if game else "nosuchgame"]
    return reverse(route, args=arguments.get(route))


def everything() -> tuple[object, ...]:
    rooms = Room.objects.order_by("pk").values_list("pk", "game", "version", "host")
    seats = RoomSeat.objects.order_by("pk").values_list("room", "seat", "user", "bot", "is_ready")
    tickets = Ticket.objects.order_by("pk").values_list("user", "kind", "room", "takes_bots")
    return list(rooms), list(seats), list(tickets)


def outcome_of(client: Client, method: str, path: str) -> str:
    before = everything()
    response = client.generic(
        method,
        path,
        "kind=bruno&sit=3&level=easy",
        "application/x-www-form-urlencoded",
    )
    changed = everything() != before
    if list(get_messages(response.wsgi_request)):
        return "refused, yet done" if changed else "refused"
    if changed:
        return "done"
    if response.status_code == 200:
        return "page"
    if response.status_code == 404:
        return "absent"
    assert response.status_code == 302
    if response["Location"].startswith(reverse("accounts:log_in")):
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
    in_phase(phase, room, four)
    if role != "anonymous":
        client.force_login(whoever(role, four, zoe))
    assert outcome_of(client, method, path_of(route, room)) == expected


def in_phase(phase: str, room: Room, four: list[User]) -> None:
    """alice is the host, and all but her are ready. In `waiting` seat 3 is free."""
    Room.objects.update(is_listed=phase != "private")
    seated(room, *(four[:3] if phase in {"waiting", "hosted", "any"} else four))
    if phase == "hosted":
        Room.objects.update(host=four[1])
    if phase in {"begun", "over", "private"}:
        all_ready(room)
    if phase == "opening":
        for user in four:
            ready_with_seal(room, user)
    if phase == "queued":
        Ticket.objects.bulk_create(Ticket(user=user, kind="uno") for user in User.objects.all())
    if phase == "over":
        finish(Room.objects.get(pk=room.pk).game)


def whoever(role: str, four: list[User], zoe: User) -> User:
    return {"stranger": zoe, "seated": four[1], "host": four[0]}[role]


DEEDS_IN_A_ROOM = list(rows(IN_A_ROOM, ("stranger", "seated", "host")))


@pytest.mark.parametrize(("deed", "phase", "role", "expected"), DEEDS_IN_A_ROOM)
def test_who_may_press_what_in_a_room(
    room: Room, four: list[User], zoe: User, deed: str, phase: str, role: str, expected: str
) -> None:
    in_phase(phase, room, four)
    if deed == "unready":
        RoomSeat.objects.update(is_ready=True)
    member, before = whoever(role, four, zoe), everything()
    page = RoomPage(queries.room_of(room.code, member.pk), Visitor(member, "", "en"))
    notice = page.hear({deed: "3", "level": "easy", "nonce": nonce_of(member)})
    changed = everything() != before
    assert (changed, bool(notice)) == {
        "done": (True, False),
        "refused": (False, True),
        "nothing": (False, False),
    }[expected]


def test_every_button_of_a_room_has_its_rows() -> None:
    assert {deed for deed, *_row in DEEDS_IN_A_ROOM} == set(DEEDS)


def test_every_route_of_the_site_has_its_rows() -> None:
    routes = {
        f"{urls.app_name}:{pattern.name}"
        for urls in (accounts_urls, lobby_urls)
        for pattern in urls.urlpatterns
    }
    talk = {route for _, route, *_ in rows(TALK, ROLES)}
    assert routes == {route for _, route, *_ in ROWS} | talk


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


def pages() -> list[str]:
    """Every route of the site that is never a button; talk has a table of its own."""
    shown, pressed = ({row[1] for row in ROWS if row[0] == way} for way in ("GET", "POST"))
    return sorted(shown - pressed)


@pytest.mark.parametrize("route", pages())
def test_what_has_no_row_as_a_button_is_none(
    client: Client, room: Room, four: list[User], route: str
) -> None:
    client.force_login(four[0])
    before = everything()
    assert client.post(path_of(route, room), {"sit": "3"}).status_code == 405
    assert everything() == before


def test_whoever_logs_in_first_comes_back_to_the_room_and_not_to_a_button(
    client: Client, room: Room
) -> None:
    response = client.post(path_of("lobby:room_act", room), {"sit": 0})
    assert response["Location"] == f"/accounts/log-in/?next=/t/{room.code}/"
