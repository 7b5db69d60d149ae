"""No frame or request causes a fault or a move (P13). Routes, and what they ask for, are found by
asking the site: a new one is among them by itself."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.db import transaction
from django.test import Client
from pytest_django import Settings

from accounts.models import Tally, User
from bruno_site.asgi import sockets
from bruno_site.live import hub
from bruno_site.live.threads import in_thread
from games.models import Game, Move
from lobby.models import Room
from tests.kit.at_table import AtTable
from tests.kit.board import cookie_of
from tests.kit.emptying import forget_all
from tests.kit.factories import UserFactory, open_bruno
from tests.kit.figures import Note
from tests.kit.garbage import Garbage, routes

REQUESTS = [300, pytest.param(200_000, marks=pytest.mark.soak)]
FRAMES = [600, pytest.param(1_000_000, marks=pytest.mark.soak)]
MOST_A_SOCKET = 500  # frames
REQUESTS_A_SITE = 5_000  # for what they leave behind makes every page longer
SEED = 13


class Site:
    """A game that runs, one that is over, a table that waits, and somebody of every rank."""

    def __init__(self, seed: int = SEED) -> None:
        self.running = AtTable()
        self.over = AtTable(users=self.running.users, server_seed=bytes([182]) * 32)
        self.over.play_out()
        self.room: Room = open_bruno(UserFactory.create(username="host"))
        chief = UserFactory.create(username="chief", is_staff=True, is_superuser=True)
        self.people: list[User | None] = [None, self.running.users[0], UserFactory.create(), chief]
        self.garbage = Garbage(seed, self._known(chief))

    def _known(self, chief: User) -> dict[str, list[str]]:
        codes = [self.running.code, self.over.code, self.room.code]
        rows = [str(self.running.id), str(chief.pk), "1"]
        return {
            "code": codes,
            "kind": ["bruno", "uno", "briscalone"],
            "object_id": rows,
            "pk": rows,
            "username": ["alice", "chief"],
        }

    def written(self) -> tuple[object, ...]:
        """What no garbage may ever touch."""
        ranks = User.objects.order_by("pk").values_list("username", "password", "is_superuser")
        games = Game.objects.filter(pk__in=[self.running.id, self.over.id])
        return (
            list(games.order_by("pk").values_list("seq", "kind", "config")),
            Move.objects.filter(game__in=games).count(),
            list(ranks.filter(username__in=["alice", "bob", "carol", "dave", "chief"])),
        )


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """Everything that is worth a traceback to us."""
    found: list[str] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if not record.name.startswith("django.security"):  # seen through, and refused
                found.append(self.format(record)[-3000:])

    logging.disable(logging.WARNING)  # so many of them would be kept, for a report
    ear, root = Ear(logging.ERROR), logging.getLogger()
    watched = [root, *(logging.getLogger(name) for name in ("django", "django.request"))]
    for each in watched:
        each.addHandler(ear)
    yield found
    for each in watched:
        each.removeHandler(ear)
    logging.disable(logging.NOTSET)


@pytest.mark.django_db
@pytest.mark.parametrize("number", REQUESTS)
def test_no_request_is_a_fault_of_ours(
    number: int, faults: list[str], settings: Settings, note: Note
) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    for asked in range(0, number, REQUESTS_A_SITE):
        forget_all()
        with transaction.atomic():
            flood_pages(Site(SEED + asked), min(number - asked, REQUESTS_A_SITE), faults)
            transaction.set_rollback(True)
    note("P13", f"{number:,} requests to {len(set(routes()))} routes", "0 × 500, 0 changes")


def flood_pages(site: Site, number: int, faults: list[str]) -> None:
    before = site.written()
    visitors = cycle([(person, Client(raise_request_exception=False)) for person in site.people])
    for route, (person, client) in islice(zip(cycle(sorted(routes())), visitors), number):
        asked = ask(site.garbage, route, person, client)
        assert faults == [], asked
    assert site.written() == before


def ask(garbage: Garbage, route: str, person: User | None, client: Client) -> dict[str, Any]:
    """Whoever logged themselves out, or was slowed down, starts afresh."""
    asked = garbage.request(route)
    if person is not None and "sessionid" not in client.cookies:
        client.force_login(person)
    answer = client.generic(**asked)
    assert answer.status_code < 500, asked
    if answer.status_code == 200 and answer.get("Content-Type", "").startswith("text/html"):
        garbage.learn(answer.content.decode())
    who = getattr(answer.wsgi_request, "user", person)  # nobody asked, if it was swept away
    if who is not None and not who.is_authenticated:
        client.cookies.clear()
    Tally.objects.all().delete()
    return asked


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_beat_by_itself")
@pytest.mark.parametrize("number", FRAMES)
async def test_no_frame_is_a_fault_of_ours(
    number: int, faults: list[str], settings: Settings, note: Note
) -> None:
    settings.MESSAGES_AT_ONCE = 10**9
    site = await in_thread(Site)
    before = await in_thread(site.written)
    cookies = [await in_thread(cookie_of, person) if person else b"" for person in site.people]
    routes = socket_routes(sockets)
    asked, at_each = zip(cycle(routes), cycle(cookies)), min(MOST_A_SOCKET, number // len(routes))
    sent = 0
    while sent < number:
        route, cookie = next(asked)
        sent += await flood(site.garbage, route, cookie, at_each)
        assert faults == [], route
    await hub.here().close()
    assert await in_thread(site.written) == before
    note("P13", f"{sent:,} frames to {len(routes)} sockets", "0 × 1011, 0 changes")


def socket_routes(router: Any) -> list[str]:
    return [str(each.pattern) for each in router.routes]


async def flood(garbage: Garbage, route: str, cookie: bytes, frames: int) -> int:
    """Returns how many frames were sent."""
    headers = [(b"cookie", cookie)]
    communicator = WebsocketCommunicator(sockets, garbage.path(route), headers=headers)
    connected, _protocol = await communicator.connect(timeout=20)
    if not connected:
        return 0
    for _ in range(frames):
        frame = garbage.frame()
        if isinstance(frame, bytes):
            await communicator.send_to(bytes_data=frame)
        else:
            await communicator.send_to(text_data=frame)
    await communicator.send_input({"type": "websocket.disconnect", "code": 1000})
    await communicator.wait(timeout=120)  # until everything was heard
    while not communicator.output_queue.empty():
        output = communicator.output_queue.get_nowait()
        assert output.get("code") != 1011
        garbage.learn(output.get("text") or "")
    return frames


@pytest.mark.parametrize("path", ["/ws/anything/", "/ws/", "/", "/ws/games/a b/", "/ws/t/%00/"])
async def test_a_socket_to_nowhere_is_refused(path: str) -> None:
    communicator = WebsocketCommunicator(sockets, path)
    connected, _code = await communicator.connect()
    assert not connected
