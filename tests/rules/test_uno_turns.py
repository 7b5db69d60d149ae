"""A turn: U6 to U11 and U14."""

from __future__ import annotations

import pytest

from tests.kit.uno.positions import after, hand, legal, refusal, sizes, table, top


@pytest.mark.parametrize(
    ("top_card", "colour", "fitting"),
    [
        ("r5", "", ["r1", "r5", "rskip", "r+2", "g5", "wild", "wild+4"]),
        ("gskip", "", ["rskip", "g5", "grev", "wild", "wild+4"]),
        ("b+2", "", ["r+2", "b0", "wild", "wild+4"]),
        ("wild", "y", ["y9", "yrev", "wild", "wild+4"]),
        ("wild+4", "g", ["g5", "grev", "wild", "wild+4"]),
        ("yrev", "", ["grev", "y9", "yrev", "wild", "wild+4"]),
    ],
)
def test_u6_a_card_fits_by_colour_by_number_by_kind_or_as_a_wild(
    top_card: str, colour: str, fitting: list[str]
) -> None:
    held = "r1 r5 rskip r+2 g5 grev b0 y9 yrev wild wild+4"
    state = table(held, "r1", top=top_card, colour=colour)
    assert list(dict.fromkeys(text.split()[1] for text in legal(state))) == fitting


def test_u6_equal_cards_are_one_play() -> None:
    assert legal(table("r1 r1 g7", "r2")) == ["play r1"]


def test_u7_whoever_holds_a_fitting_card_must_play_one() -> None:
    state = table("r1 g7 b8", "r1")
    assert legal(state) == ["play r1"]
    assert refusal(state, "draw") == "You hold a card that fits, so you must play one."


def test_u7_whoever_holds_none_draws_one_and_the_turn_ends_if_it_does_not_fit() -> None:
    state = table("g7 b8 b9", "r1 r2", "g1", pile="y1 r9")
    assert legal(state) == ["draw"]
    drawn = after(state, "draw")
    assert hand(drawn, 0) == "g7 b8 b9 y1"
    assert (drawn.turn, drawn.drawn) == (1, None)


def test_u7_a_drawn_card_that_fits_may_be_played_at_once() -> None:
    drawn = after(table("g7 b8 b9", "r1 r2", "g1", pile="g5 r9"), "draw")
    assert drawn.turn == 0
    assert legal(drawn) == ["play g5", "keep"]
    played = after(drawn, "play g5")
    assert (top(played), played.turn, hand(played, 0)) == ("g5", 1, "g7 b8 b9")


def test_u7_or_it_is_kept() -> None:
    kept = after(table("g7 b8 b9", "r1 r2", "g1", pile="g5 r9"), "draw", "keep")
    assert (kept.turn, hand(kept, 0), kept.drawn) == (1, "g5 g7 b8 b9", None)


def test_u7_only_the_drawn_card_may_be_played() -> None:
    drawn = after(table("g7 b8 b9", "r1 r2", pile="wild r9"), "draw")
    assert refusal(drawn, "play b8") == "Play the Wild that you have drawn, or keep it."
    assert refusal(drawn, "draw") == "You have drawn already: play that card or keep it."


def test_u7_with_nothing_to_draw_drawing_still_ends_the_turn() -> None:
    state = table("g7 b8 b9", "r1 r2", "g1", pile="")
    assert legal(state) == ["draw"]
    drawn = after(state, "draw")
    assert (sizes(drawn), drawn.turn) == ([3, 2, 1], 1)


def test_u7_there_is_nothing_to_keep_before_a_draw() -> None:
    assert refusal(table("g7 b8", "r1"), "keep") == "You have drawn no card that you could keep."


@pytest.mark.parametrize(
    ("seats", "card", "turn", "direction"),
    [
        (4, "rskip", 2, 1),
        (4, "rrev", 3, -1),
        (2, "rskip", 0, 1),
        (2, "rrev", 0, 1),
        (3, "r1", 1, 1),
    ],
)
def test_u8_skip_and_reverse(seats: int, card: str, turn: int, direction: int) -> None:
    state = after(table(f"{card} g1 g2", *["y1 y2 y3"] * (seats - 1)), f"play {card}")
    assert (state.turn, state.direction) == (turn, direction)


