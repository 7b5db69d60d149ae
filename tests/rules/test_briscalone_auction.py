"""R1 to R6: the cards, the deal and the auction."""

from games.rules import briscalone
from games.rules.briscalone import State
from games.rules.briscalone.cards import CARD_OF, DECK, POINTS, RANKS, rank_of, strongest
from tests.kit.briscalone.positions import (
    FOUR_PASSES,
    IN_ORDER,
    after,
    cards,
    finished_round,
    table,
    texts,
)

RAISES_TO_117 = ("raise",) * 28
SEED = bytes(range(32))


def auction() -> State:
    return after(table(), IN_ORDER)


def test_forty_cards_are_worth_120_points() -> None:  # R1
    assert sum(POINTS) == 120
    by_rank = {RANKS[rank_of(card)]: POINTS[card] for card in DECK}
    assert by_rank == {
        "A": 11,
        "10": 10,
        "K": 4,
        "Q": 3,
        "J": 2,
        **dict.fromkeys(("6", "5", "4", "3", "2"), 0),
    }


def test_ranks_from_high_to_low_are_ace_ten_king_queen_jack_and_six_to_two() -> None:  # R1
    suit = cards("Ah 10h Kh Qh Jh 6h 5h 4h 3h 2h")
    for higher, lower in zip(suit, suit[1:], strict=False):
        assert strongest((lower, higher), monkey_suit=0) == 1


def test_a_card_has_the_number_of_the_older_program() -> None:  # R1
    assert [CARD_OF[name] for name in ("2d", "Ad", "2s", "10h", "6c", "Ac")] == [
        0, 9, 10, 28, 34, 39
    ]  # fmt: skip


def test_every_seat_gets_eight_cards_seat_0_first() -> None:  # R2
    state = auction()
    assert [len(hand) for hand in state.hands] == [8] * 5
    assert state.hands[1] == cards("10d Ad 2s 3s 4s 5s 6s Js")


def test_the_seed_deals_each_round_afresh_by_its_number() -> None:  # R2
    first = briscalone.deal(table(), SEED)
    state = finished_round(briscalone.apply(table(), -1, first))
    assert briscalone.deal(state, SEED) != first
    assert briscalone.deal(table(), SEED) == first


def test_seat_k_mod_5_opens_round_k_and_leads_whoever_wins_the_auction() -> None:  # R2
    state = table(rounds=10)
    for number in range(7):
        state = after(state, IN_ORDER)
        assert briscalone.to_act(state) == (number % 5,)
        state = after(state, "bid K", "bid 4", *FOUR_PASSES)
        assert state.auction.bidder == (number + 1) % 5
        assert briscalone.to_act(state) == (number % 5,)
        state = finished_round(state, number)


def test_the_first_bid_is_any_of_the_ten_ranks_and_no_pass() -> None:  # R3
    assert texts(auction(), 0) == [f"bid {rank}" for rank in reversed(RANKS)]


def test_later_bids_are_strictly_lower_and_jumps_are_allowed() -> None:  # R3
    assert texts(after(auction(), "bid J"), 1) == [
        "pass", "bid 6", "bid 5", "bid 4", "bid 3", "bid 2"
    ]  # fmt: skip


def test_the_rank_that_stands_outlives_a_pass() -> None:  # R3
    assert texts(after(auction(), "bid 4", "pass"), 2) == ["pass", "bid 3", "bid 2"]


def test_nobody_but_the_seat_in_turn_may_bid() -> None:  # R3
    state = after(auction(), "bid J")
    assert [texts(state, seat) for seat in (0, 2, 3, 4)] == [[]] * 4


def test_after_a_2_there_is_only_pass_and_raise() -> None:  # R4
    assert texts(after(auction(), "bid 2"), 1) == ["pass", "raise"]
    assert texts(after(auction(), "bid 2", "raise", "pass"), 3) == ["pass", "raise"]


def test_each_raise_lifts_the_target_by_two() -> None:  # R4
    assert auction().auction.target == 61
    assert after(auction(), "bid 2").auction.target == 61
    assert after(auction(), "bid 2", "raise").auction.target == 63
    raised = after(auction(), "bid 2", "raise", "pass", "raise").auction
    assert (raised.target, raised.bidder, RANKS[raised.rank or 0]) == (65, 3, "2")


def test_a_pass_is_not_final() -> None:  # R5
    state = after(auction(), "bid A", "pass", "pass", "pass", "bid K")
    assert "bid Q" in texts(after(state, "pass"), 1)
    assert after(state, "pass", "bid Q").auction.bidder == 1


def test_four_passes_in_a_row_end_the_auction_and_three_do_not() -> None:  # R6
    three = after(auction(), "bid A", "bid K", "pass", "pass", "pass")
    assert three.phase == "auction"
    four = after(three, "pass")
    assert (four.phase, four.auction.bidder, four.auction.target) == ("blind", 1, 61)


def test_a_lone_bid_that_everyone_passes_wins_the_auction() -> None:  # R6
    assert after(auction(), "bid 10", *FOUR_PASSES).auction.bidder == 0


def test_the_auction_ends_at_once_when_the_target_reaches_119() -> None:  # R6
    state = after(auction(), "bid 2", *RAISES_TO_117)
    assert (state.phase, state.auction.target) == ("auction", 117)
    state = after(state, "raise")
    assert (state.phase, state.auction.target) == ("blind", 119)
    assert state.auction.bidder == 29 % 5
    assert briscalone.to_act(state) == (0,)
