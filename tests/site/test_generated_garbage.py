"""No frame or request causes a fault or a move (P13). Routes, and what they ask for, are found by
asking the site: a new one is among them by itself."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from itertools import cycle, islice, product
from pathlib import Path
from socket import create_connection
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.db import connection
from django.test import Client
from prometheus_client import REGISTRY
from pytest_django import Settings

from accounts.models import Tally, User
from bruno_site.asgi import sockets
from bruno_site.guards import lower_all
from bruno_site.live import hub
from bruno_site.live.threads import in_thread
from games.models import Game, Move
from lobby.models import Room, Ticket
from scripts import compose
from tests.kit import processes
from tests.kit.at_table import AtTable
from tests.kit.board import cookie_of
from tests.kit.emptying import forget_all
from tests.kit.factories import UserFactory, open_bruno, staff
from tests.kit.figures import Note
from tests.kit.garbage import Garbage, routes

REQUESTS = [300, pytest.param(100_000, marks=pytest.mark.soak)]  # on each database
BYTES = [100, pytest.param(4_000, marks=pytest.mark.soak)]  # requests past Django's client
FRAMES = [600, pytest.param(1_000_000, marks=pytest.mark.soak)]
MOST_A_SOCKET = 500  # frames
REQUESTS_A_SITE = 5_000  # for what they leave behind makes every page longer
SEED = 13
SEEN_THROUGH = "django.security"  # what is logged so was refused


class Site:
    """A game that runs, one that is over, a table that waits, and somebody of every rank."""

    def __init__(self, seed: int = SEED) -> None:
        self.running = AtTable()
        self.over = AtTable(users=self.running.users, server_seed=bytes([182]) * 32)
        self.over.play_out()
        self.room: Room = open_bruno(UserFactory.create(username="host"))
        chief = UserFactory.create(username="chief", is_staff=True, is_superuser=True)
        self.waiting = UserFactory.create()
        guest, clerk = UserFactory.create(is_guest=True), staff("clerk", *rights_to_look())
        known = [self.running.users[0], self.waiting, chief, guest, clerk]
        self.people: list[User | None] = [None, *known]
        self.stand_in_line()
        self.garbage = Garbage(seed, self._known(chief))

    def _known(self, chief: User) -> dict[str, list[str]]:
        codes = [self.running.code, self.over.code, self.room.code]
        rows = [str(self.running.id), str(chief.pk), "1"]
        return {
            "code": codes,
            "kind": ["bruno", "uno", "briscalone"],
            "app_label": ["accounts", "games"],
            "object_id": rows,
            "pk": rows,
            "username": ["alice", "chief"],
            "name": ["alice", "chief"],
            "game": [self.over.code],
        }

    def stand_in_line(self) -> None:
        """For a table, also after leaving the line."""
        Ticket.objects.update_or_create(user=self.waiting, defaults={"kind": "bruno"})

    def written(self) -> tuple[object, ...]:
        """What no garbage may ever touch."""
        ranks = User.objects.order_by("pk").values_list("username", "password", "is_superuser")
        games = Game.objects.filter(pk__in=[self.running.id, self.over.id])
        return (
            list(games.order_by("pk").values_list("seq", "kind", "config")),
            Move.objects.filter(game__in=games).count(),
            list(ranks.filter(username__in=["alice", "bob", "carol", "dave", "chief"])),
        )


def rights_to_look() -> list[str]:
    looking = Permission.objects.filter(codename__startswith="view_")
    return list(looking.values_list("codename", flat=True))


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """Everything that is worth a traceback to us."""
    found: list[str] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if not record.name.startswith(SEEN_THROUGH):
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


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("number", REQUESTS)
def test_no_request_is_a_fault_of_ours(
    number: int, faults: list[str], settings: Settings, note: Note
) -> None:
    """Each on its own, as on a site: within one transaction PostgreSQL would answer nothing after
    the first question it does not take."""
    settings.MESSAGES_AT_ONCE = 10**9  # most would be told to slow down, and not be heard
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    for asked in range(0, number, REQUESTS_A_SITE):
        start_anew()
        flood_pages(Site(SEED + asked), min(number - asked, REQUESTS_A_SITE), faults)
    ran = f"{number:,} requests to {len(set(routes()))} routes on {connection.display_name}"
    note("P13", ran, "0 × 500, 0 changes")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("text", ["a\0", "\ud800", "9" * 30], ids=ascii)
def test_no_text_under_any_name_is_a_fault_of_ours(
    text: str, faults: list[str], settings: Settings
) -> None:
    """What luck alone would bring together too seldom."""
    settings.MESSAGES_AT_ONCE = 10**9
    site = Site()
    before = site.written()
    clients = [Client(raise_request_exception=False) for _person in site.people]
    for route, method in product(sorted(set(routes())), ("GET", "POST")):
        for person, client in list(zip(site.people, clients, strict=True))[1::2]:
            asked = site.garbage.all_at_once(method, route, text)
            send(asked, person, client)
            assert faults == [], asked
    assert site.written() == before


def start_anew() -> None:
    """With no site at all."""
    forget_all()
    if connection.vendor == "sqlite":
        lower_all(using="default")
    call_command("flush", verbosity=0, interactive=False, reset_sequences=False)


def flood_pages(site: Site, number: int, faults: list[str]) -> None:
    before = site.written()
    visitors = cycle([(person, Client(raise_request_exception=False)) for person in site.people])
    for route, (person, client) in islice(zip(cycle(sorted(routes())), visitors), number):
        asked = ask(site.garbage, route, person, client)
        assert faults == [], asked
    assert site.written() == before


def ask(garbage: Garbage, route: str, person: User | None, client: Client) -> dict[str, Any]:
    asked = garbage.request(route)
    answer = send(asked, person, client)
    if answer.status_code == 200 and answer.get("Content-Type", "").startswith("text/html"):
        garbage.learn(answer.content.decode())
    return asked


def send(asked: dict[str, Any], person: User | None, client: Client) -> Any:
    """Log in again first, if an earlier request logged this person out. A guest who logged out has
    no account any more, and asks as a stranger from then on."""
    if person is not None and "sessionid" not in client.cookies:
        for known in User.objects.filter(pk=person.pk, deletion=""):
            client.force_login(known)
    answer = client.generic(**asked)
    assert answer.status_code < 500, asked
    who = getattr(answer.wsgi_request, "user", person)  # nobody asked, if it was swept away
    if who is not None and not who.is_authenticated:
        client.cookies.clear()
    Tally.objects.all().delete()
    return answer


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("number", BYTES)
def test_no_bytes_are_a_fault_of_ours(number: int, tmp_path: Path, note: Note) -> None:
    """To a server process, past what Django's client would never send."""
    site, log = Site(), tmp_path / "web.log"
    before = site.written()
    cookies = [cookie_of(person) if person else b"" for person in site.people]
    with compose.running_web(processes.environment(), log) as address:
        for _request in range(number):
            luck = site.garbage.luck
            head = site.garbage.head(luck.choice(sorted(routes())), luck.choice(cookies))
            status, page = answered(address, head)
            assert 200 <= status < 500, head
            site.garbage.learn(page)
            Tally.objects.all().delete()
    assert tracebacks(log.read_text()) == []
    assert site.written() == before
    note("P13", f"{number:,} requests as bytes to a server", "0 × 500, 0 changes")


