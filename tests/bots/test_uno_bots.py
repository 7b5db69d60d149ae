"""UNO's bots: the habits of each level, with no more than its seat may know."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.bots import Luck, bot, levels
from games.bots.uno.features import features
from games.bots.uno.knowledge import holds, knowledge, who_chose_the_colour
from games.lab.simulation import planned, play_deal
from games.rules import uno
from games.rules.game import DEALER, Seat
from games.rules.uno.cards import ALL_FITS, CARD_OF
from games.rules.uno.state import State
from tests.kit.uno.contract import CONFIGS
from tests.kit.uno.positions import after, table

SEED = bytes(range(32))
LEVELS = ("easy", "medium", "hard")
THINKERS = ("medium", "hard")
TRIES = 200
# Long enough for all that happens at a table.
MOVES = 150


def choice(level: str, state: State, seat: Seat | None = None, luck: int = 0) -> str:
    seat = state.turn if seat is None else seat
    return str(bot("uno", level)(uno.view(state, seat), offered(state, seat), Random(luck)))


def offered(state: State, seat: Seat) -> tuple[Any, ...]:
    """Out of turn one may decline."""
    actions = uno.legal_actions(state, seat)
    return actions if seat == state.turn else (*actions, None)


def share(level: str, state: State, text: str, seat: Seat | None = None) -> float:
    return sum(choice(level, state, seat, luck) == text for luck in range(TRIES)) / TRIES


def positions(config: int, seed: bytes) -> Iterator[tuple[State, Seat]]:
    """Everyone who may act, move by move, in a game played by the levels in turn."""
    options, seats = CONFIGS[config]
    state, luck = uno.new(options, seats), Luck(seed)
    for number in range(MOVES):
        waited = uno.to_act(state)
        if not waited:
            return
        if waited[0] == DEALER:
            state = uno.apply(state, DEALER, uno.deal(state, seed))
            continue
        for seat in (*waited[1:], waited[0]):
            yield state, seat
            choose = bot("uno", LEVELS[seat % len(LEVELS)])
            said = choose(uno.view(state, seat), offered(state, seat), luck.at(seat, number))
            if said is not None:
                state = uno.apply(state, seat, said)
                break


def test_there_are_three_levels_beside_the_random_one() -> None:
    assert {*LEVELS, "random"} == set(levels("uno"))


@pytest.mark.parametrize("config", range(len(CONFIGS)))
@pytest.mark.parametrize("level", LEVELS)
def test_p19_what_it_cannot_see_changes_nothing(level: str, config: int) -> None:
    rng = Random(19)
    for number, (state, seat) in enumerate(positions(config, SEED)):
        other = uno.imagine(uno.view(state, seat), rng)
        assert choice(level, other, seat, number) == choice(level, state, seat, number)


@pytest.mark.parametrize("config", range(len(CONFIGS)))
@pytest.mark.parametrize("level", LEVELS)
def test_every_choice_is_in_the_list_whatever_the_options(level: str, config: int) -> None:
    for state, seat in positions(config, SEED[::-1]):
        assert choice(level, state, seat) in map(str, offered(state, seat))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [2, 6])
def test_a_game_of_one_level_comes_to_an_end_with_a_winner(level: str, seats: int) -> None:
    plan = planned("uno", [level] * seats, "to the end")
    (played,) = play_deal(plan, 0).games
    assert len(played.result.winners) == 1


class TestEasy:
    def test_lays_any_card_that_fits_and_a_wild_as_often_as_another(self) -> None:
        state = table("r1 r2 wild b1 b2 b3", "g1 g2 g3")
        assert 0.2 < share("easy", state, "play r1") < 0.47
        assert (
            0.2 < share("easy", state, "play wild b") + share("easy", state, "play wild r") < 0.47
        )

    def test_chooses_the_colour_it_holds_most_of(self) -> None:
        state = table("wild b1 b2 g3", "g1 g2 g3")
        assert share("easy", state, "play wild b") == 1

    def test_declares_most_of_the_time(self) -> None:
        assert 0.4 < share("easy", table("r1 r2", "g1 g2"), "uno") < 0.7


@pytest.mark.parametrize("level", THINKERS)
class TestSayings:
    def test_it_always_declares(self, level: str) -> None:
        assert share(level, table("r1 r2", "g1 g2"), "uno") == 1

    def test_it_declares_late_rather_than_never(self, level: str) -> None:
        state = after(table("r1 r2", "r8 g2", "r9 g3"), "play r1")
        assert choice(level, state, 0) == "uno"

    def test_a_declaration_before_a_draw_would_be_idle(self, level: str) -> None:
        assert choice(level, table("g1 g2", "g1 g2", top="r5")) == "draw"

    def test_it_catches_at_once(self, level: str) -> None:
        state = after(table("r1 r2", "r8 g2", "r9 g3"), "play r1")
        assert choice(level, state, 1) == choice(level, state, 2) == "catch 0"

    def test_it_never_accuses_who_has_declared(self, level: str) -> None:
        state = after(table("r1 r2", "r8 g2 g3", "r9 g3"), "uno", "play r1")
        assert choice(level, state, 2) == "None"
        assert choice(level, state, 1) == "play r8"

    def test_it_never_accuses_its_team_mate(self, level: str) -> None:
        state = after(table("r1 r2", "r8 g2", "r9 g3", "b1 b2", teams=True), "play r1")
        assert choice(level, state, 2) == "None"
        assert choice(level, state, 3) == "catch 0"


@pytest.mark.parametrize("level", THINKERS)
class TestHabits:
    def test_wilds_are_kept_while_another_card_fits(self, level: str) -> None:
        state = table("r1 r2 wild wild+4 b3 b4 g1", "g1 g2 g3 g4 b1 b2 b3")
        assert choice(level, state) in ("play r1", "play r2")

    def test_the_chosen_colour_is_the_one_it_can_go_on_with(self, level: str) -> None:
        state = table("wild b1 b2 b7 g3", "g1 g2 g3 g4 b1")
        assert choice(level, state) == "play wild b"

    def test_a_seat_that_is_nearly_out_is_stopped(self, level: str) -> None:
        state = table("r1 r+2 r7 b3 b4", "g1", "y1 y2 y3 y4", declared=(1,))
        assert choice(level, state) == "play r+2"

    def test_a_draw_two_is_passed_on(self, level: str) -> None:
        state = after(table("r+2 r1 r2", "g+2 g1 g2 g3", "b1 b2 b3 b4"), "play r+2")
        assert choice(level, state) == "play g+2"


def test_medium_sheds_action_cards_and_high_numbers_first() -> None:
    assert choice("medium", table("r1 r9 b3 g4 y5", "g1 g2 g3 g4")) == "play r9"
    assert choice("medium", table("r1 rskip b3 g4 y5", "g1 g2 g3 g4")) == "play rskip"


def test_medium_challenges_sometimes() -> None:
    state = after(table("wild+4 b1 b2 b3 b4 b6", "g1 g2 g3 g4"), "play wild+4 g")
    assert 0.05 < share("medium", state, "challenge") < 0.5


class TestHard:
    def test_challenges_where_a_bluff_is_likely(self) -> None:
        """Twelve cards, and none of them red, a 5 or a Wild? Hardly."""
        many = "b1 b1 b2 b2 b3 b3 b4 b4 b6 b6 b7 b7"
        state = after(table(f"wild+4 {many}", "g1 g2 g3 g4"), "play wild+4 g")
        assert choice("hard", state) == "challenge"

    def test_takes_the_cards_where_a_bluff_is_unlikely(self) -> None:
        state = after(table("wild+4 b1", "g1 g2 g3 g4"), "uno", "play wild+4 g")
        assert choice("hard", state) == "draw"

    def test_remembers_what_a_seat_had_to_draw_for(self) -> None:
        state = after(
            table("r9 r2 r3", "g1 g2 b3 b4", pile="g7 b9 y1", top="r5"), "play r9", "draw"
        )
        known = knowledge(uno.view(state, 0))
        red, blue = ALL_FITS[0][CARD_OF["r9"]], ALL_FITS[2][CARD_OF["b8"]]
        assert holds(known.others[1], red, known.unseen) < 0.5
        assert holds(known.others[1], blue, known.unseen) > 0.8

    def test_knows_a_hand_it_was_shown(self) -> None:
        state = after(
            table("wild+4 r1 b2", "g1 g2 g3 g4", pile="y1 y2 y3 y4 y6 y7"),
            "play wild+4 g",
            "challenge",
        )
        known = knowledge(uno.view(state, 1))
        assert holds(known.others[0], ALL_FITS[0][CARD_OF["r9"]], known.unseen) == 1

    @pytest.mark.parametrize(("mixed", "passes"), [(False, 0.0), (True, 1.0)])
    def test_knows_which_cards_let_a_sum_travel_on(self, mixed: bool, passes: float) -> None:
        """bob has been seen to hold a Wild Draw Four and no Draw Two."""
        state = table("r+2 r1 r2", "g1 wild+4", pile="y1 y2", top="r5", stack_mixed=mixed)
        state = state._replace(known=((), (state.hands[1],) * 3))
        seen = uno.view(state, 0)
        found = dict(features(seen, knowledge(seen), uno.parse("play r+2")))
        assert found["next with 2 may pass it on"] == passes

    def test_remembers_who_chose_the_colour(self) -> None:
        state = after(table("wild b1 b2", "g1 g2", "y1 y2 y3", pile="y8 y9"), "play wild b", "draw")
        assert state.turn == 2
        assert who_chose_the_colour(uno.view(state, 2)) == 0
        assert who_chose_the_colour(uno.view(after(state, "draw"), 0)) == 0


@pytest.mark.parametrize(
    ("better", "seats", "share"), [("medium", 2, 0.5), ("hard", 2, 0.52), ("hard", 4, 0.27)]
)
def test_a_level_beats_the_easy_one_more_often_than_not(
    better: str, seats: int, share: float
) -> None:
    plan = planned("uno", [better, *["easy"] * (seats - 1)], "levels", duplicate=True)
    games = [game for number in range(60) for game in play_deal(plan, number).games]
    wins = sum(game.bots[winner] == better for game in games for winner in game.result.winners)
    assert wins / len(games) > share
