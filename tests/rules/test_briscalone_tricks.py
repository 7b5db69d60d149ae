"""R7 to R13: the tricks, the partner, the result of a round and of a game."""

import pytest

from games.rules import briscalone
from games.rules.briscalone.cards import CARD_OF
from games.rules.briscalone.scores import round_result, scores_of
from games.rules.briscalone.state import Auction, Called, RoundResult
from games.rules.game import DEALER, BadConfig, Result
from tests.kit.briscalone.positions import (
    ACE_BY_SEAT_0,
    FOUR_PASSES,
    IN_ORDER,
    after,
    cards,
    dealt,
    finished_round,
    table,
    texts,
)

BLIND_TRICK = ("play 2d", "play Ad", "play Qs", "play 6h", "play 4c")
SEATS = (0, 1, 2, 3, 4)


def test_the_first_trick_is_played_before_any_suit_is_named() -> None:  # R7
    state = after(table(), IN_ORDER, "bid A", "bid 3", *FOUR_PASSES)
    assert (state.phase, briscalone.to_act(state)) == ("blind", (0,))
    state = after(state, *BLIND_TRICK[:4])
    assert (state.phase, briscalone.to_act(state)) == ("blind", (4,))


def test_after_the_fifth_card_the_bidder_and_only_the_bidder_calls_any_suit() -> None:  # R7
    state = after(table(), IN_ORDER, "bid A", "bid 3", *FOUR_PASSES, *BLIND_TRICK)
    assert briscalone.to_act(state) == (1,)
    assert texts(state, 1) == ["call d", "call s", "call h", "call c"]
    assert [texts(state, seat) for seat in (0, 2, 3, 4)] == [[]] * 4


@pytest.mark.parametrize(("suit", "taker"), [("d", 1), ("s", 2), ("h", 3), ("c", 4)])
def test_the_first_trick_is_judged_by_the_suit_called_after_it(suit: str, taker: int) -> None:
    state = after(table(), IN_ORDER, *ACE_BY_SEAT_0, *BLIND_TRICK, f"call {suit}")  # R7
    assert state.takers == (taker,)
    assert briscalone.to_act(state) == (taker,)


def test_the_partner_is_the_seat_that_was_dealt_the_called_card() -> None:  # R8
    state = after(table(), IN_ORDER, *ACE_BY_SEAT_0, *BLIND_TRICK, "call h")
    assert state.called == Called(suit=2, card=CARD_OF["Ah"], partner=3)


def test_the_partner_may_have_played_the_called_card_in_the_first_trick() -> None:  # R8
    state = after(table(), IN_ORDER, *ACE_BY_SEAT_0, *BLIND_TRICK, "call d")
    assert state.called == Called(suit=0, card=CARD_OF["Ad"], partner=1)


def test_a_bidder_who_was_dealt_the_called_card_plays_alone() -> None:  # R7, R8
    state = after(table(), IN_ORDER, "bid K", *FOUR_PASSES, *BLIND_TRICK, "call d")
    assert state.called == Called(suit=0, card=CARD_OF["Kd"], partner=0)
    gone = after(table(), IN_ORDER, "bid 2", *FOUR_PASSES, *BLIND_TRICK, "call d")
    assert gone.called == Called(suit=0, card=CARD_OF["2d"], partner=0)


def test_any_card_of_the_hand_may_be_played_to_any_trick() -> None:  # R9
    state = after(table(), IN_ORDER, *ACE_BY_SEAT_0, *BLIND_TRICK, "call h", "play Jh")
    assert briscalone.to_act(state) == (4,)
    hand = ("5c", "6c", "Jc", "Qc", "Kc", "10c", "Ac")
    assert texts(state, 4) == [f"play {card}" for card in hand]


