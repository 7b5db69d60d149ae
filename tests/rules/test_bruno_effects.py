"""What a play does: B11 to B19."""

from __future__ import annotations

import pytest

from games.rules import bruno
from games.rules.cards import cards_of, mask_of, text_of
from games.rules.fair import shuffled
from games.rules.game import DEALER, IllegalAction
from tests.kit.bruno.positions import OTHERS, after, faces, hand, legal, pile, table
from tests.kit.playing import seed_of

TABLE_CARDS = ["Ks - -", "Kh - -", "Kd - -", "Kc - -"]


def test_b11_an_ordinary_card_asks_the_next_seat_for_at_least_itself() -> None:
    state = after(table("7s 8s", *OTHERS, pile="6s", demand="6"), "play 7s")
    assert (faces(state), pile(state)) == ((1, "7"), "6s 7s")
    top = bruno.view(state, 2).top
    assert top is not None
    assert (top.seat, text_of(top.cards)) == (0, "7s")


@pytest.mark.parametrize("demand", ["", "7", "9"])
def test_b12_a_two_passes_the_turn_and_leaves_the_demand(demand: str) -> None:
    state = after(table("2s 8s", *OTHERS, pile="6s", demand=demand), "play 2s")
    assert (faces(state), pile(state)) == ((1, demand), "6s 2s")


@pytest.mark.parametrize("demand", ["", "7", "9"])
def test_b13_a_three_skips_the_next_seat_and_hands_the_demand_to_the_partner(demand: str) -> None:
    state = after(table("3s 8s", *OTHERS, pile="6s", demand=demand), "play 3s")
    assert (faces(state), pile(state)) == ((2, demand), "6s 3s")


@pytest.mark.parametrize("demand", ["", "A", "9"])
def test_b14_a_nine_asks_for_less_than_itself(demand: str) -> None:
    state = after(table("9s 8s", *OTHERS, pile="6s", demand=demand), "play 9s")
    assert (faces(state), pile(state)) == ((1, "9"), "6s 9s")


def test_b15_a_ten_leaves_the_game_and_the_dealer_is_next() -> None:
    state = after(table("10s 8s", *OTHERS, pile="6s", demand="6"), "play 10s")
    assert (state.to_act, pile(state), text_of(state.removed)) == ((DEALER,), "6s", "10s")


def test_b15_the_hands_are_dealt_one_at_a_time_from_the_player_on() -> None:
    state = table("4s 5s 6s 7s 8s", "", "10s Js Qs Ks", "4h 5h 6h 7h 8h Jh", turn=2, demand="9")
    dealt = after(
        state,
        "play 10s",
        "redeal Js 4s 4h 5s Qs 5h 6s 6h Ks 7h 7s 8h 8s Jh",
    )
    assert [hand(dealt, seat) for seat in (2, 3, 0, 1)] == [
        "8s Js Qs Ks",
        "4s 5h 7h Jh",
        "4h 6s 7s",
        "5s 6h 8h",
    ]
    assert faces(dealt) == (3, "9")


def test_b15_the_table_cards_and_the_pile_stay() -> None:
    state = table("10s", "5s", "6s", "7s", up=TABLE_CARDS, down=TABLE_CARDS, pile="Qs", demand="Q")
    dealt = after(state, "play 10s", "redeal 7s 6s 5s")
    assert (dealt.up, dealt.down, pile(dealt)) == (state.up, state.down, "Qs")
    assert [hand(dealt, seat) for seat in range(4)] == ["7s", "6s", "5s", ""]


def test_b15_even_no_cards_at_all_are_redealt() -> None:
    state = after(table("10s", "", "", "", up=TABLE_CARDS), "play 10s")
    assert str(bruno.deal(state, seed_of("x"))) == "redeal"
    dealt = after(state, "redeal")
    assert (dealt.redeals, dealt.to_act) == (1, (1,))


