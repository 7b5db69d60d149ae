import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from django.conf import settings
from django.test import Client
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from accounts.models import User
from games.log import door, window
from games.models import Game
from games.rules import rules_of
from scripts import compose, servers
from tests.kit import processes
from tests.kit.sockets import is_beside

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

# So that only a poke can have brought it.
QUICKER_THAN_A_HEARTBEAT = 3


@pytest.fixture
def environment() -> dict[str, str]:
    return processes.environment()


@pytest.fixture
def webs(environment: dict[str, str], tmp_path: Path) -> Iterator[list[str]]:
    """The addresses of two web processes."""
    compose.run_once("migrate", environment)
    with ExitStack() as stack:
        logs = (tmp_path / "web-a.log", tmp_path / "web-b.log")
        yield [stack.enter_context(compose.running_web(environment, log)) for log in logs]
    for log in logs:
        print(log.read_text())  # pytest shows it when the test failed


def test_two_web_processes_reach_the_database(webs: list[str]) -> None:
    assert [compose.is_well(address) for address in webs] == [True, True]


def test_pages_for_errors_keep_no_connection(environment: dict[str, str], tmp_path: Path) -> None:
    """Nobody would get one any more, from a process that is asked for a few such pages at once."""
    compose.run_once("migrate", environment)
    with compose.running_web(environment | {"DB_POOL_SIZE": "4"}, tmp_path / "web.log") as address:
        with ThreadPoolExecutor(12) as visitors:
            answers = visitors.map(answer_of, [f"http://{address}/nowhere"] * 36)
            assert set(answers) == {404}
        assert compose.is_well(address)


def answer_of(url: str) -> int:
    try:
        with urlopen(url, timeout=20) as answer:
            return int(answer.status)
    except HTTPError as refusal:
        return refusal.code


def test_the_clock_runs_until_it_is_told_to_stop(
    environment: dict[str, str], tmp_path: Path
) -> None:
    log = tmp_path / "clock.log"
    with compose.running("clock", environment, log, {}) as process:
        servers.wait_until(lambda: log.stat().st_size > 0, process, log)
        time.sleep(1)
        assert process.poll() is None, log.read_text()
    assert process.returncode == 0, log.read_text()


def test_web_and_clock_each_tell_their_own_figures(
    environment: dict[str, str], tmp_path: Path
) -> None:
    places = [f"127.0.0.1:{servers.free_port()}" for _process in range(2)]
    log, of_web, of_clock = tmp_path / "web.log", *({"METRICS_ADDRESS": each} for each in places)
    with (
        compose.running_web(environment | of_web, log),
        compose.running("clock", environment | of_clock, tmp_path / "clock.log", {}) as clock,
    ):
        for place in places:
            servers.wait_until(partial(has_figures, place), clock, log)


def has_figures(place: str) -> bool:
    try:
        with urlopen(f"http://{place}/metrics", timeout=4) as answer:
            return b"bruno_pool" in answer.read()
    except OSError:
        return False


def new_game() -> Game:
    return door.start(
        kind="bruno",
        config=rules_of("bruno").META.configure({}),
        players=[User.objects.create_user(name) for name in ("alice", "bob", "carol", "dave")],
        server_seed=bytes(32),
        nonces=["", "", "", ""],
    )


@contextmanager
def socket_of(user: User, address: str, game: Game) -> Iterator[ClientConnection]:
    """The socket of a logged-in page of this web process, with its first table read."""
    browser = Client()
    browser.force_login(user)
    session = browser.cookies[settings.SESSION_COOKIE_NAME]
    headers = {"Cookie": session.OutputString(attrs=[])}
    url, origin = f"ws://{address}/ws/games/{game.code}/", Origin(f"http://{address}")
    with connect(url, origin=origin, additional_headers=headers) as socket:
        heard(socket)
        yield socket


def heard(socket: ClientConnection, timeout: float = 5) -> str:
    """Of the table; what stands beside it comes when it likes."""
    while is_beside(message := str(socket.recv(timeout=timeout))):
        pass
    return message


def test_a_move_through_one_web_process_is_seen_at_once_through_the_other(webs: list[str]) -> None:
    game = new_game()
    mover, *_ = window.seen_by(game.pk, None, game.seq).to_act
    action = window.seen_by(game.pk, mover, game.seq).actions[0]
    alice_to_dave = list(User.objects.order_by("seats__seat"))
    watcher = alice_to_dave[mover - 1]
    with (
        socket_of(alice_to_dave[mover], webs[0], game) as here,
        socket_of(watcher, webs[1], game) as there,
    ):
        here.send(json.dumps({"seq": game.seq, "action": str(action)}))
        seen = heard(there, QUICKER_THAN_A_HEARTBEAT)
    assert window.seq_of(game.pk) > game.seq
    assert f'"{window.seq_of(game.pk)}"' in seen


def test_what_is_too_long_for_a_move_is_answered_and_the_socket_stays_open(webs: list[str]) -> None:
    game = new_game()
    alice = User.objects.get(username="alice")
    with socket_of(alice, webs[0], game) as socket:
        socket.send("x" * 100_000)
        assert "longer than anything one can say here" in heard(socket)
        socket.send("still there?")
        assert "That message was no move" in heard(socket)
    assert window.seq_of(game.pk) == game.seq


def test_a_frame_beyond_all_bounds_ends_the_socket_that_sent_it(webs: list[str]) -> None:
    game = new_game()
    alice = User.objects.get(username="alice")
    with socket_of(alice, webs[0], game) as socket:
        socket.send("x" * 200_000)
        with pytest.raises(ConnectionClosedError):
            heard(socket)
    assert window.seq_of(game.pk) == game.seq
