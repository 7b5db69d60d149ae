"""Seats, deal and turn: B1 to B10."""

from __future__ import annotations

import pytest

from games.rules import bruno
from games.rules.cards import DECK, text_of
from games.rules.fair import shuffled
from games.rules.game import DEALER, BadConfig, IllegalAction
from tests.kit.bruno.positions import OTHERS, after, faces, legal, table
from tests.kit.playing import seed_of, steps

SEED = bytes(range(32))
STANDARD = bruno.META.configure({})


def test_b1_four_sit_down_in_two_teams_and_the_turn_goes_up() -> None:
    assert bruno.META.seats == (4,)
    assert bruno.META.teams(STANDARD, 4) == ((0, 2), (1, 3))
    for seat in range(4):
        state = table("5s 5h", "5d 5c", "6s 6h", "6d 6c", turn=seat)
        played = after(state, legal(state)[0])
        assert played.to_act == ((seat + 1) % 4,)


@pytest.mark.parametrize("seats", [1, 2, 3, 5, 6])
def test_b1_no_other_number_sits_down(seats: int) -> None:
    with pytest.raises(BadConfig, match="Bruno is for 4 players."):
        bruno.new(STANDARD, seats)


def test_b2_each_seat_gets_three_face_down_three_face_up_and_seven_for_the_hand() -> None:
    state = bruno.new(STANDARD, 4)
    assert bruno.to_act(state) == (DEALER,)
    dealt = bruno.apply(state, DEALER, bruno.deal(state, SEED))
    order = shuffled(SEED, "deal:0", DECK)
    for seat in range(4):
        share = order[13 * seat : 13 * seat + 13]
        assert list(dealt.down[seat]) == share[:3]
        assert list(dealt.up[seat]) == share[3:6]
        assert dealt.hands[seat] == sum(1 << card for card in share[6:])


def test_b2_the_deal_is_the_one_of_the_test_vector() -> None:
    action = bruno.deal(bruno.new(STANDARD, 4), SEED)
    assert str(action).startswith("deal 0 Jc 5s 2d Ad 4c Ac As 6c Qh Kd 4s 7d 3d Js 10h 3c ")
    assert str(action).endswith(" Qd Kc Jh 7h 10d")


def test_b3_the_first_seat_comes_from_the_seed() -> None:
    firsts = set()
    for number in range(40):
        state = bruno.new(STANDARD, 4)
        seed = seed_of(str(number))
        dealt = bruno.apply(state, DEALER, bruno.deal(state, seed))
        assert dealt.to_act == (shuffled(seed, "start", range(4))[0],)
        firsts.add(dealt.first)
    assert firsts == {0, 1, 2, 3}


@pytest.mark.parametrize("seat", range(4))
def test_b3_a_rematch_fixes_the_first_seat(seat: int) -> None:
    state = bruno.new(bruno.META.configure({"first_seat": seat}), 4)
    assert bruno.apply(state, DEALER, bruno.deal(state, SEED)).to_act == (seat,)
    other = bruno.parse(f"deal {(seat + 1) % 4} {text_of(DECK)}")
    with pytest.raises(IllegalAction, match="Another seat has to lead this game."):
        bruno.apply(state, DEALER, other)


def test_b4_everyone_knows_all_but_the_hands_and_the_face_down_cards() -> None:
    state = table("5s 6s", *OTHERS, up=["7s - 7h"] * 4, down=["- 8s 8h"] * 4, pile="Qs 2s")
    for viewer in (0, 1, None):
        seen = bruno.view(state, viewer)
        assert [seat.hand for seat in seen.seats] == [2, 1, 1, 1]
        assert [seat.up for seat in seen.seats] == list(state.up)
        assert [seat.down for seat in seen.seats] == [(False, True, True)] * 4
        assert text_of(seen.pile) == "Qs 2s"
    assert text_of(bruno.view(state, 0).hand) == "5s 6s"
    assert bruno.view(state, None).hand == ()


def test_b4_what_a_collector_took_is_known_until_it_is_played() -> None:
    state = after(table("5s", "Ks 4d", "4h", "4c", pile="Qs Qd Kd", demand="A"), "collect")
    assert text_of(bruno.view(state, 1).seats[0].known) == "Qs Qd Kd"
    state = after(state, "play Qd")
    assert text_of(bruno.view(state, 1).seats[0].known) == "Qs Kd"


def test_b4_a_redeal_of_the_hands_ends_that_knowledge() -> None:
    state = table("5s 6s", "10s Js", "4h", "4c", pile="Qs", demand="A", up=["7s - -"] * 4)
    collected = after(state, "collect", "play Qs", "play 10s")
    assert collected.to_act == (DEALER,)
    dealt = after(collected, "redeal 4h 4c 5s 6s Js")
    assert [seat.known for seat in bruno.view(dealt, 1).seats] == [(), (), (), ()]