def test_b15_the_kth_redeal_is_shuffled_by_its_number_from_the_fixed_order() -> None:
    seed = seed_of("redeal")
    state = table("10s 10h Js 5s", "Qs 4h", "7s", "As", up=TABLE_CARDS)
    for k in range(2):
        state = after(state._replace(to_act=(0,), turn=0), f"play {('10s', '10h')[k]}")
        gathered = cards_of(mask_of(card for h in state.hands for card in cards_of(h)))
        action = bruno.deal(state, seed)
        expected = shuffled(seed, f"redeal:{k}", gathered)
        assert str(action) == f"redeal {text_of(expected)}"
        # The second ten is back with seat 0, wherever the shuffle put it.
        state = after(state, f"redeal {text_of(gathered)}")
        state = state._replace(hands=(mask_of(gathered), 0, 0, 0))


@pytest.mark.parametrize(
    "text", ["redeal", "redeal 8s 4h 4d", "redeal 8s 4h 4d 4d", "redeal 8s 4h 4d 4c 5s"]
)
def test_b15_the_dealer_deals_exactly_the_gathered_cards(text: str) -> None:
    state = after(table("10s 8s", *OTHERS), "play 10s")
    with pytest.raises(IllegalAction, match="not the cards that the dealer has to deal"):
        after(state, text)


def test_b15_while_the_dealer_is_due_nobody_else_may_act() -> None:
    state = after(table("10s 8s", *OTHERS), "play 10s")
    assert all(bruno.legal_actions(state, seat) == () for seat in range(4))
    with pytest.raises(IllegalAction, match="The cards are being dealt"):
        bruno.apply(state, 1, bruno.parse("play 4h"))


def test_b16_below_9_stays_through_two_three_and_ten_until_it_is_answered() -> None:
    state = table("9s 5s 6s", "2s 5h", "3s 5d", "5c 6c", pile="Ks", demand="K")
    state = after(state, "play 9s", "play 2s")
    assert faces(state) == (2, "9")
    state = after(state, "play 3s")
    assert faces(state) == (0, "9")
    assert faces(after(state, "play 5s")) == (1, "5")


def test_b16_below_9_is_lifted_by_a_collect() -> None:
    state = after(table("Ks Qs", *OTHERS, pile="9s 2s", demand="9"), "collect")
    assert faces(state) == (0, "")


@pytest.mark.parametrize(("card", "seat"), [("2s", 1), ("3s", 2)])
def test_b16_on_a_free_lead_they_leave_a_free_lead(card: str, seat: int) -> None:
    assert faces(after(table(f"{card} 5s", *OTHERS), f"play {card}")) == (seat, "")


def test_b16_a_ten_led_leaves_a_free_lead_on_an_empty_pile() -> None:
    state = after(table("10s 5s", *OTHERS), "play 10s", "redeal 4h 4d 4c 5s")
    assert (faces(state), pile(state)) == ((1, ""), "")


def test_b17_two_threes_skip_once() -> None:
    assert faces(after(table("3s 3h 5s", *OTHERS), "play 3s 3h")) == (2, "")


def test_b17_two_tens_both_leave_with_one_redeal() -> None:
    state = after(table("10s 10h 5s", *OTHERS), "play 10s 10h", "redeal 4h 4d 4c 5s")
    assert (text_of(state.removed), state.redeals, state.to_act) == ("10s 10h", 1, (1,))


def test_b18_a_function_card_from_the_face_up_row_acts_the_same() -> None:
    rows = ["3s 5s -", *["- - -"] * 3]
    assert faces(after(table("", *OTHERS, up=rows, pile="6s", demand="6"), "play 3s")) == (2, "6")


def test_b18_a_function_card_from_the_face_down_row_acts_the_same() -> None:
    rows = ["10s 5s -", *["- - -"] * 3]
    state = after(table("", *OTHERS, down=rows, pile="6s", demand="6"), "flip 0")
    assert (state.to_act, text_of(state.removed)) == ((DEALER,), "10s")
    dealt = after(state, "redeal 4h 4d 4c")
    assert [hand(dealt, seat) for seat in range(4)] == ["4h", "4d", "4c", ""]


def test_b19_no_card_at_all_after_a_ten_is_no_win() -> None:
    state = table("10s 5s", "4h", "", "", up=["- - -", "6s - -", "6h 8h -", "- - -"])
    dealt = after(state, "play 10s", "redeal 4h 5s")
    assert hand(dealt, 3) == ""
    assert bruno.result(dealt) is None
    dealt = after(dealt, "play 5s", "play 6h")
    assert legal(dealt) == ["collect"]
    assert hand(after(dealt, "collect"), 3) == "5s 6h"
