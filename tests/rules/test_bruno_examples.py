"""The worked examples of docs/rules/bruno.md, one by one."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from games.rules import bruno
from games.rules.bruno.state import State
from games.rules.game import Result
from tests.kit.bruno.positions import OTHERS, after, faces, hand, legal, table

NOTHING = ["- - -"] * 3


class Example(NamedTuple):
    name: str
    state: State
    legal: list[str]
    moves: tuple[str, ...]
    faces: tuple[int, str]


EXAMPLES = [
    Example(
        "at least Q, hand 5 Q K",
        table("5s Qs Ks", *OTHERS, pile="Qh", demand="Q"),
        ["play Qs", "play Ks"],
        ("play Qs",),
        (1, "Q"),
    ),
    Example(
        "at least Q, hand 5 9",
        table("5s 9s", *OTHERS, pile="Qh", demand="Q"),
        ["play 9s"],
        ("play 9s",),
        (1, "9"),
    ),
    Example(
        "below 9, hand J 10",
        table("Js 10s", *OTHERS, pile="9h", demand="9"),
        ["play 10s"],
        ("play 10s", "redeal Js 4h 4d 4c"),
        (1, "9"),
    ),
    Example(
        "below 9, a 3 is played",
        table("3s Js", *OTHERS, pile="9h", demand="9"),
        ["play 3s"],
        ("play 3s",),
        (2, "9"),
    ),
    Example(
        "below 9, hand J K A",
        table("Js Ks As", *OTHERS, pile="9h", demand="9"),
        ["collect"],
        ("collect",),
        (0, ""),
    ),
    Example(
        "empty pile, a 2 is led",
        table("2s 5s", *OTHERS),
        ["play 2s", "play 5s"],
        ("play 2s",),
        (1, ""),
    ),
    Example(
        "at least 7, 8 8 is played",
        table("8s 8h 5s", *OTHERS, pile="7h", demand="7"),
        ["play 8s", "play 8s 8h"],
        ("play 8s 8h",),
        (1, "8"),
    ),
    Example(
        "hand 9 9 and nothing else, at least 4",
        table("9s 9h", *OTHERS, pile="4s", demand="4"),
        ["play 9s"],
        ("play 9s",),
        (1, "9"),
    ),
    Example(
        "one function card and nothing else, empty pile",
        table("3s", *OTHERS),
        ["pass"],
        ("pass",),
        (1, ""),
    ),
    Example(
        "two face-down left, a 4 is turned on at least 6",
        table("", *OTHERS, down=["4s 8s -", *NOTHING], pile="6s", demand="6"),
        ["flip 0", "flip 1"],
        ("flip 0",),
        (0, ""),
    ),
    Example(
        "no card at all, the pile is one 2",
        table("", *OTHERS, pile="2s"),
        ["collect"],
        ("collect", "pass"),
        (1, ""),
    ),
    Example(
        "keep_function_cards, free lead, empty pile, hand 2 3",
        table("2s 3s", *OTHERS, keep_function_cards=True),
        ["play 2s", "play 3s"],
        ("play 2s",),
        (1, ""),
    ),
]


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.name for example in EXAMPLES])
def test_a_worked_example(example: Example) -> None:
    assert legal(example.state) == example.legal
    assert faces(after(example.state, *example.moves)) == example.faces


def test_a_two_that_was_led_is_collected_later() -> None:
    state = after(table("2s 5s", "Qs 5h", "4d 4s", "4c"), "play 2s", "play Qs", "collect")
    assert hand(state, 2) == "2s 4s 4d Qs"


def test_a_ten_evens_the_hands_out_from_its_player_on() -> None:
    hands = ("4s 5s 6s 7s 8s", "", "10s Js Qs Ks", "4h 5h 6h 7h 8h Jh")
    state = after(table(*hands, up=["As - -"] * 4, turn=2), "play 10s")
    dealt = bruno.apply(state, -1, bruno.deal(state, bytes(32)))
    assert [dealt.hands[seat].bit_count() for seat in range(4)] == [3, 3, 4, 4]


def test_the_last_face_down_card_is_a_9_on_a_pile_of_four() -> None:
    state = table("", *OTHERS, down=["9s - -", *NOTHING], pile="4s 5s 6s Js", demand="J")
    turned = after(state, "flip 0")
    assert (hand(turned, 0), faces(turned)) == ("4s 5s 6s 9s Js", (0, ""))


def test_after_one_of_two_nines_the_other_can_only_collect() -> None:
    state = after(table("9s 9h", *OTHERS, pile="4s", demand="4"), "play 9s")
    assert legal(state._replace(to_act=(0,), turn=0)) == ["collect"]


def test_two_aces_win_together() -> None:
    state = table("As Ah", *OTHERS, pile="4s", demand="4")
    assert legal(state) == ["play As", "play As Ah"]
    assert bruno.result(after(state, "play As Ah")) == Result((0, 2), (1, 0, 1, 0))


def test_a_turned_card_that_fails_leaves_the_other_face_down_card() -> None:
    state = table("", *OTHERS, down=["4s 8s -", *NOTHING], pile="6s", demand="6")
    turned = after(state, "flip 0")
    assert (hand(turned, 0), bruno.view(turned, 1).seats[0].down) == ("4s 6s", (False, True, False))


def test_a_ten_as_the_last_hand_card_is_legal_while_table_cards_remain() -> None:
    state = table("10s", "4h", "4d 5d", "4c", down=["7s - -"] * 4)
    assert legal(state) == ["play 10s"]
    dealt = after(state, "play 10s", "redeal 4h 4d 5d 4c")
    assert [hand(dealt, seat) for seat in range(4)] == ["4h", "4d", "5d", "4c"]
