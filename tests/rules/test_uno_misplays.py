"""A card that does not fit: U15."""

from __future__ import annotations

import pytest

from games.rules import uno
from tests.kit.uno.positions import after, cards, hand, legal, refusal, sizes, table, top

DRAWN = "y8"


@pytest.mark.parametrize(
    "text",
    ["play g7", "play bskip", "play bskip gskip", "play y+2"],
)
def test_u15_the_cards_go_back_and_it_costs_a_card_and_it_is_still_their_turn(text: str) -> None:
    state = table("r1 g7 gskip bskip y+2", "r1 r2", pile=f"{DRAWN} r9")
    assert text not in legal(state)
    after_it = after(state, text)
    assert hand(after_it, 0) == "r1 g7 gskip bskip y8 y+2"
    assert (after_it.turn, top(after_it), after_it.moves) == (0, "r5", 1)


def test_u15_also_for_a_seat_that_could_only_draw() -> None:
    state = table("g7 b8", "r1 r2", pile=f"{DRAWN} r9")
    assert legal(state) == ["draw", "uno"]
    assert hand(after(state, "play g7"), 0) == "g7 b8 y8"


def test_u15_a_card_drawn_as_a_penalty_is_played_like_any_other() -> None:
    state = table("g7 b8 b9", "r1 r2", pile="r9 y8")
    assert legal(after(state, "play g7")) == ["play r9"]


def test_u15_a_wild_draw_four_that_is_forbidden_is_a_misplay_too() -> None:
    state = table("r1 wild+4 g1", "y1", challenge=False, pile=f"{DRAWN} r9")
    after_it = after(state, "play wild+4 g")
    assert hand(after_it, 0) == "r1 g1 y8 wild+4"
    assert after_it.turn == 0


@pytest.mark.parametrize("text", ["play gskip bskip", "play gskip rskip"])
def test_u15_skips_that_may_not_be_laid_together_are_a_misplay(text: str) -> None:
    state = table("rskip gskip bskip r1", "y1", stack_skips=True, pile=f"{DRAWN} r9")
    assert sizes(after(state, text)) == [5, 1]


def test_u15_everyone_has_seen_the_cards_and_knows_where_they_are() -> None:
    state = after(table("r1 g7 b8 b8", "r1 r2", "y1", pile=f"{DRAWN} r9"), "play b8")
    for viewer in (1, 2, None):
        assert uno.view(state, viewer).known[0] == cards("b8")
    again = after(state, "play b8")
    assert uno.view(again, 1).known[0] == cards("b8")


def test_u15_a_misplay_is_a_turn_action_and_closes_the_window() -> None:
    state = after(table("r1 r2", "g9 g8 r1", "y1"), "play r1", "play g9")
    assert state.one_left is None


def test_u15_it_ends_a_declaration() -> None:
    state = after(table("r1 g7", "y1 y2"), "uno", "play g7")
    assert state.declared == 0


def test_u15_nothing_to_draw_costs_nothing() -> None:
    state = after(table("r1 g7", "y1 y2", pile=""), "play g7")
    assert (sizes(state), state.turn, state.moves) == ([2, 2], 0, 1)


def test_u15_after_three_in_a_row_a_fourth_is_refused_without_a_penalty() -> None:
    state = after(table("r1 g7 b8", "y1 y2", pile="y8 y9 y7 y6 r9"), *["play g7"] * 3)
    assert (state.misplays, sizes(state), state.turn) == (3, [6, 2], 0)
    sentence = "The green 7 does not fit: play red, a 5 or a wild."
    assert refusal(state, "play g7") == sentence
    assert refusal(state, "play b8").startswith("The blue 8 does not fit")
    assert "play r1" in legal(state)


@pytest.mark.parametrize("text", ["play r1", "play wild b"])
def test_u15_the_count_starts_anew_with_any_other_turn_action(text: str) -> None:
    state = after(table("r1 r2 g7 wild", "g1 y2", pile="y8 y9 y7"), "play g7", "play g7")
    assert state.misplays == 2
    assert after(state, text).misplays == 0