@pytest.mark.parametrize(
    ("trick", "monkey_suit", "winner"),
    [
        ("3d Ad 10d Kd Qd", "s", "Ad"),
        ("3d As Ah Ac 2d", "h", "Ah"),
        ("3d As Ah Ac 4d", "h", "Ah"),
        ("3d As Ac 10c Ks", "h", "3d"),
        ("Ad 2h 10d 3h Kd", "h", "3h"),
        ("2h Ad Ah 10h As", "h", "Ah"),
        ("6c Jc Qc 10c Kc", "d", "10c"),
    ],
)
def test_a_trick_goes_to_the_highest_monkey_card_else_to_the_highest_of_the_suit_led(
    trick: str, monkey_suit: str, winner: str
) -> None:  # R9
    dealing = dealt(*trick.split())
    state = after(table(), dealing, *ACE_BY_SEAT_0, *(f"play {card}" for card in trick.split()))
    state = after(state, f"call {monkey_suit}")
    assert state.takers == (trick.split().index(winner),)
    assert briscalone.to_act(state) == state.takers


def test_the_points_of_a_trick_go_to_its_taker() -> None:  # R9
    state = after(table(), IN_ORDER, *ACE_BY_SEAT_0, *BLIND_TRICK, "call d")
    assert state.points == (0, 14, 0, 0, 0)


@pytest.mark.parametrize(
    ("target", "points", "reached"),
    [
        (61, (30, 31, 59, 0, 0), True),
        (61, (30, 30, 60, 0, 0), False),
        (65, (64, 0, 56, 0, 0), False),
        (65, (0, 65, 55, 0, 0), True),
        (119, (118, 0, 2, 0, 0), False),
        (119, (60, 60, 0, 0, 0), True),
    ],
)
def test_the_bidders_side_needs_at_least_the_target(
    target: int, points: tuple[int, ...], reached: bool
) -> None:  # R10
    auction = Auction(opener=0, bidder=0, rank=0, target=target)
    result = round_result(auction, Called(suit=0, card=0, partner=1), points)
    assert result.reached is reached
    assert result.side_points + result.other_points == 120


def test_the_points_of_a_bidder_alone_count_once() -> None:  # R8, R10
    auction = Auction(opener=0, bidder=2, rank=0, target=61)
    result = round_result(auction, Called(suit=0, card=0, partner=2), (60, 0, 60, 0, 0))
    assert (result.side, result.side_points, result.other_points) == ((2,), 60, 60)
    assert result.scores == (1, 1, -4, 1, 1)


@pytest.mark.parametrize(
    ("bidder", "partner", "reached", "scores"),
    [
        (4, 3, True, (-1, -1, -1, 1, 2)),
        (4, 3, False, (1, 1, 1, -1, -2)),
        (2, 2, True, (-1, -1, 4, -1, -1)),
        (2, 2, False, (1, 1, -4, 1, 1)),
        (0, 4, True, (2, -1, -1, -1, 1)),
        (1, 0, False, (-1, -2, 1, 1, 1)),
    ],
)
def test_the_table_of_scores(
    bidder: int, partner: int, reached: bool, scores: tuple[int, ...]
) -> None:  # R10
    assert scores_of(bidder, partner, reached) == scores
    assert sum(scores) == 0


def _scored(*scores: int) -> RoundResult:
    return RoundResult(0, 0, 61, 0, 1, (120, 0, 0, 0, 0), scores)


def result_of(results: tuple[RoundResult, ...], rounds: int) -> Result | None:
    return briscalone.result(table()._replace(results=results, rounds=rounds))


def test_rounds_add_up_and_the_most_points_win() -> None:  # R11
    results = (_scored(2, 1, -1, -1, -1), _scored(-1, -1, -1, 1, 2), _scored(4, -1, -1, -1, -1))
    assert result_of(results, rounds=5) is None
    assert result_of(results, rounds=3) == Result((0,), (5, -1, -3, -1, 0))


def test_ties_share_the_win() -> None:  # R11
    results = (_scored(2, 1, -1, -1, -1), _scored(-1, -1, -1, 1, 2), _scored(-1, 1, -1, -1, 2))
    assert result_of(results, rounds=3) == Result((4,), (0, 1, -3, -1, 3))
    assert result_of(results[:2], rounds=2) == Result((0, 4), (1, 0, -2, 0, 1))


@pytest.mark.parametrize("rounds", [0, -5, 1, 4, 6, True, None, "5", 5.0])
def test_a_game_lasts_a_multiple_of_five_rounds(rounds: object) -> None:  # R11
    assert briscalone.META.configure({}) == {"rounds": 5}
    assert briscalone.META.configure({"rounds": 15}) == {"rounds": 15}
    with pytest.raises(BadConfig, match="“Rounds” is a multiple of 5, 5 or more"):
        briscalone.META.configure({"rounds": rounds})


