"""What the database refuses by itself, whoever asks."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import F, Model
from django.utils import timezone

from accounts.models import Decision
from games.models import Game, Move, Player, Seal
from tests.kit.at_table import AtTable


def test_two_moves_cannot_have_one_seq(table: AtTable) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Move.objects.create(game=table.game, seq=1, seat=0, action="collect")


def test_a_move_never_changes(table: AtTable) -> None:
    with pytest.raises(DatabaseError, match="a move never changes"), transaction.atomic():
        table.game.moves.update(action="collect")


def test_a_seal_never_changes(table: AtTable) -> None:
    with pytest.raises(DatabaseError, match="a seal never changes"), transaction.atomic():
        Seal.objects.update(server_seed=bytes(32))


def test_a_finished_game_takes_no_further_move(table: AtTable) -> None:
    table.play_out()
    with pytest.raises(DatabaseError, match="the game is over"), transaction.atomic():
        Move.objects.create(game=table.game, seq=table.seq + 1, seat=0, action="collect")


def test_a_finished_game_stays_as_it_ended(table: AtTable) -> None:
    table.play_out()
    with pytest.raises(DatabaseError, match="the game is over"), transaction.atomic():
        Game.objects.update(result={"winners": [], "scores": [0, 0, 0, 0]})


def test_a_game_cannot_end_without_a_result(table: AtTable) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.update(finished_at=timezone.now())


def test_a_seat_has_one_player_and_a_player_one_seat(table: AtTable) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(game=table.game, seat=0, user=table.users[1])
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(game=table.game, seat=5, user=table.users[1])


@pytest.mark.parametrize("model", [Move, Player, Seal, Game])
def test_nothing_that_was_played_goes_away(table: AtTable, model: type[Model]) -> None:
    rows = model._base_manager.all()
    before = rows.count()
    with pytest.raises(DatabaseError, match="never goes|what was played"), transaction.atomic():
        rows._raw_delete("default")
    assert rows.count() == before


@pytest.mark.parametrize("changed", [{"user": None, "bot": "easy"}, {"seat": F("seat") + 10}])
def test_who_sat_where_never_changes(table: AtTable, changed: dict[str, Any]) -> None:
    with pytest.raises(DatabaseError, match="what was played stays"), transaction.atomic():
        table.game.players.update(**changed)


def test_a_player_who_has_gone_has_still_sat_there(table: AtTable) -> None:
    table.game.players.update(has_given_up=True, house_moves=2)
    assert table.game.players.filter(has_given_up=True).count() == 4


@pytest.mark.services
@pytest.mark.parametrize("model", [Move, Player, Seal, Game, Decision])
def test_no_table_of_what_was_played_or_decided_is_emptied(
    table: AtTable, model: type[Model]
) -> None:
    with (
        pytest.raises(DatabaseError, match="what was played stays|a decision stays"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # or they would be waited for
        cursor.execute(f"TRUNCATE {model._meta.db_table} CASCADE")
    assert table.game.moves.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("time", ["first", "second"])
def test_the_guards_stand_again_after_a_test_that_commits(time: str) -> None:
    table = AtTable()
    with pytest.raises(DatabaseError, match="never goes"), transaction.atomic():
        table.game.moves.all()._raw_delete("default")