def test_u8_after_a_reverse_the_turn_goes_down_and_a_second_one_turns_it_back() -> None:
    state = table("rrev r1 r2", "r3 r4 r6", "r7 r8 r9", "rrev g1 g2")
    back = after(state, "play rrev", "play rrev")
    assert (back.turn, back.direction) == (0, 1)


def test_u8_skips_do_not_stack_without_the_variant() -> None:
    state = after(table("rskip g1 g2", "gskip g3 g4", "r1 r2 r3"), "play rskip")
    assert state.turn == 2


def test_u8_several_skips_are_listed_once_for_each_possible_last_card() -> None:
    state = table("rskip gskip bskip r1", "y1", stack_skips=True, uno_check=False)
    assert [text for text in legal(state) if text.count("skip") > 1] == [
        "play rskip gskip",
        "play rskip bskip",
        "play rskip bskip gskip",
        "play rskip gskip bskip",
    ]


def test_u8_equal_skips_make_one_set() -> None:
    state = table("rskip rskip gskip r1", "y1", stack_skips=True, uno_check=False)
    assert [text for text in legal(state) if text.count("skip") > 1] == [
        "play rskip rskip",
        "play rskip gskip",
        "play rskip gskip rskip",
        "play rskip rskip gskip",
    ]


def test_u8_on_a_skip_any_of_them_may_come_first() -> None:
    state = table("gskip bskip r1", "y1", top="yskip", stack_skips=True, uno_check=False)
    several = [text for text in legal(state) if text.count("skip") > 1]
    assert several == ["play bskip gskip", "play gskip bskip"]


def test_u8_another_order_of_the_others_is_accepted_and_does_the_same() -> None:
    state = table("rskip gskip bskip r1 r2", *["y1"] * 5, stack_skips=True)
    assert "play gskip rskip bskip" not in legal(state)
    laid = after(state, "play gskip rskip bskip")
    assert sizes(laid)[0] == 2
    assert (laid.turn, top(laid), laid.colour) == (4, "bskip", 2)


@pytest.mark.parametrize(
    ("seats", "skips", "turn"),
    [(4, 1, 2), (4, 2, 3), (4, 3, 0), (4, 4, 1), (2, 2, 1), (2, 3, 0), (3, 2, 0), (3, 3, 1)],
)
def test_u8_so_many_skips_move_the_turn_one_seat_more(seats: int, skips: int, turn: int) -> None:
    held = ["rskip", "gskip", "bskip", "yskip"][:skips]
    state = table(" ".join([*held, "r1", "r2"]), *["y1 y2"] * (seats - 1), stack_skips=True)
    assert after(state, f"play {' '.join(held)}").turn == turn


def test_u8_not_after_a_draw() -> None:
    state = table("gskip b8 b9", "r1 r2", pile="rskip r9", stack_skips=True)
    assert legal(after(state, "draw")) == ["play rskip", "keep"]


def test_u8_not_while_a_sum_is_pending() -> None:
    state = table("r+2 r1 r2", "rskip gskip r9", stack_skips=True)
    assert legal(after(state, "play r+2")) == ["draw"]


def test_u9_the_next_seat_draws_two_and_loses_its_turn() -> None:
    state = after(table("r+2 r1 r2", "g1 g2 g3", "y1 y2 y3", pile="b1 b2 b3"), "play r+2")
    assert (state.turn, state.pending) == (1, 2)
    taken = after(state, "draw")
    assert (taken.turn, taken.pending, hand(taken, 1)) == (2, 0, "g1 g2 g3 b1 b2")


def test_u9_or_lays_a_draw_two_of_any_colour_and_the_sum_travels_on() -> None:
    state = table("r+2 r1 r2", "g+2 r9 g3", "b+2 y2 y3", "y4 y5 y6")
    sent = after(state, "play r+2", "play g+2", "play b+2")
    assert (sent.turn, sent.pending) == (3, 6)
    taken = after(sent, "draw")
    assert (sizes(taken), taken.turn, taken.pending) == ([2, 2, 2, 9], 0, 0)


