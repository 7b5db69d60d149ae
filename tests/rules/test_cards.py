"""The deck that Bruno deals from."""

from __future__ import annotations

import pytest

from games.rules.cards import (
    CARD_OF,
    CARD_TEXT,
    DECK,
    card_name,
    cards_of,
    mask_of,
    one_of_rank,
    rank_name,
    rank_of,
    suit_of,
    text_of,
)


def test_the_deck_has_its_fixed_order() -> None:
    assert text_of(DECK).startswith("2s 2h 2d 2c 3s 3h 3d 3c 4s ")
    assert text_of(DECK).endswith(" Ks Kh Kd Kc As Ah Ad Ac")
    assert len(set(CARD_TEXT)) == len(DECK) == 52


def test_a_set_of_cards_forgets_the_order_they_came_in() -> None:
    cards = [CARD_OF[text] for text in ("Qd", "4s", "10h")]
    assert cards_of(mask_of(cards)) == cards_of(mask_of(reversed(cards))) == tuple(sorted(cards))


def test_a_card_knows_its_rank_and_suit() -> None:
    card = CARD_OF["10h"]
    assert (rank_of(card), suit_of(card)) == (8, 1)


@pytest.mark.parametrize(
    ("text", "name", "one"),
    [
        ("Qs", "Queen of Spades", "a Queen"),
        ("8d", "8 of Diamonds", "an 8"),
        ("Ac", "Ace of Clubs", "an Ace"),
    ],
)
def test_a_card_has_a_name(text: str, name: str, one: str) -> None:
    card = CARD_OF[text]
    assert str(card_name(card)) == name
    assert str(one_of_rank(rank_of(card))) == one


def test_several_of_a_rank_have_their_own_name() -> None:
    assert str(rank_name(10)) == "Queen"
    assert str(rank_name(10, 2)) == "Queens"
