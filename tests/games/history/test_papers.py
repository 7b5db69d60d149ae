"""Records that people bring along, and those they take with them."""

from __future__ import annotations

import json
from datetime import timedelta
from threading import current_thread
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import AsyncClient, Client
from django.utils import timezone

from accounts.account_deletion import delete_account
from accounts.models import User
from bruno_site.live.threads import in_thread
from games.history import papers_pages
from games.log import papers, window
from games.log.export import record_of
from games.models import Game, Move, Paper
from games.rules.briscalone import older
from games.rules.record import Record
from games.rules.replay import check
from tests.kit.at_table import SHORT_GAME, AtTable
from tests.kit.briscalone.older import rounds_from_moves
from tests.kit.briscalone.positions import moves_of
from tests.kit.commands import golden
from tests.kit.factories import UserFactory
from tests.kit.markup import Page

pytestmark = pytest.mark.django_db

SHELF = "/games/records/"


@pytest.fixture
def zoe() -> User:
    return UserFactory.create(username="zoe")


def bring(client: Client, value: object) -> Any:
    """A file with this in it; bytes as they are."""
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return client.post(SHELF, {"record": SimpleUploadedFile("game.json", data)})


def shown(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    html = str(response.content.decode())
    assert Page(html).faults() == []
    return html


def test_a_record_is_looked_at_like_any_game(client: Client, zoe: User) -> None:
    client.force_login(zoe)
    path = bring(client, golden())["Location"]
    html = shown(client, f"{path}?at=37&as=2")
    assert 'id="table" data-seq="37"' in html and "Move 37 of 196" in html
    assert 'id="open-hands"' in shown(client, f"{path}?at=37&as=all")
    assert "no such move" in shown(client, f"{path}?at=999")
    assert "og:" not in html and "play-on" not in html and "Copy link" not in html
    assert path in shown(client, SHELF)


def test_it_is_no_game_of_the_house(client: Client, zoe: User) -> None:
    client.force_login(zoe)
    bring(client, golden())
    assert not Game.objects.exists() and not Move.objects.exists()
    code = Paper.objects.get().code
    for page in ("", "replay/", "record.json", "deal/", "moves/"):
        assert client.get(f"/games/{code}/{page}").status_code == 404


def test_it_is_there_for_whoever_brought_it_alone(client: Client, zoe: User) -> None:
    client.force_login(zoe)
    path = bring(client, golden())["Location"]
    client.force_login(UserFactory.create(username="alice"))
    assert client.get(path).status_code == 404
    assert path not in shown(client, SHELF)
    client.post(f"{path}away/")
    assert Paper.objects.count() == 1
    client.force_login(zoe)
    client.post(f"{path}away/")
    assert not Paper.objects.exists()


def test_rounds_of_the_older_program_are_read_too(client: Client, zoe: User) -> None:
    client.force_login(zoe)
    path = bring(client, rounds_from_moves(moves_of("brought", 5)))["Location"]
    html = shown(client, f"{path}?at=20&as=1")
    assert "Briscalone" in html and ">#2</a>" in html


def changed(**keys: object) -> dict[str, Any]:
    return golden() | keys


def with_move(number: int, action: str) -> dict[str, Any]:
    record = golden()
    record["moves"][number - 1]["action"] = action
    return record


BAD: list[tuple[object, str]] = [
    (b"", "not JSON"),
    (b"{", "not JSON"),
    (b"\xff\xfe\x00", "not JSON"),
    (b"[" * 100_000, "nested too deeply"),
    (b'"text"', "not a JSON object"),
    (b"[]", "no round in it"),
    (b" " * (papers.LARGEST + 1), "too large"),
    (changed(format="bruno-record/2"), "no record of the format"),
    (changed(rules=99), "version 99"),
    (changed(game="poker"), "no game “poker”"),
    (changed(moves=[], result=None), "1 to 5000 moves"),
    (changed(moves=golden()["moves"] * 30), "1 to 5000 moves"),
    (changed(result=None), "The result after the last move"),
    (changed(seed="00" * 32), "Move 1, “deal "),
    (with_move(2, "play Zz"), "Move 2, “play Zz”:"),
    (with_move(9, "<b>fly</b>"), "Move 9, “&lt;b&gt;fly&lt;/b&gt;”:"),
    ([{"shuffle": [1]}], "Round 1"),
]


@pytest.mark.parametrize(("value", "says"), BAD, ids=[f"{n}" for n in range(len(BAD))])
def test_what_is_faulty_is_refused_with_its_fault_and_nothing_is_kept(
    client: Client, zoe: User, value: object, says: str
) -> None:
    client.force_login(zoe)
    response = bring(client, value)
    assert response.status_code == 200 and says in response.content.decode()
    assert not Paper.objects.exists()


def test_no_file_at_all_is_answered_too(client: Client, zoe: User) -> None:
    client.force_login(zoe)
    for form in ({}, {"record": "text"}):
        assert "Choose a file first." in client.post(SHELF, form).content.decode()


def test_names_that_strangers_wrote_are_short_and_printable(client: Client, zoe: User) -> None:
    seats = [{"name": name, "kind": "human"} for name in ("", "<i>x", "a\u202eb", "n" * 500)]
    client.force_login(zoe)
    html = shown(client, bring(client, changed(seats=seats))["Location"])
    assert ">#1<" in html and "&lt;i&gt;x" in html and "a?b" in html
    assert "n" * 25 not in html and "\u202e" not in html


def test_one_person_keeps_so_many_and_no_more(
    client: Client, zoe: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(papers, "MOST_PAPERS", 1)
    client.force_login(zoe)
    bring(client, golden())
    assert "Throw one away first" in bring(client, golden()).content.decode()
    assert Paper.objects.count() == 1


def test_whoever_brings_too_many_is_told_to_wait(client: Client, zoe: User) -> None:
    client.force_login(zoe)
    answers = [bring(client, b"{").content.decode() for _ in range(21)]
    assert "too often" not in answers[19] and "too often" in answers[20]


def test_old_ones_and_those_of_people_who_left_are_thrown_away(zoe: User) -> None:
    gone = UserFactory.create(username="gone", is_active=False)
    file, now = json.dumps(golden()).encode(), timezone.now()
    new, old, left = (papers.keep(user=user, file=file) for user in (zoe, zoe, gone))
    Paper.objects.filter(pk=old.pk).update(brought_at=now - timedelta(days=91))
    assert papers.forget_old(now) == 2
    assert list(Paper.objects.all()) == [new] and left.pk != new.pk


def test_whoever_goes_leaves_no_name_on_what_somebody_else_brought(
    client: Client, zoe: User
) -> None:
    client.force_login(zoe)
    named, *others = golden()["seats"]
    path = bring(client, golden() | {"seats": [named | {"name": "Émile"}, *others]})["Location"]
    assert "Émile" in shown(client, path)
    delete_account(UserFactory.create(username="Émile"))
    assert "Émile" not in shown(client, path)
    names = [seat.name for seat in Record.from_json(zoe.papers.get().text).seats]
    assert names == ["", *(seat["name"] for seat in others)]


def test_no_paper_is_written_anew_for_somebody_called_like_a_word_of_records(zoe: User) -> None:
    paper = papers.keep(user=zoe, file=json.dumps(golden()).encode())
    delete_account(UserFactory.create(username="bruno"))
    assert zoe.papers.get() == paper


# All my games


@pytest.mark.django_db(transaction=True)
async def test_all_my_games_are_one_file_of_records_that_hold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.history.papers_pages.AT_ONCE", 1)
    table, other = await in_thread(two_games)
    client = AsyncClient()
    await client.aforce_login(table.users[1])
    response: Any = await client.get("/games/records/mine.jsonl")
    lines = "".join([part.decode() async for part in response.streaming_content]).splitlines()
    records = [Record.from_json(line) for line in lines]
    assert [check(record).moves for record in records] == [
        await in_thread(window.seq_of, game_id) for game_id in (table.id, other)
    ]


@pytest.mark.django_db(transaction=True)
async def test_no_socket_waits_while_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[str] = []

    def noting(game: Game) -> Record:
        threads.append(current_thread().name)
        return record_of(game)

    monkeypatch.setattr("games.history.papers_pages.record_of", noting)
    table, _other = await in_thread(two_games)
    client = AsyncClient()
    await client.aforce_login(table.users[1])
    response: Any = await client.get("/games/records/mine.jsonl")
    assert [part async for part in response.streaming_content]
    assert len(threads) == 2 and not any(name.startswith("live") for name in threads)


def test_whoever_asks_for_them_too_often_is_told_to_wait(
    client: Client, zoe: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(papers_pages, "TAKING", papers_pages.TAKING._replace(most=1))
    client.force_login(zoe)
    assert client.get("/games/records/mine.jsonl").status_code == 200
    refused = client.get("/games/records/mine.jsonl")
    assert refused.status_code == 429 and int(refused["Retry-After"]) > 0
    assert "That was too often. Try again in 60 minutes." in refused.content.decode()


def two_games() -> tuple[AtTable, int]:
    """Two that are over, and one that runs and has no record."""
    first = AtTable(server_seed=SHORT_GAME)
    second = AtTable(server_seed=SHORT_GAME, users=first.users)
    for table in (first, second):
        table.play_out()
    AtTable(users=first.users)
    return first, second.id


def test_an_older_game_of_too_many_rounds_is_refused_before_it_is_played_through(
    client: Client, zoe: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(zoe)
    rounds = rounds_from_moves(moves_of("brought", 5))
    monkeypatch.setattr(older, "apply", None)
    answer = bring(client, rounds * 30)
    assert "A record has 1 to 5000 moves here." in answer.content.decode()
    assert not Paper.objects.exists()
