"""What every kind of game promises, played out on each that is found."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.game import DEALER, BadConfig, IllegalAction, Seat
from tests.kit.contracts import CASES, NAMES, Case
from tests.kit.playing import Step, fold, log_of, steps

every_case = pytest.mark.parametrize("case", CASES, ids=NAMES)
some_case = st.sampled_from(CASES)
game_names = st.integers(0, 9999).map(str)
shares = st.floats(0, 1)


def game(case: Case, name: str = "contract") -> list[Step]:
    return list(steps(case.rules, case.config, case.seats, name))


def viewers(case: Case) -> list[Seat | None]:
    return [*range(case.seats), None]


def moment(case: Case, name: str, share: float) -> Any:
    """A state somewhere between the empty table (0) and the end (1)."""
    played = game(case, name)
    reached = round(share * len(played))
    return played[reached - 1].after if reached else played[0].before


@every_case
def test_a_game_ends_within_its_cap_and_then_has_a_result(case: Case) -> None:
    played = game(case)
    assert len(played) <= case.kit.most_moves(case.config)
    assert all(case.rules.result(step.before) is None for step in played)
    result = case.rules.result(played[-1].after)
    assert result is not None
    assert len(result.scores) == case.seats
    assert set(result.winners) <= set(range(case.seats))


@every_case
def test_the_awaited_seat_always_has_an_action_and_the_dealer_none_to_choose(case: Case) -> None:
    for step in game(case):
        awaited = case.rules.to_act(step.before)
        assert bool(case.rules.legal_actions(step.before, awaited[0])) == (awaited[0] != DEALER)
        for seat in set(range(case.seats)) - set(awaited):
            assert case.rules.legal_actions(step.before, seat) == ()


@every_case
def test_every_listed_action_applies(case: Case) -> None:
    for step in game(case):
        for seat in case.rules.to_act(step.before):
            for action in case.rules.legal_actions(step.before, seat):
                assert case.rules.apply(step.before, seat, action) != step.before


@every_case
def test_the_list_names_nothing_twice(case: Case) -> None:
    for step in game(case):
        for seat in case.rules.to_act(step.before):
            texts = [str(action) for action in case.rules.legal_actions(step.before, seat)]
            assert len(set(texts)) == len(texts)


@every_case
def test_an_action_is_its_text(case: Case) -> None:
    for step in game(case):
        listed = case.rules.legal_actions(step.before, step.seat)
        for action in (step.action, *listed):
            assert case.rules.parse(str(action)) == action


@every_case
@pytest.mark.parametrize(
    "text", ["", " ", "play", "play  ", "fold", "pass ", " pass", "PASS", "play Zz", "deal", "\0"]
)
def test_malformed_text_is_no_action(case: Case, text: str) -> None:
    with pytest.raises(IllegalAction):
        case.rules.parse(text)


@every_case
def test_a_very_long_text_is_refused_in_a_short_sentence(case: Case) -> None:
    with pytest.raises(IllegalAction) as refused:
        case.rules.parse("x" * 100_000)
    assert len(str(refused.value)) < 200


@every_case
def test_a_replay_from_the_texts_equals_the_play(case: Case) -> None:
    played = game(case)
    replayed = list(fold(case.kind, case.config, case.seats, log_of(iter(played))))
    assert replayed == [played[0].before, *(step.after for step in played)]


@every_case
def test_the_same_seed_gives_the_same_log_and_another_seed_another(case: Case) -> None:
    assert log_of(iter(game(case))) == log_of(iter(game(case)))
    assert log_of(iter(game(case))) != log_of(iter(game(case, "another")))


@every_case
def test_nothing_moves_after_the_end(case: Case) -> None:
    last = game(case)[-1]
    assert case.rules.to_act(last.after) == ()
    for seat in (DEALER, *range(case.seats)):
        assert case.rules.legal_actions(last.after, seat) == ()
        with pytest.raises(IllegalAction):
            case.rules.apply(last.after, seat, last.action)


@every_case
def test_a_state_and_a_view_are_frozen(case: Case) -> None:
    state = game(case)[0].after
    for frozen in (state, case.rules.view(state, 0)):
        hash(frozen)
        with pytest.raises(AttributeError):
            frozen.seat = 1


@every_case
def test_options_and_seats_that_make_no_game_are_refused(case: Case) -> None:
    with pytest.raises(BadConfig):
        case.rules.new({**case.config, "no_such_option": True}, case.seats)
    with pytest.raises(BadConfig):
        case.rules.new(case.config, 99)


@every_case
@pytest.mark.parametrize("version", [0, -1, 99])
def test_a_version_of_the_rules_that_was_never_played_is_refused(case: Case, version: int) -> None:
    with pytest.raises(BadConfig, match="played by version"):
        case.rules.new(case.config, case.seats, version)


@every_case
def test_the_dealer_is_shown_what_a_spectator_is_shown(case: Case) -> None:
    for step in game(case):
        assert case.rules.view(step.after, DEALER) == case.rules.view(step.after, None)


@every_case
def test_a_view_equals_the_view_of_what_it_lets_imagine(case: Case) -> None:
    rng = Random(3)
    played = game(case)
    for state in (played[0].before, *(step.after for step in played)):
        for seat in viewers(case):
            seen = case.rules.view(state, seat)
            assert case.rules.view(case.rules.imagine(seen, rng), seat) == seen


@every_case
def test_p4_at_no_moment_does_what_a_seat_may_do_depend_on_what_it_cannot_see(case: Case) -> None:
    """A few moments of a few games, as below, seldom come upon what is seldom offered."""
    rng, rules = Random(3), case.rules
    for step in (*game(case), *game(case, "another")):
        for seat in range(case.seats):
            other = rules.imagine(rules.view(step.after, seat), rng)
            assert rules.legal_actions(other, seat) == rules.legal_actions(step.after, seat)


@given(case=some_case, name=game_names)
def test_p18_cards_are_conserved_at_every_step(case: Case, name: str) -> None:
    played = game(case, name)
    deck = sorted(case.kit.cards_in(played[0].before))
    assert all(sorted(case.kit.cards_in(step.after)) == deck for step in played)


@given(case=some_case, name=game_names, share=shares, chance=st.integers())
def test_p4_two_worlds_that_a_seat_cannot_tell_apart_look_the_same(
    case: Case, name: str, share: float, chance: int
) -> None:
    state = moment(case, name, share)
    for seat in viewers(case):
        seen = case.rules.view(state, seat)
        other = case.rules.imagine(seen, Random(chance))
        # The text too: an order that depends on hidden cards would tell them.
        assert repr(case.rules.view(other, seat)) == repr(seen)
        assert sorted(case.kit.cards_in(other)) == sorted(case.kit.cards_in(state))


@given(case=some_case, name=game_names, share=shares, chance=st.integers())
def test_p4_what_a_seat_may_do_depends_only_on_what_it_sees(
    case: Case, name: str, share: float, chance: int
) -> None:
    state = moment(case, name, share)
    for seat in range(case.seats):
        other = case.rules.imagine(case.rules.view(state, seat), Random(chance))
        assert case.rules.legal_actions(other, seat) == case.rules.legal_actions(state, seat)
