"""States folded from the log."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from games.log import door, states, window
from games.log.pov import Pov
from games.models import Game
from games.rules import uno
from tests.kit.at_table import AtTable
from tests.kit.factories import four_players


def test_the_remembered_state_is_the_one_a_fresh_process_folds(table: AtTable) -> None:
    table.play_on(60)
    assert table.state == table.fold_afresh()


def test_every_position_can_be_had_again(table: AtTable) -> None:
    positions = [table.state]
    for _ in range(40):
        seq = table.seq
        table.play()
        positions += [window.state_of(table.id, s) for s in range(seq + 1, table.seq + 1)]
    states.forget_all()
    assert [window.state_of(table.id, seq) for seq in range(1, table.seq + 1)] == positions


def test_a_known_position_costs_no_query(
    table: AtTable, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table.play_on(30)
    seq = table.seq
    window.state_of(table.id, seq)
    with django_assert_num_queries(0):
        window.seen_by(table.id, 0, seq)
        window.history(Pov(table.id, 0), seq - 10, seq)


def test_a_game_that_went_on_elsewhere_costs_one_query(
    table: AtTable,
    django_assert_num_queries: DjangoAssertNumQueries,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window.state_of(table.id, table.seq)
    known = dict(states._kept)
    table.play_on(3)
    seq, state = table.seq, table.state
    states._kept.clear()
    states._kept.update(known)
    with django_assert_num_queries(1):
        assert window.state_of(table.id, seq) == state


def test_only_so_many_games_are_kept(table: AtTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states, "KEPT_GAMES", 2)
    start = states.steps(table.id, 0, 0)
    for game_id in (1001, 1002, 1003):
        states.remember(game_id, start)
    assert list(states._kept) == [1002, 1003]


def test_what_is_remembered_has_no_gap(table: AtTable) -> None:
    table.play_on(10)
    steps = states.steps(table.id, 0, table.seq)
    states.forget_all()
    states.remember(table.id, steps[:2])
    states.remember(table.id, steps[5:])
    assert [step.seq for step in states._kept[table.id]] == [step.seq for step in steps[5:]]


@pytest.mark.django_db
def test_p22_a_stored_game_is_folded_by_the_version_it_began_with() -> None:
    config = uno.META.configure({})
    game = door.start(
        kind="uno",
        config=config,
        players=four_players()[:2],
        server_seed=bytes(32),
        nonces=["", ""],
    )
    assert game.rules == uno.META.version
    Game.objects.filter(pk=game.pk).update(rules=1)
    states.forget_all()
    assert window.state_of(game.pk, 0) == uno.new(config, 2, version=1) != uno.new(config, 2)
