"""“UNO!”: U17 to U21."""

from __future__ import annotations

import pytest

from games.rules import uno
from games.rules.game import Seat
from games.rules.uno.state import State, has_declared
from tests.kit.uno.positions import after, dealt, legal, refusal, reshuffled, sizes, table

ALICE, BOB, CAROL, DAVE = range(4)


def says(state: State, seat: Seat) -> list[str]:
    return [text for text in legal(state, seat) if text == "uno" or text.startswith("catch")]


def down_to_one(*, said: bool = False, uno_check: bool = True) -> State:
    """Alice has one card left, Bob is on turn."""
    first = ["uno"] if said else []
    others = ("r8 g8 g9", "b8 b9", "y8 y9")
    return after(table("r1 r2", *others, uno_check=uno_check), *first, "play r1")


@pytest.mark.parametrize(
    ("held", "may"), [("r1", True), ("r1 r2", True), ("g1 g2", True), ("r1 r2 r3", False)]
)
def test_u17_on_turn_with_one_or_two_cards_one_may_say_it(held: str, may: bool) -> None:
    assert says(table(held, "y1 y2"), ALICE) == (["uno"] if may else [])


@pytest.mark.parametrize(
    ("held", "may"),
    [
        ("rskip gskip r1", True),
        ("rskip gskip bskip", True),
        ("rskip gskip bskip r1", True),
        ("rskip gskip r1 r2", False),
        ("gskip bskip r1", False),
    ],
)
def test_u17_or_if_several_skips_would_leave_one_card_or_none(held: str, may: bool) -> None:
    assert says(table(held, "y1 y2", stack_skips=True), ALICE) == (["uno"] if may else [])
    assert says(table(held, "y1 y2"), ALICE) == []


def test_u17_but_not_while_a_sum_forbids_those_skips() -> None:
    state = table("r+2 r1 r2", "rskip gskip r1", "y1", stack_skips=True)
    assert says(after(state, "play r+2"), BOB) == []


def test_u17_also_before_a_drawn_card_is_played() -> None:
    drawn = after(table("g7", "y1 y2", pile="r9 y8"), "draw")
    assert legal(drawn) == ["play r9", "keep", "uno"]
    assert has_declared(after(drawn, "uno", "play r9"), ALICE)


def test_u17_nobody_says_it_twice() -> None:
    state = after(table("r1 r2", "y1 y2"), "uno")
    assert says(state, ALICE) == []
    assert refusal(state, "uno") == "You have said UNO already."


def test_u17_nor_out_of_turn_with_two_cards_nor_with_many() -> None:
    sentence = "Say UNO in your turn with one or two cards left, or when one is left."
    assert refusal(table("r1 r2", "y1 y2"), "1: uno") == sentence
    assert refusal(table("r1 r2 r3", "y1 y2"), "uno") == sentence


def test_u17_without_the_check_nobody_says_anything() -> None:
    state = down_to_one(uno_check=False)
    assert all(says(state, seat) == [] for seat in range(4))
    assert state.one_left is None
    assert refusal(state, "0: uno") == "At this table nobody needs to say UNO."
    assert refusal(state, "catch 0") == "At this table nobody needs to say UNO."


def test_u18_the_play_that_leaves_one_card_opens_a_window_for_everyone() -> None:
    state = down_to_one()
    assert uno.to_act(state) == (BOB, CAROL, DAVE, ALICE)
    assert says(state, ALICE) == ["uno"]
    assert all(says(state, seat) == ["catch 0"] for seat in (BOB, CAROL, DAVE))


def test_u18_those_who_may_only_speak_are_listed_in_the_direction_of_play() -> None:
    state = after(table("rrev r2", "b8 b9", "y8 y9", "g8 g9"), "play rrev")
    assert uno.to_act(state) == (DAVE, CAROL, BOB, ALICE)


def test_u18_declared_or_not_the_window_opens() -> None:
    state = down_to_one(said=True)
    assert uno.to_act(state) == (BOB, CAROL, DAVE)
    assert says(state, ALICE) == []


def test_u18_whoever_is_caught_draws_two_and_the_window_closes() -> None:
    state = after(down_to_one(), "2: catch 0")
    assert sizes(state) == [3, 3, 2, 2]
    assert (state.turn, state.one_left, uno.to_act(state)) == (BOB, None, (BOB,))


def test_u18_a_late_declaration_saves_and_the_accuser_pays() -> None:
    state = after(down_to_one(), "0: uno", "2: catch 0")
    assert sizes(state) == [1, 3, 4, 2]
    assert uno.to_act(state) == (BOB, DAVE)
    assert sizes(after(state, "3: catch 0")) == [1, 3, 4, 4]


def test_u18_nobody_accuses_twice() -> None:
    state = after(down_to_one(said=True), "2: catch 0")
    assert says(state, CAROL) == []
    assert refusal(state, "2: catch 0") == "You have accused that player already."


