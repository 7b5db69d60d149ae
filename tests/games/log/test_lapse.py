"""A rated game is not undone by leaving it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.log import ends, window
from games.models import Game
from games.rules.game import Refused
from games.table.ways_out import ways_out
from tests.kit.factories import four_players
from tests.kit.timed import new_game

pytestmark = pytest.mark.django_db


def rated(*sitters: Any) -> Game:
    game = new_game(*sitters)
    Game.objects.filter(pk=game.pk).update(is_rated=True)
    return game


def test_a_rated_game_is_lost_by_its_only_person_and_not_undone() -> None:
    game = rated(four_players()[0], "easy", "easy", "easy")
    with pytest.raises(Refused, match="rated"):
        ends.end(game_id=game.pk, seat=0)
    offered = ways_out(window.position_of(game.pk, timezone.now()), 0)
    assert (offered.may_end, offered.may_give_up, offered.may_concede) == (False, True, True)
    ends.concede(game_id=game.pk, seat=0)
    game.refresh_from_db()
    assert game.is_over and game.ended == {"how": "conceded", "by": [0, 2]}


def left_alone(game: Game) -> Game:
    """For more than a day, by everybody."""
    before = timezone.now() - timedelta(days=1, minutes=1)
    rows = Game.objects.filter(pk=game.pk)
    rows.update(started_at=before, moved_at=before, asked_at=before)
    game.players.update(seen_at=before)
    return game


def leavers(game: Game) -> list[int]:
    return sorted(game.players.filter(has_given_up=True).values_list("seat", flat=True))


def test_whoever_stays_away_from_a_rated_game_with_bots_has_given_it_up() -> None:
    game = left_alone(rated(four_players()[0], "easy", "easy", "easy"))
    assert ends.close_forsaken(timezone.now()) == 1
    game.refresh_from_db()
    assert not game.is_over and game.deadline is not None
    assert leavers(game) == [0]


def test_a_rated_game_that_all_have_left_is_lost_by_all_and_played_to_its_end() -> None:
    game = left_alone(rated(*four_players()))
    assert ends.close_forsaken(timezone.now()) == 1
    game.refresh_from_db()
    assert leavers(game) == [0, 1, 2, 3]
    assert not game.is_over and game.deadline is not None, "the house goes on"


def test_whoever_still_looks_at_a_rated_game_is_not_undone_by_those_who_left() -> None:
    game = left_alone(rated(*four_players()))
    game.players.filter(seat__in=[0, 2]).update(seen_at=timezone.now())
    assert ends.close_forsaken(timezone.now()) == 1
    assert leavers(game) == [0, 1, 3], "seat 0 was there, and let the others wait"
    assert ends.close_forsaken(timezone.now()) == 0, "the last one has a day"
    left_alone(game)
    assert ends.close_forsaken(timezone.now()) == 1
    assert leavers(game) == [0, 1, 2, 3]
