"""Options and presets: B7, B9, B20 and how they are set."""

from __future__ import annotations

import pytest

from games.rules import bruno
from games.rules.game import BadConfig, IllegalAction
from tests.kit.bruno.positions import OTHERS, after, faces, hand, legal, table

NOTHING = ["- - -"] * 3
OFF = {
    "face_up_together": False,
    "keep_function_cards": False,
    "next_leads": False,
    "first_seat": None,
}


@pytest.mark.parametrize(
    ("preset", "on"),
    [
        ("standard", set()),
        ("first-edition", {"next_leads"}),
        ("kitchen-table", {"keep_function_cards", "face_up_together"}),
    ],
)
def test_a_preset_spells_out_every_option(preset: str, on: set[str]) -> None:
    config = bruno.META.configure(bruno.META.presets[preset])
    assert config == {**OFF, **dict.fromkeys(on, True)}


@pytest.mark.parametrize(
    "bad",
    [
        {"swap": True},
        {"next_leads": 1},
        {"next_leads": None},
        {"first_seat": 4},
        {"first_seat": -1},
        {"first_seat": True},
        {"first_seat": "0"},
    ],
)
def test_a_configuration_that_is_none_is_refused(bad: dict[str, object]) -> None:
    with pytest.raises(BadConfig, match=r"\.$"):
        bruno.META.configure(bad)
    with pytest.raises(BadConfig):
        bruno.new({**OFF, **bad}, 4)  # type: ignore[dict-item]


def test_b7_face_up_together_plays_several_of_a_rank() -> None:
    state = table("", *OTHERS, up=["5h 5s 6s", *NOTHING], face_up_together=True)
    assert legal(state) == ["play 5s", "play 5s 5h", "play 6s"]
    played = after(state, "play 5h 5s")
    assert played.up[0] == (None, None, state.up[0][2])


def test_b7_without_it_several_face_up_cards_are_refused() -> None:
    with pytest.raises(IllegalAction, match="one at a time"):
        after(table("", *OTHERS, up=["5h 5s 6s", *NOTHING]), "play 5h 5s")


def test_b22_holds_for_face_up_cards_together() -> None:
    state = table("", *OTHERS, up=["9h 9s -", *NOTHING], face_up_together=True)
    assert legal(state) == ["play 9s"]


def test_b9_keep_function_cards_lets_a_seat_collect_instead() -> None:
    state = table("2s 9s 5s", *OTHERS, pile="Qs", demand="Q", keep_function_cards=True)
    assert legal(state) == ["play 2s", "play 9s", "collect"]
    assert hand(after(state, "collect"), 0) == "2s 5s 9s Qs"


def test_b9_not_while_an_ordinary_card_can_be_played() -> None:
    state = table("2s Ks", *OTHERS, pile="Qs", demand="Q", keep_function_cards=True)
    assert legal(state) == ["play 2s", "play Ks"]
    with pytest.raises(IllegalAction, match="so you must play one"):
        after(state, "collect")


def test_b9_holds_for_the_face_up_row() -> None:
    rows = ["2s 4s -", *NOTHING]
    state = table("", *OTHERS, up=rows, pile="Qs", demand="Q", keep_function_cards=True)
    assert legal(state) == ["play 2s", "collect"]


def test_b9_there_is_no_such_choice_with_face_down_cards() -> None:
    rows = ["2s 3s -", *NOTHING]
    state = table("", *OTHERS, down=rows, pile="Qs", demand="Q", keep_function_cards=True)
    assert legal(state) == ["flip 0", "flip 1"]


def test_b9_on_a_free_lead_over_a_two_one_may_collect_it() -> None:
    state = table("2h 3s", *OTHERS, pile="2s", keep_function_cards=True)
    assert legal(state) == ["play 2h", "play 3s", "collect"]


def test_b20_next_leads_passes_the_lead_on() -> None:
    state = table("2s 5s", *OTHERS, pile="Qs", demand="Q", next_leads=True)
    collected = after(table("5s", *OTHERS, pile="Qs", demand="Q", next_leads=True), "collect")
    assert legal(state) == ["play 2s"]
    assert faces(collected) == (1, "")
