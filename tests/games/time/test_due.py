"""P10: nothing happens before it is due, whoever was faster and whatever went wrong."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

import pytest
from django.db import Error, InterfaceError, OperationalError, transaction
from django.utils import timezone

from games.log import door, presence, states, window, writing
from games.models import Game, Move, Player
from games.rules.game import AnyRules
from games.time import claims, clock, house
from games.time.attendance import attendance
from tests.kit.factories import four_players
from tests.kit.pages import page_text
from tests.kit.timed import about, everybody_looks, let_time_pass, looks, new_game, time_left
from tests.kit.uno.one_left import Table

pytestmark = pytest.mark.django_db


def taken_over(seat: int = 0) -> Game:
    """A table where the house plays for this seat, and is about to."""
    game = new_game(*four_players(), pace="fast")
    Player.objects.filter(game=game, seat=seat).update(house_moves=2)
    due = timezone.now() - timedelta(seconds=1)
    Game.objects.filter(pk=game.pk).update(deadline=due, moved_at=due - timedelta(seconds=5))
    game.refresh_from_db()
    return game


def test_who_is_back_while_the_house_thinks_moves_themselves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, think = taken_over(), house.think

    def think_slowly(*arguments: Any) -> Any:
        action = think(*arguments)
        door.take_back(game_id=game.pk, seat=0)
        return action

    monkeypatch.setattr(house, "think", think_slowly)
    house.run_due()
    assert not game.moves.filter(by=Move.By.HOUSE).exists()
    assert time_left(game) == about(72)


def test_who_is_back_before_the_house_has_looked_moves_themselves() -> None:
    game = taken_over()
    (as_it_was,) = claims.claim(timezone.now(), 1)
    door.take_back(game_id=game.pk, seat=0)
    house.attend(as_it_was)
    assert not game.moves.filter(by=Move.By.HOUSE).exists()


def test_whoever_was_given_time_before_the_house_has_looked_keeps_it() -> None:
    """As a table gets it that wakes up."""
    game = new_game(*four_players(), pace="fast")
    let_time_pass(game, seconds=80)
    everybody_looks(game)
    (as_it_was,) = claims.claim(timezone.now(), 1)
    with transaction.atomic():
        position = writing.locked(game.pk)
        position.game.asked_at = position.now
        writing.wait(position)
    assert not house.attend(as_it_was)
    assert not game.moves.filter(by=Move.By.HOUSE).exists()
    assert time_left(game) == about(72)


@pytest.mark.parametrize("fault", [OperationalError, InterfaceError])
def test_a_table_is_not_put_off_because_the_database_is_away(
    monkeypatch: pytest.MonkeyPatch, fault: type[Error]
) -> None:
    game = taken_over()

    def think(*arguments: Any) -> None:
        raise fault("gone")

    monkeypatch.setattr(house, "think", think)
    house.run_due()
    assert Game.objects.get(pk=game.pk).deadline == game.deadline


def test_a_clock_that_failed_puts_off_only_the_position_it_failed_at() -> None:
    game = new_game(*four_players(), pace="relaxed")
    later = timezone.now() + house.TRY_AGAIN
    door.put_off(game_id=game.pk, seq=game.seq - 1, until=later)
    assert time_left(game) == about(360)
    door.put_off(game_id=game.pk, seq=game.seq, until=later)
    assert time_left(game) == about(30)


@pytest.mark.parametrize(("pace", "left"), [("off", None), ("relaxed", 360)])
def test_what_is_looked_at_too_early_waits_as_long_as_it_should(
    pace: str, left: float | None
) -> None:
    alice, *_ = four_players()
    game = new_game(alice, "easy", "easy", "easy", pace=pace)
    door.put_off(game_id=game.pk, seq=game.seq, until=timezone.now())
    house.run_due()
    game.refresh_from_db()
    assert game.seq == 1
    if left is None:
        assert game.deadline is None
    else:
        assert time_left(game) == about(left)


def test_saying_something_costs_the_time_of_nobody_and_gives_none() -> None:
    alice, bob, carol, _ = four_players()
    table = Table([alice, bob, carol], declares=False, pace="fast")
    let_time_pass(table.game, seconds=50)
    table.play(0, "uno")
    assert time_left(table.game) == about(22)
    banks = table.game.players.order_by("seat").values_list("bank", flat=True)
    assert [bank.total_seconds() for bank in banks] == [60, 60, 60]


def test_who_takes_a_seat_back_out_of_turn_gives_nobody_time() -> None:
    game = new_game(*four_players(), pace="fast")
    let_time_pass(game, seconds=60)
    Player.objects.filter(game=game, seat=2).update(house_moves=2)
    door.take_back(game_id=game.pk, seat=2)
    assert time_left(game) == about(12)


def test_while_nobody_is_there_nobodys_time_runs() -> None:
    game = new_game(*four_players(), pace="fast")
    let_time_pass(game, seconds=68)
    Player.objects.filter(game=game).update(seen_at=timezone.now() - timedelta(seconds=65))
    looks(game, 3)
    assert time_left(game) == about(72 - 3 - 15)
    looks(game, 2)
    assert time_left(game) == about(72 - 3 - 15)


def test_who_comes_back_is_there_before_a_clock_can_look_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, wake = new_game(*four_players(), pace="fast"), presence._wake
    game.players.update(seen_at=timezone.now() - timedelta(minutes=5))

    def wake_and_look(game_id: int, leases: list[int]) -> None:
        wake(game_id, leases)
        with pytest.raises(door.Stale):
            door.stop_clock(game_id=game_id, seq=1)

    monkeypatch.setattr(presence, "_wake", wake_and_look)
    looks(game, 2)
    assert time_left(game) > 0


def test_a_rest_goes_on_where_it_was_when_everybody_left() -> None:
    game = new_game(*four_players(), pace="fast")
    position, later = window.position_of(game.pk, timezone.now()), timedelta(minutes=5)
    resting = replace(position, rules=cast(AnyRules, Resting()), now=position.now + later)
    assert clock.is_rest_over(resting)
    position.game.asked_at += later
    assert not clock.is_rest_over(resting)
    assert clock.deadline_of(resting) == game.asked_at + later + clock.REST


class Resting:
    """Rules of a game between two rounds."""

    def rests(self, state: Any) -> bool:
        return True


def test_a_start_that_came_to_nothing_is_not_remembered() -> None:
    with transaction.atomic():
        game = new_game(*four_players(), pace="fast")
        transaction.set_rollback(True)
    info = states.facts.cache_info()
    assert info.currsize == 0, f"game {game.pk} is known, but there is none"


def test_everyone_sees_who_is_away_who_is_played_for_and_how_long_it_takes() -> None:
    game = new_game(*four_players(), pace="fast")
    everybody_looks(game)
    long_ago = timezone.now() - timedelta(minutes=5)
    Player.objects.filter(game=game, seat=1).update(seen_at=long_ago)
    Player.objects.filter(game=game, seat=2).update(house_moves=2)
    shown = attendance(window.position_of(game.pk, timezone.now()), 0)
    assert (shown.away, shown.played_by_house) == (("bob",), ("carol",))
    assert (shown.waits_for_me, shown.is_taken_over) == (True, False)
    assert shown.seconds_left == about(72)
    page = page_text(game.pk, 3, 1)
    assert "bob is away" in page and "carol is played by the house" in page
    assert 'aria-label="Time left"' in page
    assert 'aria-label="Your time left"' in page_text(game.pk, 0, 1)
    assert "I am back" in page_text(game.pk, 2, 1)


@pytest.mark.parametrize(("pace", "left"), [("off", None), ("fast", 72)])
def test_a_bot_that_may_speak_up_does_not_show_as_the_time_of_whoever_is_on_turn(
    pace: str, left: int | None
) -> None:
    alice, bob, *_ = four_players()
    table = Table([alice, bob, "easy"], declares=False, pace=pace)
    table.game.refresh_from_db()
    assert table.game.deadline is not None, "the bot may catch alice"
    shown = attendance(window.position_of(table.id, timezone.now()), 1)
    assert (shown.waits_for_me, shown.seconds_left) == (True, left)
