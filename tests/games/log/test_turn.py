"""Whose turn it is stands beside the seq: lists of games need not fold the log of each."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.log import ends, fork
from games.log.fork import Branch
from games.models import Game, Player
from games.rules import rules_of
from games.rules.game import DEALER
from tests.kit.at_table import SHORT_GAME, AtTable
from tests.kit.factories import UserFactory, four_players

pytestmark = pytest.mark.django_db


def written(game: Game) -> int | None:
    return Game.objects.values_list("turn", flat=True).get(pk=game.pk)


def folded(table: AtTable) -> int | None:
    return next((seat for seat in table.rules.to_act(table.state)[:1] if seat != DEALER), None)


def players_of(kind: str) -> list[User]:
    four = four_players()
    return [*four, UserFactory.create()] if 4 not in rules_of(kind).META.seats else four


@pytest.mark.parametrize("kind", ["bruno", "uno", "briscalone"])
def test_it_is_what_the_log_says_after_every_move(kind: str) -> None:
    table = AtTable(kind=kind, users=players_of(kind))
    for _move in range(40):
        assert written(table.game) == folded(table)
        if folded(table) is None:
            break
        table.play()


def test_of_a_game_that_is_over_it_is_nobody_s() -> None:
    played = AtTable(server_seed=SHORT_GAME)
    closed = AtTable(users=played.users)
    played.play_on()
    assert played.is_over and written(played.game) is None
    ends.close(game_id=closed.id)
    assert written(closed.game) is None


def test_a_game_that_is_played_on_from_another_has_one_too() -> None:
    table = AtTable(server_seed=SHORT_GAME)
    table.play_out()
    parent = Game.objects.get(pk=table.id)
    game = fork.fork(Branch(parent, 5, 0, False), user=table.users[0], bot="easy")
    assert [player.is_on_turn for player in Player.objects.filter(game=game)].count(True) == 1
