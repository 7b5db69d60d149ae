"""Bruno's bots: they see no more than their seat does, and play no foolish partner."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from games.bots import Luck, bot, levels
from games.lab.simulation import planned, play_deal
from games.rules import bruno
from games.rules.bruno.state import State
from games.rules.game import DEALER
from tests.kit.bruno.contract import CONFIGS
from tests.kit.bruno.positions import table

SEED = bytes(range(32))
LEVELS = ("easy", "medium", "hard", "expert")
THINKERS = ("medium", "hard", "expert")


def choice(level: str, state: State, luck: int = 0) -> str:
    seat = state.turn
    actions = bruno.legal_actions(state, seat)
    return str(bot("bruno", level)(bruno.view(state, seat), actions, Random(luck)))


def positions(config: int, seed: bytes) -> Iterator[State]:
    """Of a game played by the levels in turn."""
    options, seats = CONFIGS[config]
    state, luck, number = bruno.new(options, seats), Luck(seed), 0
    while state.to_act:
        seat = state.to_act[0]
        if seat == DEALER:
            action = bruno.deal(state, seed)
        else:
            yield state
            choose = bot("bruno", LEVELS[number % len(LEVELS)])
            actions = bruno.legal_actions(state, seat)
            action = choose(bruno.view(state, seat), actions, luck.at(seat, number))
        state, number = bruno.apply(state, seat, action), number + 1


def test_there_are_five_levels_beside_the_simple_ones() -> None:
    assert {*LEVELS, "master", "random", "greedy"} == set(levels("bruno"))


@pytest.mark.parametrize("config", range(len(CONFIGS)))
@pytest.mark.parametrize("level", LEVELS)
def test_p19_what_it_cannot_see_changes_nothing(level: str, config: int) -> None:
    rng = Random(19)
    for number, state in enumerate(positions(config, SEED)):
        view = bruno.view(state, state.turn)
        for _ in range(2):
            other = bruno.imagine(view, rng)
            assert choice(level, other, number) == choice(level, state, number)


@pytest.mark.parametrize("config", range(len(CONFIGS)))
@pytest.mark.parametrize("level", LEVELS)
def test_every_choice_is_in_the_list_whatever_the_options(level: str, config: int) -> None:
    for state in positions(config, SEED[::-1]):
        assert choice(level, state) in map(str, bruno.legal_actions(state, state.turn))


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_of_one_level_comes_to_an_end_with_a_winner(level: str) -> None:
    plan = planned("bruno", [level] * 4, "to the end")
    (played,) = play_deal(plan, 0).games
    assert played.result.winners
    assert played.actions < 1500


@pytest.mark.parametrize(
    ("better", "worse", "share"), [("medium", "easy", 0.75), ("hard", "easy", 0.85)]
)
def test_a_level_beats_the_easy_one_in_most_games(better: str, worse: str, share: float) -> None:
    plan = planned("bruno", [better, worse] * 2, "levels", duplicate=True)
    games = [game for number in range(30) for game in play_deal(plan, number).games]
    wins = sum(game.bots[game.result.winners[0]] == better for game in games)
    assert wins / len(games) > share


@pytest.mark.parametrize("level", THINKERS)
class TestAPartner:
    def test_gets_no_demand_by_a_three_that_it_cannot_answer(self, level: str) -> None:
        """The partner's hand is gone, and its open cards are too low for a Queen."""
        state = table(
            "3s Ks As",
            "7s 8s 8h 4c",
            "",
            "7d 8d 8c 5c",
            up=("6s 6h Jh", "4s 5s 5h", "4h 5d -", "4d 6d 7h"),
            down=("Qs Qh 2s", "2h 2d 2c", "9s 9h 9d", "3h 3d 3c"),
            pile="Qc",
            demand="Q",
        )
        assert choice(level, state) != "play 3s"

    def test_is_not_wrecked_by_a_ten_when_nearly_finished(self, level: str) -> None:
        state = table(
            "10s 8s Qs Ks As 6h 5h",
            "Kd 8h 8d 4c Jc Jd Jh",
            "Ah",
            "7d 8c 5c 4h 4d 5s 6d",
            up=("6s 6c Js", "4s 5d Qd", "- - -", "3s 7h 7c"),
            down=("Qh Qc 2s", "2h 2d 2c", "9s - -", "3h 3d 3c"),
            pile="7s",
            demand="7",
        )
        assert choice(level, state) != "play 10s"

    def test_is_given_the_turn_by_a_three_where_an_opponent_would_go_out(self, level: str) -> None:
        """The next seat has one open card left, an Ace, that nobody can be above."""
        state = table(
            "3s Ks",
            "",
            "8s 8h Qd",
            "7d 8d 8c 5c",
            up=("6s 6h Jh", "Ah - -", "4h 5d 4c", "4d 6d 7h"),
            down=("Qs Qh 2s", "- - -", "9s 9h 9d", "3h 3d 3c"),
            pile="Qc",
            demand="Q",
        )
        assert choice(level, state) == "play 3s"


@pytest.mark.parametrize("level", THINKERS)
class TestTheLastCards:
    def test_an_ordinary_card_is_kept_to_go_out_with(self, level: str) -> None:
        """B22: with the 9 alone there would be no way out."""
        state = table("9s 4s", "7s 8s", "5h 6h", "7d 8d", pile="4d", demand="4")
        assert choice(level, state) == "play 9s"

    def test_it_goes_out_when_it_can(self, level: str) -> None:
        state = table("As Ah", "7s 8s", "5h 6h", "7d 8d", pile="4d", demand="4")
        assert choice(level, state) == "play As Ah"

    def test_a_seat_about_to_go_out_is_held_up(self, level: str) -> None:
        """The next seat's last card is an open 5."""
        state = table(
            "4s Ks",
            "",
            "5h 6h",
            "7d 8d",
            up=("Qs - -", "5s - -", "- - -", "- - -"),
            down=("Qd - -", "- - -", "2s - -", "3s - -"),
            pile="4d",
            demand="4",
        )
        assert choice(level, state) == "play Ks"


def test_hard_plays_a_function_card_rather_than_collect_a_large_pile() -> None:
    state = table(
        "2s 9s",
        "7s 8s 4s",
        "5h 6h 5d",
        "7d 8d 8h",
        up=("6s 6c Js", "4h 5s Qd", "4c Jd 6d", "3s 7h 7c"),
        down=("Qh Qc 2h", "2d 2c 10s", "9h 9d 9c", "3h 3d 3c"),
        pile="4d 5c 8c Jh Jc Qs Ks Kd Ah Ad Ac As",
        demand="A",
        keep_function_cards=True,
    )
    assert choice("hard", state) != "collect"
