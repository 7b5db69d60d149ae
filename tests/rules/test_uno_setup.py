"""Cards and set-up: U1 to U5."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules import uno
from games.rules.fair import shuffled
from games.rules.game import DEALER, BadConfig, IllegalAction
from games.rules.uno.cards import CARD_TEXT, DECK, WILD, text_of
from tests.kit.playing import seed_of
from tests.kit.uno.positions import config, dealt, hand, sizes, top

SEED = bytes(range(32))


def test_u1_there_are_108_cards_in_the_fixed_order() -> None:
    assert len(DECK) == 108
    assert text_of(DECK).startswith("r0 r1 r1 r2 r2 r3 r3")
    assert text_of(DECK[19:26]) == "rskip rskip rrev rrev r+2 r+2 g0"
    assert text_of(DECK[100:]) == "wild wild wild wild wild+4 wild+4 wild+4 wild+4"


def test_u1_each_colour_has_one_nought_and_two_of_everything_else() -> None:
    copies = Counter(CARD_TEXT[card] for card in DECK)
    for colour in "rgby":
        assert copies[f"{colour}0"] == 1
        for kind in (*"123456789", "skip", "rev", "+2"):
            assert copies[f"{colour}{kind}"] == 2
    assert copies["wild"] == copies["wild+4"] == 4


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_u2_two_to_six_sit_down_each_for_themselves(seats: int) -> None:
    assert uno.new(config(), seats).match.seats == seats
    assert uno.META.teams(config(), seats) == tuple((seat,) for seat in range(seats))


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_u2_no_other_number_sits_down(seats: int) -> None:
    with pytest.raises(BadConfig, match="UNO is for 2 to 6 players."):
        uno.new(config(), seats)


def test_u2_in_teams_those_opposite_play_together() -> None:
    assert uno.META.teams(config(teams=True), 4) == ((0, 2), (1, 3))


@pytest.mark.parametrize("size", [1, 7, 10])
def test_u3_everyone_is_dealt_as_many_cards_as_chosen(size: int) -> None:
    state = dealt(seats=6, hand_size=size)
    assert sizes(state) == [size] * 6
    assert len(state.pile) == 108 - 6 * size - 1


def test_u3_seven_unless_something_else_is_chosen() -> None:
    assert sizes(dealt()) == [7, 7, 7]


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (3, {"teams": True}, "Teams are for 4 players: two against two."),
        (4, {"hand_size": 0}, "“Cards each” is a number from 1 to 10."),
        (4, {"hand_size": 11}, "“Cards each” is a number from 1 to 10."),
        (4, {"special_points": -1}, "“Points for an action card” is a number, 0 or more."),
        (4, {"wild_points": -1}, "“Points for a wild card” is a number, 0 or more."),
        (4, {"target_score": -5}, "“Target score” is a number, 0 or more."),
        (2, {"target_score": 10**9}, "Nobody can reach that target score in 100 rounds."),
        (3, {"first_seat": 3}, "The first seat must be one of the 3 at this table."),
        (3, {"seven_swaps": True}, "There is no option “seven_swaps” in this game."),
        (
            2,
            {"target_score": 9, "number_points": False, "special_points": 0, "wild_points": 0},
            "No card scores a point, so nobody can ever reach the target score.",
        ),
    ],
)
def test_u4_a_configuration_that_makes_no_game_is_refused(
    seats: int, options: dict[str, int | bool], sentence: str
) -> None:
    with pytest.raises(BadConfig) as refused:
        uno.new(options and {**config(), **options}, seats)
    assert str(refused.value) == sentence


def test_u4_chance_chooses_the_first_seat() -> None:
    state = uno.new(config(), 4)
    firsts = set()
    for number in range(40):
        seed = seed_of(str(number))
        first = int(str(uno.deal(state, seed)).split()[1])
        assert first == shuffled(seed, "start", range(4))[0]
        firsts.add(first)
    assert firsts == {0, 1, 2, 3}


def test_u4_the_first_seat_may_be_fixed_and_no_other_deal_is_accepted() -> None:
    state = uno.new(config(first_seat=2), 3)
    deal = str(uno.deal(state, SEED))
    assert deal.startswith("deal 2 ")
    with pytest.raises(IllegalAction, match="A deal names the first seat and all 108 cards"):
        uno.apply(state, DEALER, uno.parse(deal.replace("deal 2", "deal 1")))


def test_u4_the_deal_goes_hand_by_hand_then_the_start_card_then_the_pile() -> None:
    state = uno.new(config(first_seat=0), 2)
    order = shuffled(SEED, "deal:0", DECK)
    assert order[14] < WILD
    after = uno.apply(state, DEALER, uno.deal(state, SEED))
    assert hand(after, 0) == text_of(sorted(order[:7]))
    assert hand(after, 1) == text_of(sorted(order[7:14]))
    assert after.discards == bytes([order[14]])
    assert after.direction == 1


def test_u5_a_wild_start_card_is_put_back_and_the_rest_shuffled_again() -> None:
    state = uno.new(config(first_seat=0), 2)
    met = 0
    for number in range(200):
        seed = seed_of(f"start {number}")
        order = shuffled(seed, "deal:0", DECK)
        again = 0
        while order[14] >= WILD:
            order[14:] = shuffled(seed, f"start:0:{again}", sorted(order[14:]))
            again += 1
        met = max(met, again)
        assert str(uno.deal(state, seed)) == f"deal 0 {text_of(order)}"
    assert met >= 2


def test_u5_a_deal_that_starts_with_a_wild_is_refused() -> None:
    with pytest.raises(IllegalAction, match="starts with no wild card"):
        dealt(start="wild")


@pytest.mark.parametrize(
    ("start", "seats", "turn", "direction"),
    [
        ("r5", 3, 0, 1),
        ("rskip", 3, 1, 1),
        ("rrev", 3, 0, -1),
        ("r+2", 3, 1, 1),
        ("rskip", 2, 1, 1),
        ("rrev", 2, 1, 1),
        ("r+2", 2, 1, 1),
    ],
)
def test_u5_the_start_card_acts_on_the_first_seat(
    start: str, seats: int, turn: int, direction: int
) -> None:
    state = dealt(seats=seats, start=start)
    assert (state.turn, state.direction) == (turn, direction)
    assert top(state) == start


def test_u5_a_draw_two_gives_the_first_seat_two_cards_and_stacks_on_nothing() -> None:
    state = dealt(start="r+2", pile="y9 y9 g0")
    assert sizes(state) == [9, 7, 7]
    assert hand(state, 0).endswith("y9 y9")
    assert (state.turn, state.pending) == (1, 0)
