"""No generated frame or request causes an error or a change (P13).

Routes and their parameters are read from the site, so that new ones are tested too.
"""

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

from accounts.models import RateLimitCounter, User
from bruno_site.asgi import sockets
from bruno_site.core.triggers import drop_all
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
MOST_A_SOCKET = 500  # frames on one connection
# After so many, the database is emptied: rows that requests add make every page longer.
REQUESTS_A_SITE = 5_000
SEED = 13
REFUSED_LOGGER = "django.security"  # logs what was refused, which is no error


class Site:
    """A running game, a finished game, an open room, and a person of every rank."""

    def __init__(self, seed: int = SEED) -> None:
        self.running = AtTable()
        self.over = AtTable(users=self.running.users, server_seed=bytes([182]) * 32)
        self.over.play_out()
        self.room: Room = open_bruno(UserFactory.create(username="host"))
        superuser = UserFactory.create(username="chief", is_staff=True, is_superuser=True)
        self.waiting = UserFactory.create()
        guest, viewer = UserFactory.create(is_guest=True), staff("clerk", *rights_to_view())
        known = [self.running.users[0], self.waiting, superuser, guest, viewer]
        self.people: list[User | None] = [None, *known]
        self.join_queue()
        self.garbage = Garbage(seed, self._known(superuser))

    def _known(self, superuser: User) -> dict[str, list[str]]:
        codes = [self.running.code, self.over.code, self.room.code]
        rows = [str(self.running.id), str(superuser.pk), "1"]
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

    def join_queue(self) -> None:
        """Put a person into the queue for quick match, also after they left it."""
        Ticket.objects.update_or_create(user=self.waiting, defaults={"kind": "bruno"})

    def written(self) -> tuple[object, ...]:
        """Return what no garbage may ever change."""
        ranks = User.objects.order_by("pk").values_list("username", "password", "is_superuser")
        games = Game.objects.filter(pk__in=[self.running.id, self.over.id])
        return (
            list(games.order_by("pk").values_list("seq", "kind", "config")),
            Move.objects.filter(game__in=games).count(),
            list(ranks.filter(username__in=["alice", "bob", "carol", "dave", "chief"])),
        )


