"""P10: what is due happens once, never early, and survives whoever was to do it."""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games.log import door, ends, window
from games.models import Game, Move, Player
from games.time import claims, clock, house
from games.time.pace import LEASE, PACES
from tests.kit.factories import four_players
from tests.kit.pages import page_text
from tests.kit.timed import about, everybody_looks, let_time_pass, looks, new_game, time_left


def deadline_in(game: Game) -> float:
    game.refresh_from_db()
    assert game.deadline is not None
    return (game.deadline - game.moved_at).total_seconds()


@pytest.mark.django_db
def test_a_table_of_people_without_a_clock_waits_for_ever() -> None:
    assert new_game(*four_players()).deadline is None


@pytest.mark.django_db
def test_a_bot_moves_when_it_is_due_and_not_before() -> None:
    game = new_game("random", *four_players()[1:])
    assert house.run_due() == 0
    let_time_pass(game, seconds=2)
    assert house.run_due() == 1
    move = game.moves.get(seq=2)
    assert (move.seat, move.by) == (0, Move.By.BOT)


@pytest.mark.django_db
@pytest.mark.parametrize("first", ["random", None], ids=["a bot", "somebody whose time runs out"])
def test_nothing_is_due_the_moment_before_its_time(first: str | None) -> None:
    game = new_game(*[first, *four_players()][first is None :][:4], pace="fast")
    everybody_looks(game)
    game.refresh_from_db()
    due = game.deadline
    assert due is not None
    before = due - timedelta(milliseconds=1)
    position = window.position_of(game.pk, before)
    assert clock.due_seats(position) == []
    assert clock.due_seats(replace(position, now=due)) == [0]
    assert claims.claim(before, 1) == []
    assert [claim.game for claim in claims.claim(due, 1)] == [game]


@pytest.mark.django_db
def test_a_bots_delay_is_human_and_does_not_depend_on_what_it_holds() -> None:
    game = new_game("random", *four_players()[1:])
    position = window.position_of(game.pk, timezone.now())
    rules = position.rules
    other = rules.imagine(rules.view(position.state, 1), Random(3))
    assert clock.duties_of(position) == clock.duties_of(position.with_state(other))
    assert 0.7 <= deadline_in(game) <= 1.6


@pytest.mark.django_db
@pytest.mark.parametrize(("pace", "least", "most"), [("slow", 1.75, 4), ("instant", 0, 0)])
def test_bots_are_as_quick_as_the_only_person_likes(pace: str, least: float, most: float) -> None:
    alice, bob, *_others = four_players()
    alice.bot_pace = bob.bot_pace = pace
    assert least <= deadline_in(new_game("easy", alice, "easy", "easy")) <= most
    assert 0.7 <= deadline_in(new_game("easy", alice, "easy", bob)) <= 1.6


@pytest.mark.django_db
def test_once_the_only_person_has_given_up_nobody_is_in_a_hurry() -> None:
    alice, *_others = four_players()
    alice.bot_pace = "instant"
    game = new_game("easy", alice, "easy", "easy")
    ends.give_up(game_id=game.pk, seat=1)
    assert 0.7 <= deadline_in(game) <= 1.6


# In one transaction its row would be there in a thousand versions, all looked at in the end.
@pytest.mark.django_db(transaction=True)
def test_a_game_of_bots_alone_plays_to_its_end() -> None:
    game = new_game("random", "random", "random", "random")
    while not game.is_over:
        let_time_pass(game, seconds=2)
        assert house.run_due() == 1
        game.refresh_from_db()
    assert game.deadline is None


@pytest.mark.django_db
@pytest.mark.parametrize("pace", PACES)
def test_a_person_has_the_time_of_the_pace_and_the_bank(pace: str) -> None:
    game = new_game(*four_players(), pace=pace)
    whole = PACES[pace].move + PACES[pace].bank
    assert deadline_in(game) == pytest.approx(whole.total_seconds())


@pytest.mark.django_db
def test_what_goes_beyond_the_time_of_a_move_comes_out_of_the_bank() -> None:
    game = new_game(*four_players(), pace="fast")
    let_time_pass(game, seconds=32)
    play(game)
    assert game.players.get(seat=0).bank.total_seconds() == about(40)


def play(game: Game) -> None:
    seq = window.seq_of(game.pk)
    seat = window.seen_by(game.pk, None, seq).to_act[0]
    action = window.seen_by(game.pk, seat, seq).actions[0]
    door.play(game_id=game.pk, seat=seat, seq=seq, action=str(action))


