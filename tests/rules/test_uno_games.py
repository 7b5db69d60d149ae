"""Whole games at random, with people who speak out of turn and lay what does not fit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from games.rules import uno
from games.rules.game import DEALER, Config
from games.rules.uno.actions import Play
from games.rules.uno.cards import DECK, cards_of
from games.rules.uno.state import MOST_ROUNDS, State
from tests.kit.playing import Step, fold, log_of
from tests.kit.uno.unruly import game

FLAGS = (
    "uno_check",
    "challenge",
    "number_points",
    "no_misplay_penalty",
    "stack_mixed",
    "stack_skips",
)
SIZES = (1, 2, 7, 10)
MOST_ACTIONS = 2000


def combinations(seats: int, *, teams: bool = False) -> Iterator[Config]:
    """Every combination of the flags; sizes and targets go along in turn."""
    for number, values in enumerate(product((False, True), repeat=len(FLAGS))):
        yield uno.META.configure(
            {
                **dict(zip(FLAGS, values, strict=True)),
                "teams": teams,
                "hand_size": SIZES[(number + seats) % len(SIZES)],
                "target_score": 120 if number % 5 == 0 else 0,
            }
        )


def check(state: State) -> None:
    hands = [card for hand in state.hands for card in cards_of(hand)]
    assert sorted((*hands, *state.pile, *state.discards)) == list(DECK)
    for hand, seen in zip(state.hands, state.known, strict=True):
        assert all(known & ~hand == 0 for known in seen)
    awaited = uno.to_act(state)
    may = [seat for seat in range(state.match.seats) if uno.legal_actions(state, seat)]
    assert sorted(may) == sorted(set(awaited) - {DEALER})
    assert state.moves <= MOST_ACTIONS
    assert (uno.result(state) is None) == bool(awaited)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_combination_of_options_ends_and_keeps_its_cards_and_its_players_busy(
    seats: int,
) -> None:
    for number, config in enumerate(combinations(seats)):
        for step in game(config, seats, f"{seats} seats, combination {number}"):
            check(step.after)


def test_so_does_every_combination_in_teams() -> None:
    for number, config in enumerate(combinations(4, teams=True)):
        *_most, last = game(config, 4, f"teams, combination {number}")
        check(last.after)
        assert last.after.match.scores[:2] == last.after.match.scores[2:]
        assert len(last.after.match.rounds) <= MOST_ROUNDS


@pytest.mark.parametrize("seats", [2, 4])
def test_u15_a_misplay_is_what_is_tried_and_not_in_the_list(seats: int) -> None:
    for number, config in list(enumerate(combinations(seats)))[::9]:
        for state, seat, action, after in game(config, seats, f"misplays {number}"):
            if isinstance(action, Play):
                is_listed = action in uno.legal_actions(state, seat)
                assert after.misplays == (0 if is_listed else state.misplays + 1)
                assert is_listed or after.discards[-1:] == state.discards[-1:]


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_a_replay_recognises_misplays_and_equals_the_play(seats: int) -> None:
    for number, config in list(enumerate(combinations(seats)))[::7]:
        played = list(game(config, seats, f"replay {number}"))
        folded = list(fold("uno", config, seats, log_of(iter(played))))
        assert folded == [played[0].before, *(step.after for step in played)]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_view_equals_the_view_of_what_it_lets_imagine(seats: int) -> None:
    rng = Random(seats)
    for number, config in list(enumerate(combinations(seats)))[::5]:
        for step in game(config, seats, f"imagine {number}"):
            seat = rng.choice([*range(seats), None])
            seen = uno.view(step.after, seat)
            imagined = uno.imagine(seen, rng)
            assert repr(uno.view(imagined, seat)) == repr(seen)
            if step.after.discards:
                check(imagined)


def test_random_games_meet_everything_the_rules_speak_of() -> None:
    met = set()
    for number, config in enumerate(combinations(6)):
        for step in game(config, 6, f"met {number}"):
            met.add(str(step.action).split()[0])
            met.update(occasions(step))
    assert met >= {
        *("deal", "reshuffle", "play", "draw", "keep", "challenge", "uno", "catch"),
        *("misplay", "several skips", "interrupted draw", "bluff", "no bluff", "sum of 8"),
        *("caught", "false catch", "forgotten", "round won", "second round"),
    }


def occasions(step: Step) -> Iterator[str]:
    before, after = step.before, step.after
    if isinstance(step.action, Play):
        if before.discards == after.discards:
            yield "misplay"
        if len(step.action.cards) > 1:
            yield "several skips"
        if after.stage == "play" and before.hands[step.seat].bit_count() == 1:
            yield "forgotten"
    if after.debt and before.pile:
        yield "interrupted draw"
    if str(step.action) == "challenge" and before.charge:
        yield "bluff" if before.charge.bluff else "no bluff"
    if str(step.action).startswith("catch"):
        yield "caught" if after.one_left is None else "false catch"
    if after.pending >= 8:
        yield "sum of 8"
    if len(after.match.rounds) > len(before.match.rounds):
        yield "round won"
    if str(step.action).startswith("deal") and after.match.rounds:
        yield "second round"
