"""P17: deals that can be checked, every order equally likely."""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Iterable
from itertools import islice, permutations

import pytest

from games.rules import fair
from games.rules.cards import DECK, text_of
from games.rules.fair import commitment, game_seed, shuffled, words

SEED = bytes(range(32))
SERVER_SEED = bytes([0x11]) * 32


def chi_square(counts: Iterable[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def test_p17_the_deal_of_the_test_vector() -> None:
    assert text_of(shuffled(SEED, "deal:0", DECK)) == (
        "Jc 5s 2d Ad 4c Ac As 6c Qh Kd 4s 7d 3d Js 10h 3c 3h 8c 2h 2c 6s Jd 5h 8h 7s 6h 3s 7c"
        " 10c Ah 6d 10s 4h 9c 5d 2s 8d 9s 5c Qs 4d Qc 9d 8s Kh 9h Ks Qd Kc Jh 7h 10d"
    )


def test_p17_the_first_seat_of_the_test_vector() -> None:
    assert shuffled(SEED, "start", range(4)) == [0, 3, 2, 1]


def test_p17_the_commitment_of_the_test_vector() -> None:
    expected = "02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc"
    assert commitment(SERVER_SEED) == expected


def test_p17_the_seed_of_the_test_vector() -> None:
    seed = game_seed(SERVER_SEED, ["aa" * 16, "bb" * 16, "", "cc" * 16])
    assert seed.hex() == "4c2d3e55c235cd93e9ee0b2db6674ca245e7bea17c367fc76fbda216e8fc2811"


def test_a_shuffle_keeps_its_items_and_leaves_the_given_ones_alone() -> None:
    items = list(DECK)
    assert sorted(shuffled(SEED, "any", items)) == items == list(DECK)


@pytest.mark.parametrize("items", [[], ["only"]])
def test_nothing_and_one_item_need_no_chance(items: list[str]) -> None:
    assert shuffled(SEED, "any", items) == items


def test_another_label_or_seed_gives_another_order() -> None:
    orders = {
        tuple(shuffled(seed, label, DECK))
        for seed in (SEED, SERVER_SEED)
        for label in ("deal:0", "deal:1", "redeal:0")
    }
    assert len(orders) == 6


def test_words_are_32_bits_wide_and_go_on_from_block_to_block() -> None:
    drawn = list(islice(words(SEED, "any"), 40))
    assert len(set(drawn)) == 40
    assert all(0 <= word < 2**32 for word in drawn)


@pytest.mark.parametrize("length", [0, 16, 32, 64, 65, 200])
def test_p17_words_are_hmacs_of_label_and_block(length: int) -> None:
    seed = bytes(range(length))
    hashed = b"".join(hmac.digest(seed, b"deal:3:%d" % block, "sha256") for block in range(3))
    assert b"".join(word.to_bytes(4) for word in islice(words(seed, "deal:3"), 24)) == hashed


def test_p17_all_orders_of_four_are_equally_likely() -> None:
    shuffles = 4800
    counts = Counter(tuple(shuffled(SEED, f"x2:{n}", range(4))) for n in range(shuffles))
    orders = list(permutations(range(4)))
    # 23 degrees of freedom: one fair source in a thousand exceeds 49.7.
    assert chi_square((counts[order] for order in orders), shuffles / len(orders)) < 49.7


def test_p17_a_word_that_favours_a_place_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all words one more leads to the first of three places than to each of the others."""
    monkeypatch.setattr(fair, "words", lambda seed, label: iter([2**32 - 1, 1, 0]))
    assert shuffled(SEED, "any", "abc") == ["c", "a", "b"]


def test_p17_every_card_comes_to_every_place_equally_often() -> None:
    deals = 2600
    decks = [shuffled(SEED, f"place:{n}", DECK) for n in range(deals)]
    counts = Counter((place, card) for deck in decks for place, card in enumerate(deck))
    cells = [counts[place, card] for place in DECK for card in DECK]
    # 51 × 51 degrees of freedom: one fair source in a thousand exceeds 2830.
    assert chi_square(cells, deals / len(DECK)) < 2830