@pytest.mark.django_db
def test_when_time_is_out_the_house_plays_one_move_and_the_log_says_so() -> None:
    game = new_game(*four_players(), pace="fast")
    let_time_pass(game, seconds=80)
    everybody_looks(game)
    assert house.run_due() == 1
    assert game.moves.get(seq=2).by == Move.By.HOUSE
    assert game.players.get(seat=0).house_moves == 1
    for seat in (0, 1, None):
        assert "played by the house" in page_text(game.pk, seat, 2)
    play(game)
    assert page_text(game.pk, 1, window.seq_of(game.pk)).count("played by the house") == 2


@pytest.mark.django_db
def test_after_two_such_moves_the_house_takes_over_until_the_person_acts() -> None:
    game = new_game(*four_players(), pace="fast")
    Player.objects.filter(game=game, seat=0).update(house_moves=2)
    play_round(game)
    assert deadline_in(game) < 2
    play(game)
    assert game.players.get(seat=0).house_moves == 0


def play_round(game: Game) -> None:
    """Until it is the first seat's turn again."""
    play(game)
    Player.objects.filter(game=game, seat=0).update(house_moves=2)
    while window.seen_by(game.pk, None, window.seq_of(game.pk)).to_act != (0,):
        play(game)


@pytest.mark.django_db
def test_one_press_brings_the_seat_back() -> None:
    game = new_game(*four_players(), pace="fast")
    Player.objects.filter(game=game, seat=0).update(house_moves=2)
    door.take_back(game_id=game.pk, seat=0)
    assert game.players.get(seat=0).house_moves == 0
    assert deadline_in(game) > 10


@pytest.mark.django_db
def test_pressing_again_and_again_gains_no_time() -> None:
    game = new_game(*four_players(), pace="fast")
    let_time_pass(game, seconds=30)
    game.refresh_from_db()
    before = game.deadline
    door.take_back(game_id=game.pk, seat=0)
    game.refresh_from_db()
    assert game.deadline == before


@pytest.mark.django_db
def test_the_clock_stops_while_nobody_looks_and_goes_on_when_somebody_does() -> None:
    game = new_game(*four_players(), pace="fast")
    let_time_pass(game, seconds=300)
    Player.objects.filter(game=game).update(seen_at=timezone.now() - timedelta(seconds=290))
    house.run_due()
    game.refresh_from_db()
    assert (game.seq, game.deadline) == (1, None)
    looks(game, 2)
    used = 10 + LEASE.total_seconds()
    assert time_left(game) == about(72 - used)


@pytest.mark.django_db
def test_looking_on_gains_no_time() -> None:
    game = new_game(*four_players(), pace="fast")
    before = game.deadline
    looks(game, 0)
    game.refresh_from_db()
    assert game.deadline == before


@pytest.mark.django_db
def test_one_table_that_cannot_go_on_does_not_hold_up_the_others() -> None:
    people = four_players()
    broken, well = new_game("nobody", *people[1:]), new_game("random", *people[1:])
    Game.objects.filter(pk=broken.pk).update(kind="whist")
    let_time_pass(broken, seconds=4)
    let_time_pass(well, seconds=2)
    assert house.run_due() == 1
    assert window.seq_of(well.pk) > 1
    assert house.run_due() == 0


@pytest.mark.django_db(transaction=True)
def test_of_several_clocks_one_makes_each_move() -> None:
    game = new_game("random", "random", "random", "random")
    for _ in range(12):
        seq = window.seq_of(game.pk)
        if Game.objects.get(pk=game.pk).is_over:
            break
        let_time_pass(game, seconds=2)
        made = clocks_at_once(4)
        assert made == 1
        assert game.moves.filter(seq__gt=seq, seat__isnull=False).count() == 1


def clocks_at_once(n: int) -> int:
    barrier, made = threading.Barrier(n), []

    def tick() -> None:
        try:
            connection.ensure_connection()
            barrier.wait(10)
            made.append(house.run_due())
        finally:
            connection.close()

    threads = [threading.Thread(target=tick) for _ in range(n)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return sum(made)


@pytest.mark.django_db(transaction=True)
def test_of_a_move_and_a_time_out_in_the_same_moment_one_happens() -> None:
    game = new_game(*four_players(), pace="fast")
    for _ in range(8):
        seq = window.seq_of(game.pk)
        let_time_pass(game, seconds=200)
        everybody_looks(game)
        seen = window.seen_by(game.pk, None, seq)
        action = str(window.seen_by(game.pk, seen.to_act[0], seq).actions[0])
        move = {"game_id": game.pk, "seat": seen.to_act[0], "seq": seq, "action": action}
        thread = threading.Thread(target=move_or_be_late, args=(move,))
        thread.start()
        house.run_due()
        thread.join(30)
        assert game.moves.filter(seq__gt=seq, seat__isnull=False).count() == 1


def move_or_be_late(move: dict[str, Any]) -> None:
    try:
        with suppress(door.Stale):
            door.play(**move)
    finally:
        connection.close()
