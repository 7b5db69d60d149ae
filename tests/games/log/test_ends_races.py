"""P3: who goes and who plays at the same moment. Whatever comes first, the game is whole."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from games.log import door, ends, window
from games.log.export import record_of
from games.models import FinishedGame, Game, Move, Player
from games.rules import rules_of
from games.rules.replay import check
from games.time import claims, clock, house
from tests.kit.at_table import SHORT_GAME, AtTable
from tests.kit.factories import four_players
from tests.kit.races import at_once, rounds
from tests.kit.timed import everybody_stays, let_time_pass, new_game

pytestmark = pytest.mark.django_db(transaction=True)


def assert_whole(game: Game) -> Game:
    """No move is missing or too much; a game that is over was told once, and its record holds. One
    that runs waits for what it should."""
    game.refresh_from_db()
    assert [*game.moves.order_by("seq").values_list("seq", flat=True)] == [*range(1, game.seq + 1)]
    assert FinishedGame.objects.filter(game=game).count() == int(game.is_over)
    if game.is_over:
        assert check(record_of(game)).finished
        assert game.deadline is None, "nothing happens any more"
    else:
        assert game.deadline == clock.deadline_of(window.position_of(game.pk, timezone.now()))
    return game


def before_the_last_move(table: AtTable) -> tuple[Game, tuple[Any, ...]]:
    """The same game again up to its last move, and that move, which wins it."""
    log = table.game.moves.order_by("seq")
    *rows, last = log.values_list("seq", "seat", "action", "by")
    game = door.start(
        kind="bruno",
        config=rules_of("bruno").META.configure({}),
        players=table.users,
        server_seed=SHORT_GAME,
        nonces=["aa" * 16, "", "bb" * 16, ""],
    )
    Move.objects.bulk_create(
        Move(game=game, seq=seq, seat=seat, action=action, by=by)
        for seq, seat, action, by in rows
        if seq > game.seq
    )
    Game.objects.filter(pk=game.pk).update(seq=rows[-1][0])
    return game, last


@rounds(10)
def test_conceding_against_the_winning_move(rounds: int) -> None:
    table = AtTable(server_seed=SHORT_GAME)
    table.play_out()
    for _round in range(rounds):
        game, (seq, seat, action, _by) = before_the_last_move(table)
        losers = [(seat + 1) % 4, (seat + 3) % 4]
        ends.concede(game_id=game.pk, seat=losers[0])
        outcomes = at_once(
            [
                partial(door.play, game_id=game.pk, seat=seat, seq=seq - 1, action=action),
                partial(ends.concede, game_id=game.pk, seat=losers[1]),
            ]
        )
        assert outcomes["made"] == 1 and outcomes.total() == 2
        over = assert_whole(game)
        assert over.is_over and over.result is not None
        assert over.result["winners"] == sorted({0, 1, 2, 3} - set(losers))
        assert over.seq == (seq if over.ended is None else seq - 1)


@rounds(10)
def test_giving_up_against_the_clock(rounds: int) -> None:
    users = four_players()
    for _round in range(rounds):
        game = new_game(*users, pace="fast")
        everybody_stays(game)
        let_time_pass(game, minutes=5)
        at_once([house.run_due, partial(ends.give_up, game_id=game.pk, seat=0)])
        assert_whole(game)
        assert game.players.get(seat=0).has_given_up
        let_time_pass(game, minutes=5)
        assert house.run_due() == 1, "the game goes on"
        ends.close(game_id=game.pk)  # or it would be due again beside the next


@rounds(10)
def test_giving_up_against_the_move_of_the_bot_before(rounds: int) -> None:
    """The bot thought about a table where a person comes next."""
    alice, bob, carol, _dave = four_players()
    for _round in range(rounds):
        game = new_game("easy", alice, bob, carol)
        everybody_stays(game)
        let_time_pass(game, seconds=30)
        at_once([house.run_due, partial(ends.give_up, game_id=game.pk, seat=1)])
        assert_whole(game)
        assert game.deadline is not None, "somebody moves by themselves, and nobody waits in vain"
        ends.close(game_id=game.pk)


def test_a_move_that_was_thought_out_before_a_seat_was_given_up_is_not_made() -> None:
    alice, bob, carol, _dave = four_players()
    game = new_game("easy", alice, bob, carol)
    everybody_stays(game)
    let_time_pass(game, seconds=30)
    (claim,) = claims.claim(timezone.now(), 1)
    ends.give_up(game_id=game.pk, seat=1)
    assert not house.attend(claim)
    assert window.seq_of(game.pk) == 1


@rounds(10)
def test_lending_a_seat_against_coming_back(rounds: int) -> None:
    users = four_players()
    game = new_game(*users)
    for _round in range(rounds):
        long_ago = timezone.now() - timedelta(minutes=5)
        Player.objects.filter(game=game, seat=1).update(seen_at=long_ago, house_moves=2)
        at_once(
            [
                partial(door.take_back, game_id=game.pk, seat=1),
                partial(ends.replace, game_id=game.pk, seat=0, absent=1),
            ]
        )
        assert not game.players.get(seat=1).plays_itself, "whoever is back has the seat"
    assert_whole(game)


@rounds(20)
def test_lending_a_seat_against_the_move_before_it(rounds: int) -> None:
    """Or the table would wait for ever for a seat that the house plays."""
    users = four_players()
    for _round in range(rounds):
        game = new_game(*users)
        everybody_stays(game)
        game.players.filter(seat=1).update(seen_at=timezone.now() - timedelta(minutes=5))
        action = str(window.seen_by(game.pk, 0, 1).actions[0])
        outcomes = at_once(
            [
                partial(door.play, game_id=game.pk, seat=0, seq=1, action=action),
                partial(ends.replace, game_id=game.pk, seat=2, absent=1),
            ]
        )
        assert outcomes == {"made": 2}
        assert assert_whole(game).turn == 1
        assert game.deadline is not None, "the house plays next"
        ends.close(game_id=game.pk)


@rounds(20)
def test_lending_a_seat_against_the_end(rounds: int) -> None:
    alice, bob, carol, _dave = four_players()
    for _round in range(rounds):
        game = new_game("easy", alice, bob, carol)
        everybody_stays(game)
        game.players.filter(seat=1).update(seen_at=timezone.now() - timedelta(minutes=5))
        at_once(
            [
                partial(ends.close, game_id=game.pk),
                partial(ends.replace, game_id=game.pk, seat=2, absent=1),
            ]
        )
        assert assert_whole(game).is_over


@rounds(10)
def test_ending_against_a_move(rounds: int) -> None:
    alice, *_others = four_players()
    for _round in range(rounds):
        game = new_game(alice, "easy", "easy", "easy")
        action = str(window.seen_by(game.pk, 0, 1).actions[0])
        outcomes = at_once(
            [
                partial(door.play, game_id=game.pk, seat=0, seq=1, action=action),
                partial(ends.end, game_id=game.pk, seat=0),
            ]
        )
        assert outcomes.total() == 2 and outcomes["made"] >= 1
        assert assert_whole(game).ended == {"how": "closed"}


@rounds(10)
def test_closing_against_a_move_of_a_table_without_a_clock(rounds: int) -> None:
    users = four_players()
    for _round in range(rounds):
        game = new_game(*users)
        action = str(window.seen_by(game.pk, 0, 1).actions[0])
        at_once(
            [
                partial(door.play, game_id=game.pk, seat=0, seq=1, action=action),
                partial(ends.close, game_id=game.pk),
            ]
        )
        assert assert_whole(game).is_over
