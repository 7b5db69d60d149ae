"""P10: clocks share the tables that are due, and none waits for another table's bot."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from bruno_site.live.threads import in_thread
from games.log import window
from games.models import Game, Player
from games.time import claims, house, thinking
from tests.kit.factories import four_players
from tests.kit.slow_bots import PATIENCE, hard_ones_waiting_for
from tests.kit.timed import let_time_pass, new_game


def due_tables(number: int, level: str = "easy") -> list[Game]:
    people = four_players()[1:]
    tables = [new_game(level, *people) for _ in range(number)]
    for game in tables:
        let_time_pass(game, seconds=2)
    return tables


def claimed(most: int = 50) -> set[int]:
    return {claim.game.pk for claim in claims.claim(timezone.now(), most)}


@pytest.mark.django_db
def test_a_table_is_claimed_by_one_clock_the_longest_due_first() -> None:
    tables = due_tables(3)
    let_time_pass(tables[1], seconds=9)
    assert claimed(1) == {tables[1].pk}
    assert claimed() == {tables[0].pk, tables[2].pk}
    assert claimed() == set()


@pytest.mark.django_db
def test_the_claims_of_a_clock_that_died_run_out_within_two_seconds() -> None:
    (game,) = due_tables(1)
    claimed()
    later = timezone.now() + timedelta(seconds=2)
    assert [claim.game for claim in claims.claim(later, 9)] == [game]


@pytest.mark.django_db
def test_who_still_thinks_keeps_the_claim_and_who_moved_gives_it_up() -> None:
    thinks, moved = due_tables(2)
    first, second = sorted(claims.claim(timezone.now(), 9), key=lambda claim: claim.game.pk)
    assert house.attend(second)
    later = timezone.now() + timedelta(seconds=1)
    assert first.is_old(later)
    claims.hold([thinks.pk, moved.pk], later)
    thinks.refresh_from_db()
    moved.refresh_from_db()
    assert (thinks.claimed_until, moved.claimed_until) == (later + claims.CLAIM, None)


@pytest.mark.django_db(transaction=True)
def test_clocks_that_look_at_once_share_the_tables() -> None:
    due_tables(10)
    barrier, shares = threading.Barrier(4), list[set[int]]()

    def look() -> None:
        connection.ensure_connection()
        barrier.wait(10)
        shares.append(claimed(5))
        connection.close()

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sum(map(len, shares)) == 10 == len(set[int]().union(*shares))


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_table_where_somebody_is_moving_holds_up_no_clock() -> None:
    busy, free = due_tables(2)
    found = list[set[int]]()

    def look() -> None:
        found.append(claimed())
        connection.close()

    with transaction.atomic():
        Game.objects.select_for_update().get(pk=busy.pk)
        thread = threading.Thread(target=look)
        thread.start()
        thread.join(10)
    assert found == [{free.pk}]


def test_the_tables_of_a_clock_leave_some_connections_to_its_jobs() -> None:
    """Each of its threads keeps one."""
    assert house.TABLES_AT_ONCE + 1 <= settings.DB_POOL_SIZE - 3


def test_a_clock_looks_often_enough() -> None:
    """What is due may be half a second late, and most of that is for those who think."""
    assert house.TICK_SECONDS <= 0.1


# Bots that are slow


@pytest.mark.django_db(transaction=True)
async def test_a_slow_bot_delays_its_own_table_and_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Several of them think until all the other tables have moved, and were due before them."""
    monkeypatch.setattr(thinking, "SECONDS", PATIENCE)
    quick, have_moved = await in_thread(slow_tables_and_quick_ones), threading.Event()
    monkeypatch.setattr(thinking, "bot", hard_ones_waiting_for(have_moved))
    async with the_clock_running():
        try:
            await all_move(quick)
        finally:
            have_moved.set()


@pytest.mark.django_db(transaction=True)
async def test_a_clock_waits_for_no_tick_while_more_is_due_than_it_could_claim(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It did, and could see to so many tables a second and no more, however quick it was."""
    monkeypatch.setattr(house, "TICK_SECONDS", PATIENCE)
    monkeypatch.setattr(house, "TABLES_AT_ONCE", 2)
    monkeypatch.setattr(house, "CLAIMED_AT_ONCE", 4)
    tables = await in_thread(due_tables, 9)
    async with the_clock_running():
        await all_move(tables)


@pytest.mark.django_db(transaction=True)
async def test_a_clock_that_is_told_to_stop_begins_at_no_other_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It goes within seconds, and another one sees to what it had claimed."""
    begun, may_end = list[int](), threading.Event()

    def attend(claim: claims.Claim) -> None:
        begun.append(claim.game.pk)
        may_end.wait(PATIENCE)

    monkeypatch.setattr(house, "attend", attend)
    monkeypatch.setattr(house, "TABLES_AT_ONCE", 2)
    monkeypatch.setattr(house, "CLAIMED_AT_ONCE", 8)
    await in_thread(due_tables, 6)
    async with the_clock_running(), asyncio.timeout(PATIENCE):
        while len(begun) < 2:
            await asyncio.sleep(0.01)
        asyncio.get_running_loop().call_later(0.2, may_end.set)
    assert len(begun) == 2


@asynccontextmanager
async def the_clock_running() -> AsyncIterator[None]:
    clock = asyncio.create_task(house.keep_time())
    try:
        yield
    finally:
        clock.cancel()
        await asyncio.wait([clock])


async def all_move(games: list[Game]) -> None:
    async with asyncio.timeout(PATIENCE / 2):
        while not await in_thread(all_have_moved, games):
            await asyncio.sleep(0.05)


def all_have_moved(games: list[Game]) -> bool:
    return all(window.seq_of(game.pk) > 1 for game in games)


def slow_tables_and_quick_ones() -> list[Game]:
    """Returns the quick ones, which are due after the others."""
    due_tables(4, "hard")
    users = [player.user for player in Player.objects.filter(seat__gt=0)[:3]]
    quick = [new_game("easy", *users) for _ in range(6)]
    for game in quick:
        let_time_pass(game, seconds=2)
    return quick


@pytest.mark.django_db
def test_what_was_claimed_and_then_played_by_somebody_else_is_left_alone() -> None:
    (game,) = due_tables(1)
    (claim,) = claims.claim(timezone.now(), 1)
    assert house.attend(claim)
    seq = window.seq_of(game.pk)
    claim.game.seq, claim.game.deadline = 1, timezone.now() - timedelta(seconds=1)
    assert not house.attend(claim)
    assert window.seq_of(game.pk) == seq