def test_u15_a_draw_and_a_challenge_start_it_anew_too() -> None:
    drawn = after(table("g7 b8", "y1", pile="y8 g9 r9 y7"), "play g7", "play b8", "draw")
    assert (drawn.turn, drawn.misplays) == (0, 0)
    facing = after(table("r1 wild+4 g1", "y1 y2"), "play wild+4 g")._replace(misplays=2)
    assert after(facing, "challenge").misplays == 0
    assert after(facing, "draw").misplays == 0


def test_u15_a_word_between_two_misplays_does_not_start_it_anew() -> None:
    state = after(table("r1 r2", "g9 g8 r3", "y1", pile="y8 y9 y7"), "play r1")
    called = after(after(state, "0: uno"), "play g9")
    assert called.misplays == 1
    caught = after(state._replace(misplays=2), "2: catch 0")
    assert caught.misplays == 2


def test_u15_a_new_round_starts_it_anew() -> None:
    state = table("r1 g7", "y1", target_score=500, pile="y8 y9")._replace(moves=1999)
    drawn = after(state, "play g7")  # U24
    assert (drawn.stage, drawn.misplays) == ("deal", 0)


def test_u15_everyone_knows_how_many_it_were() -> None:
    state = after(table("r1 g7", "y1 y2", pile="y8 y9 y7"), "play g7", "play g7")
    assert [uno.view(state, viewer).misplays for viewer in (0, 1, None)] == [2, 2, 2]


def test_u15_in_version_1_of_the_rules_there_was_no_limit() -> None:
    empty = uno.new(uno.META.configure({}), 2, version=1)
    state = table("r1 g7 b8", "y1 y2", pile="y8 y9 y7 y6 r9")
    older = state._replace(match=state.match._replace(most_misplays=empty.match.most_misplays))
    assert sizes(after(older, *["play g7"] * 5)) == [8, 2]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("play b3", "You do not hold the blue 3."),
        ("play g7 g7", "Lay one card: only Skips may ever be laid together."),
        ("play gskip gskip", "You do not hold the green Skip."),
        ("1: play y1", "It is not your turn."),
        ("play wild", "Choose a colour with it: red, green, blue or yellow."),
        ("play wild+4", "Choose a colour with it: red, green, blue or yellow."),
        ("play wild x", "There are four colours to choose: red, green, blue and yellow."),
        ("play", "Say which card you play."),
        ("play r10", "“play r10” is no action of this game."),
        ("play g7 b", "“play g7 b” is no action of this game."),
        ("play wild b b", "“play wild b b” is no action of this game."),
        ("play  g7", "“play  g7” is no action of this game."),
    ],
)
def test_u15_bad_input_is_refused_without_a_penalty(text: str, sentence: str) -> None:
    assert refusal(table("r1 g7 gskip wild", "y1 y2"), text) == sentence


def test_u15_no_misplay_while_a_sum_is_pending_or_a_drawn_card_waits() -> None:
    facing = after(table("r+2 r1 r2", "r5 b8", "y1"), "play r+2")
    assert refusal(facing, "play r5") == "You must draw 2 cards, or lay a Draw Two."
    waiting = after(table("g7 b8 b9", "r1", pile="r9 y8"), "draw")
    assert refusal(waiting, "play g7") == "Play the red 9 that you have drawn, or keep it."


@pytest.mark.parametrize(
    ("text", "top_card", "sentence"),
    [
        ("play g7", "r5", "The green 7 does not fit: play red, a 5 or a wild."),
        ("play g7", "r8", "The green 7 does not fit: play red, an 8 or a wild."),
        ("play g7", "wild", "The green 7 does not fit: play red or a wild."),
        ("play gskip rskip", "r5", "A Skip that fits must come before the last one."),
        (
            "play wild+4 b",
            "r5",
            "You hold another card that fits: keep the Wild Draw Four for later.",
        ),
    ],
)
def test_u15_with_the_variant_it_is_only_refused(text: str, top_card: str, sentence: str) -> None:
    state = table(
        "r1 g7 gskip rskip wild+4",
        "y1",
        top=top_card,
        colour="r",
        no_misplay_penalty=True,
        stack_skips=True,
        challenge=False,
    )
    assert refusal(state, text) == sentence


def test_u15_several_skips_are_refused_where_they_are_not_played() -> None:
    state = table("rskip gskip r1", "y1", no_misplay_penalty=True)
    assert refusal(state, "play rskip gskip") == "At this table only one card is laid at a time."
