"""U15: a misplay gives no new time, nor does what is said beside a turn."""

from __future__ import annotations

from random import Random

import pytest

from games.log import door, window
from games.models import Player
from games.rules import rules_of
from games.rules.uno.cards import CARD_TEXT, cards_of
from games.time import house
from tests.kit.factories import four_players
from tests.kit.timed import about, everybody_looks, let_time_pass, new_game, time_left
from tests.kit.uno.one_left import Table

pytestmark = pytest.mark.django_db

UNO = rules_of("uno")


@pytest.fixture
def table() -> Table:
    """bob is on turn and holds a card that does not fit; 30 s of his 12 and 60 are gone."""
    table = Table(four_players()[:3], declares=True, pace="fast")
    assert table.state.turn == 1 and misplays(table)
    let_time_pass(table.game, seconds=30)
    everybody_looks(table.game)
    return table


def misplays(table: Table) -> list[str]:
    state = table.state
    legal = {str(action) for action in UNO.legal_actions(state, state.turn)}
    held = [CARD_TEXT[card] for card in cards_of(state.hands[state.turn])]
    plays = [f"play {card}" for card in held if not card.startswith("wild")]
    return [play for play in plays if play not in legal]


def bank(table: Table, seat: int) -> float:
    return Player.objects.get(game=table.id, seat=seat).bank.total_seconds()


def test_a_misplay_gives_no_new_time_and_costs_none(table: Table) -> None:
    before = table.sizes[1]
    table.play(1, misplays(table)[0])
    assert (table.state.turn, table.sizes[1]) == (1, before + 1)
    assert time_left(table.game) == about(42)
    assert bank(table, 1) == 60


def test_the_turn_that_follows_misplays_is_charged_once_for_all_of_it(table: Table) -> None:
    table.play(1, misplays(table)[0])
    let_time_pass(table.game, seconds=10)
    action = str(UNO.legal_actions(table.state, 1)[0])
    table.play(1, action)
    assert bank(table, 1) == about(60 - (30 + 10 - 12))


def test_a_misplay_does_not_put_off_that_the_house_takes_over(table: Table) -> None:
    Player.objects.filter(game=table.id, seat=1).update(house_moves=1)
    table.play(1, misplays(table)[0])
    let_time_pass(table.game, seconds=43)
    everybody_looks(table.game)
    assert house.run_due() == 1
    assert Player.objects.get(game=table.id, seat=1).plays_itself


def test_a_word_beside_the_turn_gives_whoever_is_on_turn_no_time(table: Table) -> None:
    table.play(1, "catch 0")
    assert table.state.turn == 1
    assert time_left(table.game) == about(42)


def test_who_is_on_turn_again_has_all_the_time_again() -> None:
    """In Bruno some plays give another turn: it is one like any other."""
    game = new_game(*four_players(), pace="fast")
    luck, rules, stays = Random(1), rules_of("bruno"), False
    while not stays:
        let_time_pass(game, seconds=5)
        seq = window.seq_of(game.pk)
        state = window.state_of(game.pk, seq)
        (seat,) = rules.to_act(state)
        action = str(luck.choice(rules.legal_actions(state, seat)))
        seq = door.play(game_id=game.pk, seat=seat, seq=seq, action=action)
        stays = rules.to_act(window.state_of(game.pk, seq)) == (seat,)
    assert time_left(game) == about(72)