def tracebacks(log: str) -> list[str]:
    records = re.split(r"^(?=\d{4}-)", log, flags=re.MULTILINE)
    traced = (record for record in records if "Traceback" in record)
    return [record for record in traced if SEEN_THROUGH not in record.partition("\n")[0]]


def answered(address: str, head: bytes) -> tuple[int, str]:
    host, port = address.split(":")
    with create_connection((host, int(port)), timeout=60) as line:
        line.sendall(head)
        said = b"".join(iter(lambda: line.recv(1 << 16), b""))
    return int(said.split(b" ", 2)[1]), said.decode(errors="replace")


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
    heard = dict.fromkeys(socket_routes(sockets), 0)
    asked, at_each = product(heard, cookies), min(MOST_A_SOCKET, number // len(heard))
    rounds = 40 + number // 2_000  # to every socket by everybody: many more than it takes
    for route, cookie in islice(cycle(asked), rounds * len(heard) * len(cookies)):
        await in_thread(site.stand_in_line)
        heard[route] += await flood(site.garbage, route, cookie, at_each)
        assert faults == [], route
        if sum(heard.values()) >= number and all(heard.values()):
            break
    await hub.here().close()
    assert await in_thread(site.written) == before
    assert all(heard.values()), heard
    frames = sum(heard.values())
    assert frames >= number
    note("P13", f"{frames:,} frames heard by {len(heard)} sockets", "0 × 1011, 0 changes")


def socket_routes(router: Any) -> list[str]:
    """But for the one that is for all others, where nobody listens."""
    return [str(each.pattern) for each in router.routes if str(each.pattern)]


def frames_heard() -> int:
    return int(REGISTRY.get_sample_value("bruno_answer_seconds_count") or 0)


async def flood(garbage: Garbage, route: str, cookie: bytes, frames: int) -> int:
    """Returns how many frames were heard: none by a socket that was closed again."""
    before = frames_heard()
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
        text = output.get("text") or ""
        assert text.encode() or not text  # as a server does
        garbage.learn(text)
    return frames_heard() - before


@pytest.mark.parametrize("path", ["/ws/anything/", "/ws/", "/", "/ws/games/a b/", "/ws/t/%00/"])
async def test_a_socket_to_nowhere_is_refused(path: str) -> None:
    communicator = WebsocketCommunicator(sockets, path)
    connected, _code = await communicator.connect()
    assert not connected