def rights_to_view() -> list[str]:
    looking = Permission.objects.filter(codename__startswith="view_")
    return list(looking.values_list("codename", flat=True))


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """Return a list that receives all errors that are logged, except refusals."""
    found: list[str] = []

    class ErrorCollector(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if not record.name.startswith(REFUSED_LOGGER):
                found.append(self.format(record)[-3000:])

    logging.disable(logging.WARNING)  # pytest would keep so many of them for its report
    collector, root = ErrorCollector(logging.ERROR), logging.getLogger()
    watched = [root, *(logging.getLogger(name) for name in ("django", "django.request"))]
    for each in watched:
        each.addHandler(collector)
    yield found
    for each in watched:
        each.removeHandler(collector)
    logging.disable(logging.NOTSET)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("number", REQUESTS)
def test_no_request_is_a_fault_of_ours(
    number: int, faults: list[str], settings: Settings, note: Note
) -> None:
    """Each request has its own transactions, as on a site: after an error PostgreSQL refuses all
    other statements of the same transaction."""
    settings.MESSAGES_AT_ONCE = 10**9  # otherwise most would be refused as too fast
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    for asked in range(0, number, REQUESTS_A_SITE):
        empty_database()
        flood_pages(Site(SEED + asked), min(number - asked, REQUESTS_A_SITE), faults)
    ran = f"{number:,} requests to {len(set(routes()))} routes on {connection.display_name}"
    note("P13", ran, "0 × 500, 0 changes")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("text", ["a\0", "\ud800", "9" * 30], ids=ascii)
def test_no_text_under_any_name_is_a_fault_of_ours(
    text: str, faults: list[str], settings: Settings
) -> None:
    """Combinations that random requests would contain too seldom."""
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


def empty_database() -> None:
    """Empty the database."""
    forget_all()
    if connection.vendor == "sqlite":
        drop_all(using="default")
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
    # A request that was refused before the user was loaded has none.
    who = getattr(answer.wsgi_request, "user", person)
    if who is not None and not who.is_authenticated:
        client.cookies.clear()
    RateLimitCounter.objects.all().delete()
    return answer


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("number", BYTES)
def test_no_bytes_are_a_fault_of_ours(number: int, tmp_path: Path, note: Note) -> None:
    """Requests as bytes to a server process, such as Django's test client would never send."""
    site, log = Site(), tmp_path / "web.log"
    before = site.written()
    cookies = [cookie_of(person) if person else b"" for person in site.people]
    with compose.running_web(processes.environment(), log) as address:
        for _request in range(number):
            luck = site.garbage.luck
            head = site.garbage.head(luck.choice(sorted(routes())), luck.choice(cookies))
            status, page = status_and_page(address, head)
            assert 200 <= status < 500, head
            site.garbage.learn(page)
            RateLimitCounter.objects.all().delete()
    assert tracebacks(log.read_text()) == []
    assert site.written() == before
    note("P13", f"{number:,} requests as bytes to a server", "0 × 500, 0 changes")


def tracebacks(log: str) -> list[str]:
    records = re.split(r"^(?=\d{4}-)", log, flags=re.MULTILINE)
    traced = (record for record in records if "Traceback" in record)
    return [record for record in traced if REFUSED_LOGGER not in record.partition("\n")[0]]


def status_and_page(address: str, head: bytes) -> tuple[int, str]:
    host, port = address.split(":")
    with create_connection((host, int(port)), timeout=60) as connection_to_server:
        connection_to_server.sendall(head)
        said = b"".join(iter(lambda: connection_to_server.recv(1 << 16), b""))
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
    answers = dict.fromkeys(socket_routes(sockets), 0)
    asked, at_each = product(answers, cookies), min(MOST_A_SOCKET, number // len(answers))
    rounds = 40 + number // 2_000  # to every socket by every person: many more than needed
    for route, cookie in islice(cycle(asked), rounds * len(answers) * len(cookies)):
        await in_thread(site.join_queue)
        answers[route] += await flood(site.garbage, route, cookie, at_each)
        assert faults == [], route
        if sum(answers.values()) >= number and all(answers.values()):
            break
    await hub.running_hub().close()
    assert await in_thread(site.written) == before
    assert all(answers.values()), answers
    frames = sum(answers.values())
    assert frames >= number
    note(
        "P13",
        f"{frames:,} frames heard by {len(answers)} sockets",
        "0 × 1011, 0 changes",
    )


def socket_routes(router: Any) -> list[str]:
    """Return the routes of all sockets, without the one that denies all other addresses."""
    return [str(each.pattern) for each in router.routes if str(each.pattern)]


def frames_answered() -> int:
    return int(REGISTRY.get_sample_value("bruno_answer_seconds_count") or 0)


async def flood(garbage: Garbage, route: str, cookie: bytes, frames: int) -> int:
    """Return how many frames were status_and_page: none by a socket that was closed at once."""
    before = frames_answered()
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
    await communicator.wait(timeout=120)  # until all frames were handled
    while not communicator.output_queue.empty():
        output = communicator.output_queue.get_nowait()
        assert output.get("code") != 1011
        text = output.get("text") or ""
        assert text.encode() or not text  # encoding fails on half a surrogate pair
        garbage.learn(text)
    return frames_answered() - before


@pytest.mark.parametrize("path", ["/ws/anything/", "/ws/", "/", "/ws/games/a b/", "/ws/t/%00/"])
async def test_a_socket_to_nowhere_is_refused(path: str) -> None:
    communicator = WebsocketCommunicator(sockets, path)
    connected, _code = await communicator.connect()
    assert not connected
