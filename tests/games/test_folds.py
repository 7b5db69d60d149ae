"""States folded from the log."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from games import folds, queries

from .kit import AtTable


def test_the_remembered_state_is_the_one_a_fresh_process_folds(table: AtTable) -> None:
    table.play_on(60)
    assert table.state == table.fold_afresh()


def test_every_position_can_be_had_again(table: AtTable) -> None:
    states = [table.state]
    for _ in range(40):
        seq = table.seq
        table.play()
        states += [queries.state_of(table.id, s) for s in range(seq + 1, table.seq + 1)]
    folds.forget_all()
    assert [queries.state_of(table.id, seq) for seq in range(1, table.seq + 1)] == states


def test_a_known_position_costs_no_query(
    table: AtTable, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table.play_on(30)
    seq = table.seq
    queries.state_of(table.id, seq)
    with django_assert_num_queries(0):
        queries.seen_by(table.id, 0, seq)
        queries.history(table.id, 0, seq - 10, seq)


def test_a_game_that_went_on_elsewhere_costs_one_query(
    table: AtTable,
    django_assert_num_queries: DjangoAssertNumQueries,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queries.state_of(table.id, table.seq)
    known = dict(folds._kept)
    table.play_on(3)
    seq, state = table.seq, table.state
    folds._kept.clear()
    folds._kept.update(known)
    with django_assert_num_queries(1):
        assert queries.state_of(table.id, seq) == state


def test_only_so_many_games_are_kept(table: AtTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folds, "KEPT_GAMES", 2)
    start = folds.steps(table.id, 0, 0)
    for game_id in (1001, 1002, 1003):
        folds.remember(game_id, start)
    assert list(folds._kept) == [1002, 1003]


def test_what_is_remembered_has_no_gap(table: AtTable) -> None:
    table.play_on(10)
    steps = folds.steps(table.id, 0, table.seq)
    folds.forget_all()
    folds.remember(table.id, steps[:2])
    folds.remember(table.id, steps[5:])
    assert [step.seq for step in folds._kept[table.id]] == [step.seq for step in steps[5:]]
