"""UNO's page: its buttons, its secrets, its name."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.log import door
from games.log.states import Step
from games.models import Game
from games.phrases import _translate
from games.rules import uno
from games.rules.game import DEALER, ConfigValue, Seat
from games.rules.uno.state import State
from tests.kit.factories import four_players
from tests.kit.playing import steps as walk
from tests.kit.uno.positions import after, table
from tests.kit.worlds import along, begun, drawn, imagined, let_them_stay

ALICE, BOB, CAROL, DAVE = range(4)


@pytest.fixture
def game(db: None) -> Game:
    return begun("uno")


def page(game: Game, state: State, seat: Seat | None) -> str:
    """The table in this state, after something that told nothing."""
    return drawn(game, (Step(0, DEALER, "", "", state), Step(1, ALICE, "uno", "", state)), seat)


def test_the_page_has_a_button_for_each_legal_action(game: Game) -> None:
    state = after(table("b7 wild", "g1 g2 g3"), "uno")
    html = page(game, state, ALICE)
    for action in uno.legal_actions(state, ALICE):
        assert f'name="action" value="{action}"' in html


def test_an_out_of_turn_page_has_the_buttons_for_what_may_be_said_and_no_other(game: Game) -> None:
    state = after(table("r1 b7", "g1 g2 g3"), "play r1")
    html = page(game, state, ALICE)
    assert html.count('name="action"') == 1
    assert 'value="uno">' in html
    assert 'value="catch 0"' in page(game, state, BOB)


def test_between_rounds_the_page_shows_the_account_and_a_button_to_go_on(game: Game) -> None:
    state = after(table("r1", "g1 g2", declared=(ALICE,), target_score=200), "play r1")
    html = page(game, state, BOB)
    assert 'name="ready"' in html
    assert "alice wins the round: 3 points." in html
    assert 'id="score"' not in html  # that would tell the script that the game is over
    assert 'name="ready"' not in page(game, state, None)


def test_a_misplay_is_told_above_the_hand_of_whoever_is_still_on_turn(game: Game) -> None:
    before = table("r1 b7", "g1 g2 g3", pile="y9")
    steps = (
        Step(0, DEALER, "", "", before),
        Step(1, ALICE, "play b7", "", after(before, "play b7")),
    )
    told = 'id="turning-point">You lay blue 7, which does not fit and goes back.'
    assert told in drawn(game, steps, ALICE)
    nothing = 'id="turning-point"></p>'
    assert nothing in drawn(game, steps, BOB)
    assert nothing in page(game, before, ALICE)


def test_a_catch_that_would_be_wrong_is_offered_quietly_with_its_cost(game: Game) -> None:
    state = after(table("r1 b7", "g1 g2 g3"), "play r1")
    assert 'class="btn catch btn--can"' in page(game, state, BOB)
    quiet = page(game, after(state, "0: uno"), BOB)
    assert 'class="btn catch"' in quiet and "<small>wrong: you draw 2</small>" in quiet


VARIANTS: dict[str, ConfigValue] = {
    "stack_mixed": True,
    "stack_skips": True,
    "target_score": 60,
    "hand_size": 3,
}


@pytest.mark.django_db
@pytest.mark.parametrize("more", [{}, {"teams": True}], ids=["each alone", "teams"])
def test_unseen_cards_can_change_places_at_a_full_table_too(more: dict[str, ConfigValue]) -> None:
    config, luck = uno.META.configure(VARIANTS | more), Random(3)
    game = door.start(
        kind="uno", config=config, players=four_players(), server_seed=bytes(32), nonces=[""] * 4
    )
    let_them_stay(game)
    begin = Step(0, DEALER, "", "", uno.new(config, 4))
    walked = enumerate(walk(uno, config, 4, "a full table"), 1)
    steps = (begin, *(Step(n, move.seat, str(move.action), "", move.after) for n, move in walked))
    for so_far in along(steps, 12, luck):
        for seat in (ALICE, BOB, CAROL, DAVE, None):
            here, there = imagined(uno, so_far, seat, luck)
            assert drawn(game, here, seat) == drawn(game, there, seat)


@pytest.mark.django_db
def test_the_home_page_shows_the_game_and_whose_trade_mark_its_name_is(client: Client) -> None:
    html = client.get("/").content.decode()
    assert "<h2>UNO</h2>" in html
    assert "uno/cards.svg" in html
    assert "UNO is a trade mark of Mattel" in html


def test_the_shown_name_is_one_setting(game: Game, client: Client, settings: Settings) -> None:
    settings.GAME_NAMES = {"UNO": "Onezies"}
    _translate.cache_clear()
    try:
        assert "<h2>Onezies</h2>" in client.get("/").content.decode()
        assert "Onezies!" in page(game, after(table("r1 b7", "g1 g2"), "play r1"), ALICE)
    finally:
        _translate.cache_clear()
