"""Finished games are told: each listener hears of each game exactly once, come what may."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.log import listeners
from games.models import FinishedGame, Game, Telling
from tests.kit.at_table import SHORT_GAME, AtTable
from tests.kit.factories import UserFactory, finish
from tests.kit.timed import new_game


@pytest.fixture(autouse=True)
def nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listeners, "_listeners", {})


@pytest.fixture
def heard() -> Iterator[Counter[int]]:
    """By game, how often one listener was told of it."""
    told = Counter[int]()

    @listeners.listener("ratings")
    def listen(games: Sequence[Game]) -> None:
        told.update(game.pk for game in games)

    yield told


def ended(number: int = 1) -> list[int]:
    games = [new_game("easy", "easy", "easy", "easy").pk for _ in range(number)]
    for game in Game.objects.filter(pk__in=games):
        finish(game, 0)
        FinishedGame.objects.create(game=game)
    return games


@pytest.mark.django_db
def test_a_game_that_ends_is_written_down_to_be_told(heard: Counter[int]) -> None:
    table = AtTable(server_seed=SHORT_GAME)
    assert listeners.tell(timezone.now()) == 0
    table.play_out()
    assert listeners.tell(timezone.now()) == 1
    assert listeners.tell(timezone.now()) == 0
    assert heard == {table.id: 1}


@pytest.mark.django_db
def test_every_listener_hears_of_every_game(heard: Counter[int]) -> None:
    others: list[int] = []
    listeners.listener("statistics")(lambda games: others.extend(game.pk for game in games))
    games = ended(3)
    assert listeners.tell(timezone.now()) == 6
    assert heard == dict.fromkeys(games, 1) and sorted(others) == games


@pytest.mark.django_db
def test_while_nothing_is_to_be_told_nothing_is_held(
    heard: Counter[int], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ended()
    assert listeners.tell(timezone.now()) == 1
    with django_assert_num_queries(2) as asked:
        assert listeners.tell(timezone.now()) == 0
    assert all(query["sql"].startswith("SELECT") for query in asked.captured_queries)


@pytest.mark.django_db
def test_a_listener_that_comes_later_hears_of_what_ends_from_then_on(heard: Counter[int]) -> None:
    before = ended(2)
    listeners.tell(timezone.now())
    later: list[int] = []
    listeners.listener("statistics")(lambda games: later.extend(game.pk for game in games))
    after = ended()
    listeners.tell(timezone.now())
    assert later == after
    listeners.tell_again("statistics", Game.objects.all(), timezone.now())
    listeners.tell(timezone.now())
    assert sorted(later) == [*before, *after]
    assert max(heard.values()) == 1


@pytest.mark.django_db
def test_a_name_that_no_listener_has_is_told_nothing(heard: Counter[int]) -> None:
    ended()
    with pytest.raises(LookupError, match="“rating” is no listener; these are: ratings"):
        listeners.tell_again("rating", Game.objects.all(), timezone.now())
    assert not Telling.objects.filter(listener="rating").exists()


@pytest.mark.django_db
def test_a_listener_that_fails_leaves_nothing_and_is_told_again_later(
    caplog: pytest.LogCaptureFixture,
) -> None:
    spoilt, *others = ended(3)
    is_broken, tried = True, list[datetime]()

    @listeners.listener("ratings")
    def listen(games: Sequence[Game]) -> None:
        for game in games:
            UserFactory.create(username=f"rated{game.pk}")
            if game.pk == spoilt and is_broken:
                tried.append(now)
                raise ValueError("no such rating")

    now = timezone.now()
    assert listeners.tell(now) == 2
    assert "no such rating" in caplog.text
    assert User.objects.count() == len(others)
    assert len(tried) == 2, "with the others, and alone"
    assert listeners.tell(now + timedelta(seconds=1)) == 0
    assert len(tried) == 2, "not so soon"
    listeners.tell(now + timedelta(seconds=11))
    is_broken = False
    assert listeners.tell(now + timedelta(seconds=20)) == 0, "later and later"
    assert listeners.tell(now + timedelta(seconds=40)) == 1
    assert User.objects.count() == 3


def fails(games: Sequence[Game]) -> None:
    raise ValueError(games)


@pytest.mark.django_db
def test_who_fails_for_weeks_is_still_told_every_hour() -> None:
    ended()
    listeners.listener("ratings")(fails)
    now = timezone.now()
    listeners.tell(now)
    Telling.objects.update(failures=30_000, due_at=now)
    listeners.tell(now)
    assert Telling.objects.get().due_at == now + listeners.LONGEST_DELAY


@pytest.mark.django_db(transaction=True)
def test_clocks_that_tell_at_once_tell_each_game_once(
    heard: Counter[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    @listeners.listener("ratings")
    def listen(games: Sequence[Game]) -> None:
        time.sleep(0.02)
        heard.update(game.pk for game in games)

    monkeypatch.setattr(listeners, "AT_ONCE", 3)
    games, barrier, told = ended(10), threading.Barrier(4), list[int]()
    listeners._share_out(timezone.now())

    def tell() -> None:
        try:
            connection.ensure_connection()
            barrier.wait(10)
            told.append(listeners.tell(timezone.now()))
        finally:
            connection.close()

    threads = [threading.Thread(target=tell) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert heard == dict.fromkeys(games, 1)
    assert sum(told) == len(games)


@pytest.mark.django_db(transaction=True)
def test_a_clock_that_dies_while_it_tells_has_told_nobody(heard: Counter[int]) -> None:
    (game,) = ended()

    class Killed(BaseException):
        pass

    @listeners.listener("ratings")
    def listen(games: Sequence[Game]) -> None:
        UserFactory.create(username="rated")
        raise Killed

    with pytest.raises(Killed):
        listeners.tell(timezone.now())
    assert not User.objects.filter(username="rated").exists()
    listeners.listener("ratings")(lambda games: heard.update(game.pk for game in games))
    assert listeners.tell(timezone.now()) == 1
    assert heard == {game: 1}