def test_b4_the_removed_tens_are_known_in_order() -> None:
    state = after(table("10d 10s 5s", *OTHERS), "play 10d 10s")
    assert text_of(bruno.view(state, None).removed) == "10d 10s"


def test_b5_the_demand_is_nothing_a_rank_or_below_9() -> None:
    state = table("5s 9s 6s", "5h 6h", "6d 7d", "6c 7c")
    assert faces(state) == (0, "")
    assert faces(after(state, "play 5s")) == (1, "5")
    assert faces(after(state, "play 9s")) == (1, "9")


def test_b6_a_play_is_of_one_rank() -> None:
    with pytest.raises(IllegalAction, match="must have one rank"):
        bruno.parse("play 4s 5s")


@pytest.mark.parametrize(
    ("hand", "up", "down", "expected"),
    [
        ("5s", "6s - -", "7s - -", ["play 5s"]),
        ("", "6s - 8h", "7s - -", ["play 6s", "play 8h"]),
        ("", "- - -", "7s - 7h", ["flip 0", "flip 2"]),
    ],
)
def test_b6_the_zone_is_forced(hand: str, up: str, down: str, expected: list[str]) -> None:
    rest = ("- - -",) * 3
    assert legal(table(hand, *OTHERS, up=[up, *rest], down=[down, *rest])) == expected


def test_b7_from_the_hand_any_number_of_a_rank() -> None:
    state = table("5s 5h 5d 5c Ks", *OTHERS)
    assert legal(state) == ["play 5s", "play 5s 5h", "play 5s 5h 5d", "play 5s 5h 5d 5c", "play Ks"]


def test_b7_from_the_face_up_row_one_card() -> None:
    state = table("", *OTHERS, up=["5h 5s 6s", *["- - -"] * 3])
    assert legal(state) == ["play 5s", "play 6s"]


def test_b7_a_face_down_card_is_chosen_by_position_and_positions_do_not_shift() -> None:
    state = table("", *OTHERS, down=["5s 6s 7s", *["- - -"] * 3])
    assert legal(state) == ["flip 0", "flip 1", "flip 2"]
    turned = after(state, "flip 1")
    assert [card is None for card in turned.down[0]] == [False, True, False]
    assert legal(turned._replace(to_act=(0,), turn=0)) == ["flip 0", "flip 2"]


EVERY_RANK = "2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks As"


@pytest.mark.parametrize(
    ("demand", "expected"),
    [
        ("", EVERY_RANK),
        ("4", EVERY_RANK),
        ("8", "2s 3s 8s 9s 10s Js Qs Ks As"),
        ("J", "2s 3s 9s 10s Js Qs Ks As"),
        ("Q", "2s 3s 9s 10s Qs Ks As"),
        ("A", "2s 3s 9s 10s As"),
        ("9", "2s 3s 4s 5s 6s 7s 8s 9s 10s"),
    ],
)
def test_b8_what_answers_a_demand(demand: str, expected: str) -> None:
    state = table(EVERY_RANK, *OTHERS, pile="4h", demand=demand)
    assert legal(state) == [f"play {card}" for card in expected.split()]


def test_b9_who_can_play_must() -> None:
    state = table("2s 5s", *OTHERS, pile="Qs", demand="Q")
    assert legal(state) == ["play 2s"]
    with pytest.raises(IllegalAction, match="so you must play one"):
        after(state, "collect")


def test_b10_who_cannot_play_must_collect() -> None:
    assert legal(table("5s 6s", *OTHERS, pile="Qs", demand="Q")) == ["collect"]


def test_any_cards_of_the_rank_in_any_order_are_the_same_play_and_stay_as_given() -> None:
    state = table("5s 5h 5d Ks", *OTHERS)
    for text in ("play 5d 5s", "play 5h 5d", "play 5s 5h"):
        action = bruno.parse(text)
        assert str(action) == text
        played = bruno.apply(state, 0, action)
        assert text_of(played.pile) == text.removeprefix("play ")
        assert faces(played) == (1, "5")


@pytest.mark.parametrize("text", ["play 5s 5s", "play 5s 5h 5s", "play", "play 5s ", "play  5s"])
def test_a_card_named_twice_or_a_stray_space_is_no_action(text: str) -> None:
    with pytest.raises(IllegalAction, match="is no action of this game"):
        bruno.parse(text)


def test_a_random_game_meets_every_zone_and_the_dealer_again() -> None:
    words = {
        str(step.action).split()[0]
        for number in range(30)
        for step in steps(bruno, STANDARD, 4, f"zones:{number}")
    }
    assert {"deal", "redeal", "play", "flip", "collect"} <= words
