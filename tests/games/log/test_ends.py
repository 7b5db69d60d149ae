"""Nobody is held hostage: seats are given up, lent to the house, and games ended early."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from games.history.played import rows_of, tables_of
from games.log import door, ends, window
from games.log.door import NotSeated, Stale
from games.log.export import record_of
from games.log.writing import GivenUp, Over
from games.models import FinishedGame, Game, Player
from games.rules.game import Refused
from games.rules.record import Record
from games.rules.replay import check
from games.time import house
from tests.kit.at_table import AtTable
from tests.kit.factories import four_players
from tests.kit.timed import everybody_looks, everybody_stays, let_time_pass, new_game

pytestmark = pytest.mark.django_db


def went_away(game: Game, seat: int, **span: float) -> None:
    long_ago = timezone.now() - timedelta(**span)
    Player.objects.filter(game=game, seat=seat).update(seen_at=long_ago)


def outcomes(game: Game) -> list[str]:
    """By seat, as histories write them down."""
    game.refresh_from_db()
    return [str(row.outcome) for row in rows_of(game, tables_of([game])[game.pk])]


def ended(game: Game) -> Game:
    """Over, told to listeners, and its record holds."""
    game.refresh_from_db()
    assert game.is_over and game.deadline is None
    assert FinishedGame.objects.filter(game=game).exists()
    assert check(Record.from_json(record_of(game).to_json())).finished
    return game


def at_turn(game: Game) -> dict[str, Any]:
    """A move that can be made now."""
    seq = window.seq_of(game.pk)
    seat = window.seen_by(game.pk, None, seq).to_act[0]
    action = str(window.seen_by(game.pk, seat, seq).actions[0])
    return {"game_id": game.pk, "seat": seat, "seq": seq, "action": action}


# Conceding


def test_a_side_concedes_when_all_of_it_agree() -> None:
    game = new_game(*four_players())
    ends.concede(game_id=game.pk, seat=0)
    game.refresh_from_db()
    assert not game.is_over
    ends.concede(game_id=game.pk, seat=2)
    assert ended(game).result == {"winners": [1, 3], "scores": [0, 1, 0, 1]}
    assert game.ended == {"how": "conceded", "by": [0, 2]}
    assert outcomes(game) == ["lost", "won", "lost", "won"]


def test_an_offer_can_be_withdrawn() -> None:
    game = new_game(*four_players())
    ends.concede(game_id=game.pk, seat=0)
    ends.withdraw(game_id=game.pk, seat=0)
    ends.concede(game_id=game.pk, seat=2)
    game.refresh_from_db()
    assert not game.is_over


def test_a_bot_and_whoever_is_played_for_need_not_agree() -> None:
    alice, bob, carol, dave = four_players()
    game = new_game(alice, bob, "easy", dave)
    ends.concede(game_id=game.pk, seat=0)
    ended(game)
    other = new_game(alice, bob, carol, dave)
    went_away(other, 2, seconds=61)
    ends.replace(game_id=other.pk, seat=1, absent=2)
    ends.concede(game_id=other.pk, seat=0)
    ended(other)


def test_nobody_concedes_where_there_are_more_than_two_sides() -> None:
    game = new_game(*four_players(), kind="uno")
    with pytest.raises(Refused, match="two sides"):
        ends.concede(game_id=game.pk, seat=0)


# Giving up


def test_a_seat_that_is_given_up_is_played_by_the_house_to_the_end() -> None:
    table = AtTable(server_seed=bytes([182]) * 32)
    game, seat = table.game, table.turn
    everybody_stays(game)
    ends.give_up(game_id=game.pk, seat=seat)
    let_time_pass(game, seconds=5)
    assert house.run_due() == 1
    assert game.moves.order_by("-seq").exclude(seat=None)[0].by == "house"
    while not table.is_over:
        if table.turn == seat:
            let_time_pass(game, seconds=5)
            assert house.run_due() == 1
        else:
            table.play()
    assert ended(game).ended is None
    assert outcomes(game)[seat] == "lost"


def test_who_has_given_up_cannot_play_nor_come_back() -> None:
    game = new_game(*four_players())
    move = at_turn(game)
    ends.give_up(game_id=game.pk, seat=move["seat"])
    for act in (
        partial(door.play, **move),
        partial(door.take_back, game_id=game.pk, seat=move["seat"]),
        partial(ends.concede, game_id=game.pk, seat=move["seat"]),
        partial(ends.give_up, game_id=game.pk, seat=move["seat"]),
    ):
        with pytest.raises(GivenUp):
            act()
    assert window.seq_of(game.pk) == 1


def test_a_table_that_everybody_has_given_up_plays_itself_to_the_end() -> None:
    game = new_game(*four_players())
    for seat in range(4):
        ends.give_up(game_id=game.pk, seat=seat)
        went_away(game, seat, hours=1)
    let_time_pass(game, seconds=5)
    assert house.run_due() == 1
    assert window.seq_of(game.pk) > 1


# Lending a seat to the house


@pytest.mark.parametrize(("pace", "seconds"), [("off", 60), ("fast", 20)])
def test_the_house_plays_for_who_is_away_until_they_are_back(pace: str, seconds: int) -> None:
    game = new_game(*four_players(), pace=pace)
    everybody_looks(game)
    went_away(game, 0, seconds=seconds - 2)
    with pytest.raises(Refused, match="not been away long enough"):
        ends.replace(game_id=game.pk, seat=1, absent=0)
    went_away(game, 0, seconds=seconds + 1)
    ends.replace(game_id=game.pk, seat=1, absent=0)
    let_time_pass(game, seconds=2)
    assert house.run_due() == 1
    assert game.moves.filter(seat=0).get().by == "house"
    door.take_back(game_id=game.pk, seat=0)
    assert not game.players.get(seat=0).plays_itself


def test_the_others_play_on_at_a_table_where_the_house_has_a_seat() -> None:
    """Their moves know of it, also in a process that has not heard."""
    game = new_game(*four_players())
    everybody_looks(game)
    absent = 1
    went_away(game, absent, seconds=61)
    ends.replace(game_id=game.pk, seat=3, absent=absent)
    door.play(**at_turn(game))
    game.refresh_from_db()
    assert game.deadline is not None, "the house is to move"


@pytest.mark.parametrize("absent", [1, 7])
def test_only_people_are_played_for(absent: int) -> None:
    alice, _bob, carol, dave = four_players()
    game = new_game(alice, "easy", carol, dave)
    with pytest.raises(Refused, match="Nobody sits there"):
        ends.replace(game_id=game.pk, seat=0, absent=absent)


# Ending and closing


def test_who_sits_there_alone_may_end_the_game() -> None:
    alice, bob, *_ = four_players()
    game = new_game(alice, "easy", "easy", "easy")
    ends.end(game_id=game.pk, seat=0)
    assert ended(game).result == {"winners": [], "scores": [0, 0, 0, 0]}
    assert game.ended == {"how": "closed"} and outcomes(game) == ["closed"] * 4
    shared = new_game(alice, bob, "easy", "easy")
    with pytest.raises(Refused, match="Others play here too"):
        ends.end(game_id=shared.pk, seat=0)


def test_a_table_is_closed_when_nobody_has_done_anything_for_a_day() -> None:
    people = four_players()
    old, fresh = new_game(*people), new_game(*people)
    before = timezone.now() - timedelta(days=1, minutes=1)
    Game.objects.filter(pk=old.pk).update(started_at=before, moved_at=before)
    Game.objects.filter(pk=fresh.pk).update(started_at=before)
    assert ends.close_forsaken(timezone.now()) == 1
    assert ended(old).ended == {"how": "closed"}
    fresh.refresh_from_db()
    assert not fresh.is_over


def test_an_admin_closes_any_table_once() -> None:
    game = new_game(*four_players())
    ends.close(game_id=game.pk)
    ended(game)
    with pytest.raises(Over):
        ends.close(game_id=game.pk)


# Whoever it is, whenever it is

DEEDS: dict[str, Callable[..., object]] = {
    "concede": ends.concede,
    "withdraw": ends.withdraw,
    "give_up": ends.give_up,
    "replace": partial(ends.replace, absent=1),
    "end": ends.end,
}


@pytest.mark.parametrize("deed", DEEDS)
def test_only_at_a_game_that_runs_and_only_who_sits_there(deed: str) -> None:
    game = new_game(*four_players())
    with pytest.raises(NotSeated):
        DEEDS[deed](game_id=game.pk, seat=None)
    ends.close(game_id=game.pk)
    with pytest.raises(Over):
        DEEDS[deed](game_id=game.pk, seat=0)


def test_after_an_end_that_is_no_move_nothing_moves_any_more() -> None:
    game = new_game(*four_players())
    move = at_turn(game)
    ends.close(game_id=game.pk)
    for act in (
        partial(door.play, **move),
        partial(door.say_ready, game_id=game.pk, seat=0, seq=1),
        partial(door.wait_on, game_id=game.pk, seq=1),
        partial(door.waive, game_id=game.pk, seat=0, seq=1),
    ):
        with pytest.raises(Stale):
            act()
    door.take_back(game_id=game.pk, seat=0)
    with pytest.raises(DatabaseError), transaction.atomic():
        Game.objects.filter(pk=game.pk).update(ended=None)
