"""Collecting, the last card and the end: B20 to B26."""

from __future__ import annotations

import pytest

from games.rules import bruno
from games.rules.cards import text_of
from games.rules.game import IllegalAction, Result
from tests.kit.bruno.positions import OTHERS, after, faces, hand, legal, pile, table

NOTHING = ["- - -"] * 3
DRAW = Result((), (0, 0, 0, 0))


def test_b20_a_collector_takes_the_whole_pile_and_leads_freely() -> None:
    state = after(table("5s", *OTHERS, pile="Qs 2s", demand="Q"), "collect")
    assert (hand(state, 0), pile(state), faces(state)) == ("2s 5s Qs", "", (0, ""))
    assert state.top is None


def test_b20_option_next_leads() -> None:
    state = after(table("5s", *OTHERS, pile="Qs 2s", demand="Q", next_leads=True), "collect")
    assert (hand(state, 0), faces(state)) == ("2s 5s Qs", (1, ""))


def test_b21_a_turned_card_that_may_be_played_is_played() -> None:
    state = after(table("", *OTHERS, down=["7s 8s -", *NOTHING], pile="6s", demand="6"), "flip 1")
    assert (pile(state), faces(state)) == ("6s 8s", (1, "8"))


def test_b21_a_turned_card_that_may_not_goes_to_the_hand_with_the_pile() -> None:
    state = after(table("", *OTHERS, down=["4s 8s -", *NOTHING], pile="6s", demand="6"), "flip 0")
    assert (hand(state, 0), pile(state), faces(state)) == ("4s 6s", "", (0, ""))
    assert text_of(bruno.view(state, 2).seats[0].known) == "4s 6s"


def test_b21_option_next_leads() -> None:
    rows = ["4s 8s -", *NOTHING]
    state = table("", *OTHERS, down=rows, pile="6s", demand="6", next_leads=True)
    assert faces(after(state, "flip 0")) == (1, "")


@pytest.mark.parametrize("card", ["2s", "3s", "9s", "10s"])
def test_b22_the_last_card_must_be_ordinary(card: str) -> None:
    state = table(card, *OTHERS, pile="4s", demand="4")
    assert legal(state) == ["collect"]
    with pytest.raises(IllegalAction, match="You cannot finish with a"):
        after(state, f"play {card}")


@pytest.mark.parametrize("zone", ["up", "down"])
def test_b22_counts_the_cards_of_every_zone(zone: str) -> None:
    rows = ["- 6s -", *NOTHING]
    state = table("9s", *OTHERS, pile="4s", demand="4", **{zone: rows})  # type: ignore[arg-type]
    assert legal(state) == ["play 9s"]


def test_b22_the_last_face_up_card_must_be_ordinary_too() -> None:
    assert legal(table("", *OTHERS, up=["- 9s -", *NOTHING], pile="4s", demand="4")) == ["collect"]


def test_b23_a_ten_as_the_only_card_stays_in_hand() -> None:
    state = after(table("10s", *OTHERS, pile="4s", demand="4"), "collect")
    assert (hand(state, 0), state.removed) == ("4s 10s", ())


def test_b23_the_last_face_down_card_must_be_turned_all_the_same() -> None:
    state = table("", *OTHERS, down=["- - 10s", *NOTHING], pile="4s", demand="4")
    assert legal(state) == ["flip 2"]
    assert hand(after(state, "flip 2"), 0) == "4s 10s"


def test_b24_with_an_empty_pile_one_passes_and_keeps_the_card() -> None:
    state = table("2s", *OTHERS)
    assert legal(state) == ["pass"]
    passed = after(state, "pass")
    assert (hand(passed, 0), faces(passed)) == ("2s", (1, ""))


def test_b24_so_does_who_has_no_card_at_all() -> None:
    state = table("", *OTHERS)
    assert legal(state) == ["pass"]
    assert faces(after(state, "pass")) == (1, "")


def test_b24_a_turned_function_card_goes_to_the_hand_and_then_one_passes() -> None:
    state = after(table("", *OTHERS, down=["9s - -", *NOTHING]), "flip 0")
    assert (hand(state, 0), legal(state), faces(state)) == ("9s", ["pass"], (0, ""))
    assert faces(after(state, "pass")) == (1, "")


def test_b24_with_next_leads_there_is_no_pass_after_the_turned_card() -> None:
    state = after(table("", *OTHERS, down=["9s - -", *NOTHING], next_leads=True), "flip 0")
    assert (hand(state, 0), faces(state)) == ("9s", (1, ""))


@pytest.mark.parametrize(("seat", "winners"), [(0, (0, 2)), (1, (1, 3)), (2, (0, 2)), (3, (1, 3))])
def test_b25_whoever_lays_the_last_card_wins_for_the_team(
    seat: int, winners: tuple[int, int]
) -> None:
    hands = ["4s", "4h", "4d", "4c"]
    state = table(*hands, turn=seat)
    over = after(state, f"play {hands[seat]}")
    scores = tuple(int(other in winners) for other in range(4))
    assert bruno.result(over) == Result(winners, scores)
    assert (bruno.to_act(over), over.winner) == ((), seat)


def test_b25_a_turned_ordinary_card_can_win() -> None:
    over = after(table("", *OTHERS, down=["- 7s -", *NOTHING], pile="6s", demand="6"), "flip 1")
    assert over.winner == 0


def test_b26_the_2000th_action_ends_the_game_as_a_draw() -> None:
    state = table("5s 6s", *OTHERS, actions=1998)
    state = after(state, "play 5s")
    assert bruno.result(state) is None
    assert bruno.result(after(state, "collect")) == DRAW


@pytest.mark.parametrize("text", ["collect", "pass", "flip 0"])
def test_b26_whatever_the_2000th_action_is(text: str) -> None:
    rows = ["4s 5s -", *NOTHING]
    positions = {
        "collect": table("5s", *OTHERS, pile="6s", demand="6", actions=1999),
        "pass": table("2s", *OTHERS, actions=1999),
        "flip 0": table("", *OTHERS, down=rows, pile="6s", demand="6", actions=1999),
    }
    over = after(positions[text], text)
    assert (bruno.result(over), bruno.to_act(over), over.actions) == (DRAW, (), 2000)


def test_b26_the_2000th_action_may_win() -> None:
    over = after(table("5s", *OTHERS, actions=1999), "play 5s")
    assert bruno.result(over) == Result((0, 2), (1, 0, 1, 0))


def test_b26_after_a_ten_as_the_2000th_action_no_redeal_follows() -> None:
    over = after(table("10s 5s", *OTHERS, actions=1999), "play 10s")
    assert (bruno.result(over), bruno.to_act(over)) == (DRAW, ())
    assert text_of(over.removed) == "10s"


def test_b26_the_dealer_is_not_counted() -> None:
    state = table("10s 5s", *OTHERS, actions=1998)
    dealt = after(state, "play 10s", "redeal 4h 4d 4c 5s")
    assert (dealt.actions, bruno.result(dealt)) == (1999, None)