@pytest.mark.parametrize("seats", [0, 4, 6])
def test_briscalone_is_for_five(seats: int) -> None:
    with pytest.raises(BadConfig, match="Briscalone is for 5 players"):
        briscalone.new({"rounds": 5}, seats)


def test_the_table_refuses_a_bad_number_of_rounds_as_the_form_does() -> None:  # R11
    with pytest.raises(BadConfig, match="multiple of 5"):
        briscalone.new({"rounds": 7}, 5)


def test_between_rounds_the_dealer_is_next_and_nobody_else_may_act() -> None:  # R12
    state = finished_round(after(table(), IN_ORDER))
    assert briscalone.to_act(state) == (DEALER,)
    assert [texts(state, seat) for seat in SEATS] == [[]] * 5
    assert briscalone.result(state) is None


def test_between_rounds_the_result_of_the_round_stands_on_the_table() -> None:  # R12
    state = finished_round(after(table(), IN_ORDER, *ACE_BY_SEAT_0, *BLIND_TRICK, "call h"))
    for seat in (*SEATS, None):
        seen = briscalone.view(state, seat)
        stands = seen.round_result
        assert stands is not None and seen.round == 0
        assert (stands.bidder, stands.partner, stands.target) == (0, 3, 61)
        assert stands.called == CARD_OF["Ah"]
        assert stands.points == seen.points and sum(seen.points) == 120
        assert seen.totals == stands.scores
        assert len(seen.tricks) == 8 and seen.last_trick == seen.tricks[7]


def test_the_next_deal_clears_the_table_and_keeps_the_totals() -> None:  # R12
    state = finished_round(after(table(), IN_ORDER))
    seen = briscalone.view(after(state, IN_ORDER), 0)
    assert (seen.round, seen.opener, seen.phase) == (1, 1, "auction")
    assert seen.round_result is None and seen.tricks == () and seen.bids == ()
    assert seen.totals == state.results[0].scores


def test_after_the_last_round_there_is_no_deal() -> None:  # R12
    state = table()
    for number in range(5):
        state = finished_round(after(state, IN_ORDER), number)
    assert briscalone.to_act(state) == ()
    assert briscalone.result(state) == result_of(state.results, 5)
    assert briscalone.view(state, None).round_result == state.results[4]


def test_a_seat_sees_its_own_hand_and_the_sizes_of_the_others() -> None:  # R13
    state = after(table(), IN_ORDER, *ACE_BY_SEAT_0, *BLIND_TRICK[:2])
    seen = briscalone.view(state, 2)
    assert seen.hand == cards("Qs Ks 10s As 2h 3h 4h 5h")
    assert seen.hand_sizes == (7, 7, 8, 8, 8)
    assert briscalone.view(state, None).hand == ()


def test_everyone_sees_bids_cards_played_and_points_taken() -> None:  # R13
    state = after(table(), IN_ORDER, *ACE_BY_SEAT_0, *BLIND_TRICK, "call h", "play Jh", "play Ac")
    for seat in (*SEATS, None):
        seen = briscalone.view(state, seat)
        assert [(said.seat, str(said.saying)) for said in seen.bids] == list(
            zip(SEATS, ACE_BY_SEAT_0, strict=True)
        )
        assert seen.tricks[0].plays == tuple(zip(SEATS, cards("2d Ad Qs 6h 4c"), strict=True))
        assert (seen.tricks[0].taker, seen.tricks[0].points) == (3, 14)
        assert seen.points == (0, 0, 0, 14, 0)
        assert seen.trick is not None
        assert seen.trick.plays == ((3, CARD_OF["Jh"]), (4, CARD_OF["Ac"]))
        assert (seen.trick.leader, seen.trick.taker) == (3, 3)


def test_nobody_wins_the_blind_trick_until_the_suit_is_called() -> None:  # R7, R13
    state = after(table(), IN_ORDER, *ACE_BY_SEAT_0, *BLIND_TRICK)
    trick = briscalone.view(state, 4).trick
    assert trick is not None and trick.taker is None and len(trick.cards) == 5
