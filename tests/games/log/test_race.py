"""P2, P3: of simultaneous moves exactly one wins, and a move sent twice happens once."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from games.log import door
from tests.kit.at_table import AtTable
from tests.kit.races import at_once, late

THREADS = 6
ROUNDS = 12


def assert_no_gap(table: AtTable) -> None:
    seqs = list(table.game.moves.order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, table.seq + 1))


def test_of_several_tabs_with_the_same_move_one_makes_it(committed_table: AtTable) -> None:
    table = committed_table
    for _ in range(ROUNDS):
        outcomes = at_once([partial(door.play, **table.next_move())] * THREADS)
        assert outcomes == {"made": 1, "Stale": THREADS - 1}
    assert_no_gap(table)


def test_of_several_tabs_with_different_moves_one_makes_its_own(committed_table: AtTable) -> None:
    table = committed_table
    for _ in range(ROUNDS):
        seat, seq = table.turn, table.seq
        actions = [str(action) for action in table.rules.legal_actions(table.state, seat)]
        attempts = [
            partial(door.play, game_id=table.id, seat=seat, seq=seq, action=action)
            for action in (actions * THREADS)[:THREADS]
        ]
        outcomes = at_once(attempts)
        assert outcomes["made"] == 1
        assert outcomes.total() == THREADS
    assert_no_gap(table)


def test_of_two_players_the_one_on_turn_moves(committed_table: AtTable) -> None:
    table = committed_table
    for _ in range(ROUNDS):
        seat, seq, action = table.turn, table.seq, table.some_action()
        attempts = [
            partial(door.play, game_id=table.id, seat=who, seq=seq, action=action)
            for who in range(4)
        ]
        outcomes = at_once(attempts)
        assert outcomes["made"] == 1
        assert table.game.moves.get(seq=seq + 1).seat == seat


def test_a_move_repeated_at_random_moments_happens_once(committed_table: AtTable) -> None:
    table, luck = committed_table, Random(7)
    sent = 0
    for _ in range(ROUNDS):
        assert at_once([partial(late, table.next_move(), luck.random() / 50)] * 4)["made"] == 1
        sent += 1
    players_moves = table.game.moves.exclude(seat=None).count()
    assert players_moves == sent


@pytest.mark.services
def test_moves_at_two_tables_do_not_wait_for_each_other(committed_table: AtTable) -> None:
    """On PostgreSQL the lock is on one row: another table's move goes through meanwhile."""
    from django.db import transaction

    from games.models import Game

    table = committed_table
    other = door.start(
        kind="bruno",
        config=table.game.config,
        players=table.users,
        server_seed=bytes(32),
        nonces=[""] * 4,
    )
    with transaction.atomic():
        Game.objects.select_for_update().get(pk=other.pk)
        assert at_once([partial(door.play, **table.next_move())]) == {"made": 1}
