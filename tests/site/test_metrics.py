"""P26: what a process counts, and to whom it serves these metrics."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from socket import create_server

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.test import Client
from django.utils import timezone
from prometheus_client import REGISTRY
from pytest_django import Settings

from bruno_site import environment
from bruno_site.core import metrics
from bruno_site.live.threads import in_thread
from bruno_site.settings import BASE_DIR
from bruno_site.startup import open_pages
from games.bots import levels
from games.log import audit
from games.models import Game
from games.rules import kinds
from games.time import house
from tests.kit.at_table import AtTable
from tests.kit.factories import four_players
from tests.kit.sockets import answer_to, table_line
from tests.kit.timed import everybody_stays, let_time_pass, new_game

TOKEN = "a token that nobody guesses"


@pytest.fixture
def metrics_port(settings: Settings) -> Iterator[int]:
    """Start the metrics server of this process and return its port."""
    settings.METRICS_ADDRESS, settings.METRICS_TOKEN = ("127.0.0.1", 0), TOKEN
    listener = metrics.serve_metrics()
    assert listener is not None
    with closing(listener.socket):
        yield listener.server_port
        listener.shutdown()


def asked(port: int, token: str | None = TOKEN, path: str = "/metrics") -> tuple[int, str]:
    with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as line:
        line.request("GET", path, headers={"Authorization": f"Bearer {token}"} if token else {})
        answer = line.getresponse()
        return answer.status, answer.read().decode()


def figure(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


@pytest.mark.django_db
def test_it_is_off_unless_it_is_switched_on(settings: Settings, client: Client) -> None:
    assert settings.METRICS_ADDRESS is None and metrics.serve_metrics() is None
    assert client.get("/metrics").status_code == 404


def test_the_site_itself_never_tells_them(metrics_port: int, client: Client, db: None) -> None:
    assert client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 404


@pytest.mark.parametrize("address", ["0.0.0.0:9464", ":9464", "192.0.2.1:9464"])
def test_other_machines_need_a_token_or_the_start_fails(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("METRICS_ADDRESS", address)
    with pytest.raises(ImproperlyConfigured, match="set METRICS_TOKEN"):
        environment.inner_address("METRICS_ADDRESS", is_guarded=False)
    host = address.partition(":")[0]
    assert environment.inner_address("METRICS_ADDRESS", is_guarded=True) == (host, 9464)


@pytest.mark.parametrize("address", ["9464", "127.0.0.1", "127.0.0.1:x", "127.0.0.1:99999"])
def test_a_malformed_metrics_address_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("METRICS_ADDRESS", address)
    with pytest.raises(ImproperlyConfigured):
        environment.inner_address("METRICS_ADDRESS", is_guarded=False)


def test_the_metrics_need_the_token(metrics_port: int, db: None) -> None:
    assert asked(metrics_port, None)[0] == asked(metrics_port, "another")[0] == 401
    assert asked(metrics_port, path="/")[0] == asked(metrics_port, path="/metrics/")[0] == 404
    status, figures = asked(metrics_port)
    assert status == 200 and "bruno_open_pages" in figures
    assert TOKEN not in figures


def test_a_process_whose_metrics_address_is_taken_runs_without(settings: Settings) -> None:
    with create_server(("127.0.0.1", 0)) as taken:
        settings.METRICS_ADDRESS = taken.getsockname()
        assert metrics.serve_metrics() is None


@pytest.mark.django_db(transaction=True)
def test_every_move_is_counted_by_who_made_it() -> None:
    by_people = figure("bruno_moves_total", game="bruno", by="player")
    by_dealer = figure("bruno_moves_total", game="bruno", by="dealer")
    table = AtTable()
    table.play_on(3)
    assert figure("bruno_moves_total", game="bruno", by="player") == by_people + 3
    assert figure("bruno_moves_total", game="bruno", by="dealer") == by_dealer + 1


@pytest.mark.django_db
def test_the_clock_counts_how_late_it_is_and_how_long_bots_think() -> None:
    late, thought = figure("bruno_clock_late_seconds_sum"), "bruno_bot_seconds_count"
    before = figure(thought, game="bruno", bot="easy")
    alice, *_others = four_players()
    game = new_game("easy", alice, "easy", "easy")
    everybody_stays(game)
    let_time_pass(game, seconds=40)
    assert house.run_due() == 1
    assert figure(thought, game="bruno", bot="easy") == before + 1
    assert figure("bruno_clock_late_seconds_sum") > late + 30


@pytest.mark.django_db
def test_a_game_that_does_not_replay_is_counted() -> None:
    table, before = AtTable(), figure("bruno_mismatches_total")
    Game.objects.filter(pk=table.id).update(seq=table.seq + 1)
    audit.check_some(timezone.now())
    assert figure("bruno_mismatches_total") == before + 1


def test_errors_in_the_log_are_counted() -> None:
    before = figure("bruno_faults_total")
    logging.getLogger("a").warning("not worth waking anybody")
    logging.getLogger("a").error("worth a look")
    assert figure("bruno_faults_total") == before + 1


@pytest.mark.django_db(transaction=True)
async def test_open_pages_their_answers_and_what_they_missed_are_counted() -> None:
    metrics.OPEN_PAGES.set_function(open_pages)
    table = await in_thread(AtTable)
    answers, resyncs = figure("bruno_answer_seconds_count"), figure("bruno_resyncs_total")
    async with table_line(table.code, table.users[0]) as line:
        await line.hear()
        assert figure("bruno_open_pages") == 1
        await line.send(again=True)
        await line.hear()
        await line.send(seq="x", action="y")
        await answer_to(line)
        assert figure("bruno_resyncs_total") == resyncs + 1
        assert figure("bruno_answer_seconds_count") >= answers + 1
    assert figure("bruno_open_pages") == 0


@pytest.mark.django_db
def test_the_connection_pool_is_reported_if_there_is_one() -> None:
    connection.ensure_connection()
    stands = REGISTRY.get_sample_value("bruno_pool", {"state": "open"})
    assert (stands is not None) == (getattr(connection, "pool", None) is not None)


@pytest.mark.django_db
def test_no_label_names_a_game_or_a_person() -> None:
    table = AtTable()
    table.play_on(2)
    of_bots = {level for kind in kinds() for level in levels(kind)}
    known = (
        set(kinds())
        | of_bots
        | {"player", "bot", "house", "dealer"}
        | set(metrics.PoolCollector.STATES)
    )
    ours = [each for each in REGISTRY.collect() if each.name.startswith("bruno_")]
    labels = [sample.labels for each in ours for sample in each.samples]
    assert labels and {name for label in labels for name in label} <= {
        *("game", "by", "bot", "state", "le")
    }
    said = {value for label in labels for name, value in label.items() if name != "le"}
    assert said <= known


def test_every_metric_is_explained_in_the_docs() -> None:
    page = (BASE_DIR / "docs/operations.md").read_text()
    explained = re.findall(r"^\| `(bruno_\w+?)(?:_total)?` \|", page, re.MULTILINE)
    exported = {each.name for each in REGISTRY.collect() if each.name.startswith("bruno_")}
    assert sorted(explained) == sorted(exported | {"bruno_pool"})