def test_u18_the_seat_on_turn_may_accuse_too_and_it_is_still_its_turn() -> None:
    state = after(down_to_one(said=True), "catch 0")
    assert (sizes(state), state.turn) == ([1, 5, 2, 2], BOB)
    assert legal(state)[0] == "play r8"


def test_u18_skipped_seats_and_the_team_mate_may_accuse_too() -> None:
    state = after(table("rskip r2", "b8 b9", "y7 y8 y9", "g8 g9", teams=True), "play rskip")
    assert uno.to_act(state) == (CAROL, DAVE, ALICE, BOB)
    assert says(state, BOB) == says(state, CAROL) == ["catch 0"]


@pytest.mark.parametrize("text", ["play r8", "play g9"])
def test_u18_the_next_turn_action_closes_the_window(text: str) -> None:
    state = after(down_to_one(), text)
    assert state.one_left is None
    sentence = "There is nobody to catch: nobody has just come down to one card."
    assert refusal(state, "2: catch 0") == sentence


def test_u18_so_does_a_draw() -> None:
    assert after(table("r1 r2", "g8 g9 b8", "y1"), "play r1", "draw").one_left is None


def test_u18_after_a_skip_with_two_seats_that_is_the_players_own() -> None:
    state = after(table("rskip r2", "b8 b9"), "play rskip")
    assert uno.to_act(state) == (ALICE, BOB)
    assert legal(state) == ["play r2", "uno"]
    assert says(state, BOB) == ["catch 0"]
    assert after(state, "1: catch 0").turn == ALICE


def test_u18_a_window_is_followed_by_the_next_players_own() -> None:
    state = after(table("r1 r2", "r8 g9", "y7 y8 y9"), "play r1", "play r8")
    assert says(state, CAROL) == ["catch 1"]
    assert refusal(state, "2: catch 0") == "That player has not just come down to one card."


def test_u18_nobody_catches_themselves() -> None:
    assert refusal(down_to_one(), "0: catch 0") == "You cannot catch yourself."


def test_u18_a_drawn_card_that_is_played_may_open_it() -> None:
    state = after(table("g7", "y1 y2 y3", pile="r9 y8"), "draw", "play r9")
    assert says(state, BOB) == ["catch 0"]


def test_u19_a_declaration_stands_until_a_card_comes_from_the_pile() -> None:
    said = after(table("r1 r2", "r8 r9 r7", "y8 y9"), "uno", "play r1", "play r8")
    assert has_declared(said, ALICE)
    drawn = after(table("g1", "r8 r9", declared=(ALICE,)), "draw")
    assert not has_declared(drawn, ALICE)


def test_u19_a_false_accusation_ends_the_accusers_own() -> None:
    state = after(table("r1 r2", "b8", "y8", declared=(ALICE, BOB, CAROL)), "play r1", "2: catch 0")
    assert [has_declared(state, seat) for seat in range(3)] == [True, True, False]


def test_u19_a_draw_that_gives_no_card_does_not_end_it() -> None:
    assert has_declared(after(table("g1", "r8 r9", pile="", declared=(ALICE,)), "draw"), ALICE)


def test_u20_the_last_card_without_a_declaration_is_no_win() -> None:
    state = after(table("r1", "r8 r9", "y8 y9"), "play r1")
    assert (sizes(state), state.turn, state.stage) == ([2, 2, 2], BOB, "play")
    assert state.one_left is None


@pytest.mark.parametrize(
    ("card", "turn", "pending"), [("r+2", 1, 2), ("rskip", 2, 0), ("wild+4 b", 1, 4)]
)
def test_u20_the_card_takes_effect_all_the_same(card: str, turn: Seat, pending: int) -> None:
    state = after(table(card.split()[0], "r8 r9", "y8 y9"), f"play {card}")
    assert (sizes(state)[0], state.turn, state.pending) == (2, turn, pending)


def test_u20_the_two_cards_may_need_a_reshuffle() -> None:
    state = table("r1", "r8 r9", "y8 y9", pile="b1", below="g1 g2")
    waiting = after(state, "play r1")
    assert sizes(waiting)[0] == 1
    done = reshuffled(waiting, "g2 g1 r5")
    assert (sizes(done), done.turn) == ([2, 2, 2], BOB)


def test_u20_with_a_declaration_it_is_one() -> None:
    assert after(table("r1", "r8 r9", "y8 y9"), "uno", "play r1").stage == "over"


def test_u21_with_one_card_each_everyone_counts_as_declared() -> None:
    state = dealt(hand_size=1, start="g5")
    assert uno.view(state, None).declared == (True, True, True)
    assert (state.one_left, uno.to_act(state)) == (None, (ALICE,))


def test_u21_a_start_card_draw_two_ends_the_first_seats_declaration() -> None:
    state = dealt(hand_size=1, start="r+2")
    assert uno.view(state, None).declared == (False, True, True)
    assert state.moves == 0


def test_u21_without_the_check_there_is_nothing_to_declare() -> None:
    assert dealt(hand_size=1, uno_check=False).declared == 0
