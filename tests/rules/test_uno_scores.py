"""Ending and scores: U22 to U24."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules import uno
from games.rules.game import DEALER, Result, Seat
from games.rules.uno.state import Round, State
from tests.kit.playing import seed_of
from tests.kit.uno.positions import after, hand, legal, refusal, reshuffled, sizes, table

HANDS = ("g0 g7 b9", "rskip grev wild")  # 16, and 20 + 20 + 50


def won(state: State, text: str = "play r1") -> Result:
    result = uno.result(after(state, text))
    assert result is not None
    return result


def last_card(*others: str, held: str = "r1", **table_options: Any) -> State:
    """Alice is about to lay the last card, and has said so."""
    checked = table_options.get("uno_check", True)
    return table(held, *others, declared=(0,) if checked else (), **table_options)


def test_u22_the_winner_scores_all_other_hands() -> None:
    assert won(last_card(*HANDS)) == Result((0,), (16 + 90, 0, 0))


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ({"number_points": False}, 90),
        ({"special_points": 5}, 16 + 60),
        ({"wild_points": 0}, 16 + 40),
        ({"uno_check": False}, 106),
    ],
)
def test_u22_points_are_as_chosen(options: dict[str, Any], points: int) -> None:
    assert won(last_card(*HANDS, **options)).scores == (points, 0, 0)


@pytest.mark.parametrize(
    ("card", "pending", "drawn"), [("r+2", 0, 2), ("r+2", 4, 6), ("wild+4 b", 0, 4)]
)
def test_u22_a_last_draw_card_is_drawn_first(card: str, pending: int, drawn: int) -> None:
    state = last_card("wild+4 r+2", "g1", held=card.split()[0], pile="y1 y2 y3 y4 y5 y6")
    state = state._replace(pending=pending, discards=bytes([*state.discards, 12]))
    over = after(state, f"play {card}")
    assert sizes(over) == [0, 2 + drawn, 1]
    assert over.match.rounds == (Round(0, 70 + 1 + sum(range(1, drawn + 1))),)


def test_u22_with_a_reshuffle_if_needed() -> None:
    state = last_card("g1", "g2", held="r+2", pile="y9", below="b7 b8")
    waiting = after(state, "play r+2")
    assert (uno.to_act(waiting), uno.result(waiting)) == ((DEALER,), None)
    over = reshuffled(waiting, "b8 b7 r5")
    assert uno.result(over) == Result((0,), (1 + 9 + 8 + 2, 0, 0))


def test_u22_the_next_seat_is_the_next_in_the_direction_of_play() -> None:
    state = last_card("g1", "g2", "g3", held="r+2")._replace(direction=-1)
    assert sizes(after(state, "play r+2")) == [0, 1, 1, 3]


def test_u22_in_teams_both_get_the_points_of_the_other_two() -> None:
    state = last_card("g1 g2", "wild wild", "g7", teams=True)
    assert won(state) == Result((0, 2), (10, 0, 10, 0))


def test_u22_when_a_round_is_over_the_hands_lie_open() -> None:
    over = after(last_card(*HANDS), "play r1")
    assert uno.view(over, None).known == uno.view(over, 1).known
    assert len(uno.view(over, None).known[2]) == 3


def test_u23_a_game_is_one_round() -> None:
    over = after(last_card("g1"), "play r1")
    assert (uno.to_act(over), uno.result(over)) == ((), Result((0,), (1, 0)))


def test_u23_the_winner_of_the_round_wins_even_without_a_point() -> None:
    assert won(last_card("g0")) == Result((0,), (0, 0))


def test_u23_a_match_goes_on_until_a_seat_reaches_the_target() -> None:
    state = after(last_card("g9", "g8", target_score=40), "play r1")
    assert (uno.to_act(state), uno.result(state)) == ((DEALER,), None)
    assert state.match.scores == (17, 0, 0)
    state = after(last_card("g9", "g8", target_score=17), "play r1")
    assert uno.result(state) == Result((0,), (17, 0, 0))


@pytest.mark.parametrize("first", [0, 1, 2])
def test_u23_the_next_round_starts_with_the_next_seat_and_clockwise(first: Seat) -> None:
    state = last_card("g9", "g8", target_score=400)
    state = state._replace(direction=-1, match=state.match._replace(first=first))
    between = after(state, "play r1")
    seed = seed_of("next round")
    deal = uno.deal(between, seed)
    assert str(deal).startswith(f"deal {(first + 1) % 3} ")
    dealt = uno.apply(between, DEALER, deal)
    assert (dealt.moves, dealt.match.scores, sizes(dealt)[2]) == (0, (17, 0, 0), 7)
    assert dealt.declared == 0


def test_u23_each_round_is_shuffled_by_its_own_label() -> None:
    between = after(last_card("g9", "g8", target_score=400), "play r1")
    seed = seed_of("labels")
    fresh = uno.new(uno.META.configure({"target_score": 400}), 3)
    assert str(uno.deal(between, seed)).split()[2:] != str(uno.deal(fresh, seed)).split()[2:]


def test_u23_while_the_next_deal_is_due_nobody_acts() -> None:
    between = after(last_card("g9", "g8", target_score=400), "play r1")
    assert [legal(between, seat) for seat in range(3)] == [[], [], []]
    assert refusal(between, "0: draw") == "The cards are being dealt: wait for them."


def test_u23_a_finished_round_rests_on_the_table_before_the_next_deal() -> None:
    assert not uno.rests(uno.new(uno.META.configure({"target_score": 400}), 3))
    between = after(last_card("g9", "g8", target_score=400), "play r1")
    assert uno.rests(between)
    assert not uno.rests(uno.apply(between, DEALER, uno.deal(between, seed_of("rest"))))
    assert not uno.rests(after(last_card("g9", "g8"), "play r1"))


@pytest.mark.parametrize(
    ("scores", "winners"),
    [((30, 20, 10), (0,)), ((30, 48, 10), (1,)), ((31, 48, 10), (0, 1))],
)
def test_u23_after_a_hundred_rounds_the_highest_total_wins(
    scores: tuple[int, ...], winners: tuple[Seat, ...]
) -> None:
    state = last_card("g9", "g8", target_score=400)
    match = state.match._replace(scores=scores, rounds=(Round(None, 0),) * 99)
    over = after(state._replace(match=match), "play r1")
    assert uno.result(over) == Result(winners, (scores[0] + 17, *scores[1:]))


def test_u23_nobody_wins_a_match_without_a_point() -> None:
    state = last_card("g0", "g0", target_score=400)
    match = state.match._replace(rounds=(Round(None, 0),) * 99)
    assert won(state._replace(match=match)) == Result((), (0, 0, 0))


def test_u24_after_two_thousand_actions_a_round_is_drawn() -> None:
    state = table("r1 r2 r3", "g7 g8 g9", moves=1998)
    assert after(state, "play r1").stage == "play"
    over = after(state, "play r1", "draw")
    assert uno.result(over) == Result((), (0, 0))


@pytest.mark.parametrize("text", ["uno", "play g7", "play r1"])
def test_u24_saying_and_misplaying_count_too(text: str) -> None:
    assert uno.result(after(table("r1 g7", "g1 g2", moves=1999), text)) == Result((), (0, 0))


def test_u24_unless_the_last_of_them_wins() -> None:
    state = last_card("g1", moves=1999)
    assert won(state) == Result((0,), (1, 0))


def test_u24_even_if_it_needs_a_reshuffle() -> None:
    state = last_card("g1", held="r+2", pile="", below="b7 b8", moves=1999)
    assert uno.result(reshuffled(after(state, "play r+2"), "b8 b7 r5")) == Result((0,), (16, 0))


def test_u24_the_two_thousandth_action_is_finished_before_the_round_ends() -> None:
    waiting = after(table("g7 g8", "b1", pile="", below="y1", moves=1999), "draw")
    assert uno.to_act(waiting) == (DEALER,)
    over = reshuffled(waiting, "y1")
    assert (hand(over, 0), uno.result(over)) == ("g7 g8 y1", Result((), (0, 0)))


def test_u24_in_a_match_the_next_round_follows() -> None:
    state = after(table("r1 r2 r3", "g1 g2 g3", moves=1999, target_score=5), "play r1")
    assert (uno.to_act(state), state.match.rounds) == ((DEALER,), (Round(None, 0),))
