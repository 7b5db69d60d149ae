"""A side concedes as soon as all of its people who are left agree, in any order of steps."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from accounts.account_deletion import delete_account
from accounts.models import User
from games.log import ends, window
from games.log.export import record_of
from games.models import TAKEN_OVER_AFTER, FinishedGame, Game, Player
from games.rules.replay import check
from games.time import claims, house
from tests.kit.factories import four_players
from tests.kit.races import at_once, rounds
from tests.kit.timed import everybody_stays, let_time_pass, new_game

pytestmark = pytest.mark.django_db

Step = Callable[[Game], object]
MINE, PARTNERS = 2, 0


def give_up(game: Game) -> None:
    ends.give_up(game_id=game.pk, seat=PARTNERS)


def are_replaced(game: Game) -> None:
    long_ago = timezone.now() - timedelta(hours=1)
    Player.objects.filter(game=game, seat=PARTNERS).update(seen_at=long_ago)
    ends.replace(game_id=game.pk, seat=MINE, absent=PARTNERS)


def let_their_time_run_out(game: Game) -> None:
    """For the second time in a row, so that a bot plays for them from now on."""
    one_before(game)
    assert house.run_due() == 1


def delete_their_account(game: Game) -> None:
    delete_account(User.objects.get(seats__game=game, seats__seat=PARTNERS))


def one_before(game: Game) -> None:
    """The next move that is made for the partner, who is on turn, hands their seat to a bot."""
    row = Player.objects.filter(game=game, seat=PARTNERS)
    row.update(house_moves=TAKEN_OVER_AFTER - 1)
    let_time_pass(game, minutes=5)


STEPS = [give_up, are_replaced, let_their_time_run_out, delete_their_account]


def a_game() -> Game:
    """In which the partner is on turn."""
    game = new_game(*four_players(), pace="fast")
    everybody_stays(game)
    assert window.seen_by(game.pk, None, 1).to_act[0] == PARTNERS
    return game


def assert_conceded(game: Game) -> None:
    game.refresh_from_db()
    assert game.is_over and game.ended == {"how": "conceded", "by": [0, 2]}
    assert game.deadline is None and game.turn is None
    assert game.result is not None and game.result["winners"] == [1, 3]
    assert FinishedGame.objects.filter(game=game).count() == 1
    assert check(record_of(game)).finished


def assert_runs(game: Game) -> None:
    game.refresh_from_db()
    assert not game.is_over


@pytest.mark.parametrize("step", STEPS)
def test_conceding_first_and_then_the_partner_goes_ends_the_game(step: Step) -> None:
    game = a_game()
    ends.concede(game_id=game.pk, seat=MINE)
    assert_runs(game)
    step(game)
    assert_conceded(game)


@pytest.mark.parametrize("step", STEPS)
def test_the_partner_goes_first_and_then_conceding_ends_it_too(step: Step) -> None:
    game = a_game()
    step(game)
    assert_runs(game)
    ends.concede(game_id=game.pk, seat=MINE)
    assert_conceded(game)


@pytest.mark.parametrize("step", STEPS)
def test_an_offer_that_was_withdrawn_counts_no_more(step: Step) -> None:
    game = a_game()
    ends.concede(game_id=game.pk, seat=MINE)
    ends.withdraw(game_id=game.pk, seat=MINE)
    step(game)
    assert_runs(game)


def test_what_the_other_side_says_is_its_own() -> None:
    game = a_game()
    ends.concede(game_id=game.pk, seat=1)
    give_up(game)
    assert_runs(game)


def test_who_conceded_and_then_gives_up_leaves_it_to_their_partner() -> None:
    game = a_game()
    ends.concede(game_id=game.pk, seat=PARTNERS)
    give_up(game)
    assert_runs(game)
    ends.concede(game_id=game.pk, seat=MINE)
    assert_conceded(game)


def test_who_conceded_and_is_played_for_still_agrees() -> None:
    game = a_game()
    ends.concede(game_id=game.pk, seat=PARTNERS)
    let_their_time_run_out(game)
    assert_runs(game)
    ends.give_up(game_id=game.pk, seat=MINE)
    assert_conceded(game)


def test_a_page_that_gave_its_seat_up_goes_by_the_end() -> None:
    game = a_game()
    ends.concede(game_id=game.pk, seat=MINE)
    stamp = ends.give_up(game_id=game.pk, seat=PARTNERS)
    game.refresh_from_db()
    assert stamp == game.stamp == game.seq + 1


def test_an_offer_made_while_the_bot_was_thinking_counts() -> None:
    game = a_game()
    one_before(game)
    (claim,) = claims.claim(timezone.now(), 1)
    ends.concede(game_id=game.pk, seat=MINE)
    assert house.attend(claim)
    assert_conceded(game)


def test_a_rated_game_that_everybody_left_is_lost_by_the_side_that_conceded() -> None:
    """The partner is given up first, and with that it is over."""
    game = new_game(*four_players())
    Game.objects.filter(pk=game.pk).update(is_rated=True)
    ends.concede(game_id=game.pk, seat=MINE)
    long_ago = timezone.now() - timedelta(days=3)
    Game.objects.filter(pk=game.pk).update(
        started_at=long_ago, moved_at=long_ago, asked_at=long_ago
    )
    Player.objects.filter(game=game).update(seen_at=long_ago)
    assert ends.close_forsaken(timezone.now()) == 1
    assert_conceded(game)


@pytest.mark.django_db(transaction=True)
@rounds(3)
@pytest.mark.parametrize("way", ["gives up", "is replaced", "runs out of time"])
def test_conceding_while_the_partner_goes_always_ends_the_game(way: str, rounds: int) -> None:
    ways: dict[str, tuple[Step, Step]] = {
        "gives up": (lambda game: None, give_up),
        "is replaced": (lambda game: None, are_replaced),
        "runs out of time": (one_before, lambda game: house.run_due()),
    }
    prepare, go = ways[way]
    users = four_players()
    for _round in range(rounds):
        game = new_game(*users, pace="fast")
        everybody_stays(game)
        prepare(game)
        concede = partial(ends.concede, game_id=game.pk, seat=MINE)
        assert at_once([concede, partial(go, game)]) == {"made": 2}
        house.run_due()  # which passes over a game that somebody holds
        assert_conceded(game)