def test_u9_after_the_sum_is_taken_the_draw_two_is_an_ordinary_card() -> None:
    taken = after(table("r+2 r1 r2", "g1 g2 g3", "g+2 g4 r9"), "play r+2", "draw")
    assert legal(taken) == ["play r9", "play g+2"]


def test_u10_a_wild_may_be_played_any_time_with_any_colour() -> None:
    state = table("wild r1 g1", "b1 b2", uno_check=False)
    assert legal(state) == ["play r1", *(f"play wild {colour}" for colour in "rgby")]
    assert after(state, "play wild b").colour == 2


def test_u11_the_next_seat_draws_four_and_loses_its_turn() -> None:
    state = after(table("wild+4 g1 g2", "r1 r2 r3", "y1 y2 y3"), "play wild+4 b")
    assert (state.turn, state.pending, state.colour) == (1, 4, 2)
    taken = after(state, "draw")
    assert (sizes(taken), taken.turn, taken.pending) == ([2, 7, 3], 2, 0)


def test_u11_or_lays_another_and_the_sum_travels_on() -> None:
    state = table("wild+4 g1 g2", "wild+4 r2 r3", "y1 y2 y3")
    sent = after(state, "play wild+4 b", "play wild+4 y")
    assert (sent.turn, sent.pending, sent.colour) == (2, 8, 3)


@pytest.mark.parametrize(
    ("first", "held", "answers"),
    [
        ("play r+2", "b+2 wild+4 r1", ["play b+2", "draw"]),
        ("play wild+4 b", "b+2 g+2 b1 wild", ["draw", "challenge"]),
    ],
)
def test_u11_the_two_kinds_do_not_mix(first: str, held: str, answers: list[str]) -> None:
    state = after(table("r+2 wild+4 g1 g2", held, "y1 y2"), first)
    assert legal(state) == answers


@pytest.mark.parametrize(
    ("first", "held", "answers"),
    [
        (
            "play r+2",
            "b+2 wild+4 r1",
            ["play b+2", *(f"play wild+4 {c}" for c in "rgby"), "draw"],
        ),
        ("play wild+4 b", "b+2 g+2 b1", ["play b+2", "draw", "challenge"]),
    ],
)
def test_u11_with_mixed_stacking_they_do(first: str, held: str, answers: list[str]) -> None:
    state = after(table("r+2 wild+4 g1 g2", held, "y1 y2", stack_mixed=True), first)
    assert legal(state) == answers


def test_u11_a_mixed_sum_adds_up_and_only_a_wild_on_top_can_be_challenged() -> None:
    state = table("wild+4 g1 g2", "b+2 r1 r2", "y1 y2 y3", stack_mixed=True)
    sent = after(state, "play wild+4 b", "play b+2")
    assert (sent.pending, legal(sent)) == (6, ["draw"])
    assert refusal(sent, "challenge") == "There is no Wild Draw Four to challenge."


def test_u14_facing_a_sum_nothing_else_may_be_played() -> None:
    state = after(table("r+2 r1 r2", "r5 wild wild+4", "y1"), "play r+2")
    assert legal(state) == ["draw"]
    for text in ("play r5", "play wild b", "play wild+4 b"):
        assert refusal(state, text) == "You must draw 2 cards, or lay a Draw Two."


@pytest.mark.parametrize(
    ("laid", "sentence"),
    [
        ("play r+2", "You must draw 2 cards, or lay a Draw Two or a Wild Draw Four."),
        (
            "play wild+4 b",
            "You must draw 4 cards, lay a blue Draw Two or a Wild Draw Four, or challenge.",
        ),
    ],
)
def test_u14_where_sums_are_mixed_whoever_faces_one_is_told_so(laid: str, sentence: str) -> None:
    state = table("r+2 wild+4 g1 g2", "r5 b5", "y1", stack_mixed=True)
    assert refusal(after(state, laid), "play r5") == sentence


def test_u14_facing_a_wild_draw_four_one_stacks_takes_or_challenges() -> None:
    state = after(table("wild+4 g1 g2", "b5 wild wild+4", "y1"), "play wild+4 b")
    assert legal(state) == [*(f"play wild+4 {c}" for c in "rgby"), "draw", "challenge"]
    sentence = "You must draw 4 cards, lay a Wild Draw Four, or challenge."
    assert refusal(state, "play b5") == sentence
