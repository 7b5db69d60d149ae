"""What a seat may know, and what it can imagine from it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.rules import bruno
from games.rules.bruno.imagine import unseen
from games.rules.cards import DECK, Card, cards_of, mask_of, text_of
from games.rules.game import DEALER
from tests.kit.bruno.positions import after, hand, table
from tests.kit.playing import seed_of, steps

STANDARD = bruno.META.configure({})


def dealt() -> bruno.State:
    state = bruno.new(STANDARD, 4)
    return bruno.apply(state, DEALER, bruno.deal(state, seed_of("view")))


@pytest.mark.parametrize("viewer", [0, 1, 2, 3])
def test_a_view_holds_no_hidden_card(viewer: int) -> None:
    state = dealt()
    hidden = {card for row in state.down for card in row}
    hidden |= {card for seat in range(4) if seat != viewer for card in cards_of(state.hands[seat])}
    assert set(unseen(bruno.view(state, viewer))) == hidden


@pytest.mark.parametrize("name", ["open 1", "open 2", "open 3"])
def test_of_the_hands_only_cards_that_lay_open_are_known_to_all(name: str) -> None:
    lay_open: set[Card | None] = set()
    for step in steps(bruno, STANDARD, 4, name):
        if step.seat == DEALER:
            lay_open.clear()
        else:
            lay_open.update(step.after.pile, *step.after.up)
            lay_open.update(set().union(*step.before.down).difference(*step.after.down))  # turned
        seats = bruno.view(step.after, None).seats
        assert lay_open.issuperset(card for seat in seats for card in seat.known)


def test_the_owner_does_not_know_their_face_down_cards() -> None:
    state = dealt()
    assert set(state.down[0]) <= set(unseen(bruno.view(state, 0)))


def test_a_spectator_knows_least() -> None:
    state = dealt()
    assert bruno.view(state, None).hand == ()
    assert len(unseen(bruno.view(state, None))) == 52 - 12


def test_the_dealer_is_shown_no_hand() -> None:
    assert bruno.view(dealt(), DEALER).hand == ()


def test_a_hand_is_shown_in_one_order_however_it_came_together() -> None:
    one = after(table("Ks 4s", "5h", "5d", "5c", pile="As 2s", demand="A"), "collect")
    two = table("2s As 4s Ks", "5h", "5d", "5c")
    assert bruno.view(one, 0).hand == bruno.view(two, 0).hand


def test_what_was_collected_is_imagined_where_it_is() -> None:
    state = after(table("5s 6s", "4h", "4d", "4c", pile="Qs Qd", demand="A"), "collect")
    seen = bruno.view(state, 1)
    for chance in range(20):
        imagined = bruno.imagine(seen, Random(chance))
        assert mask_of(seen.seats[0].known) & ~imagined.hands[0] == 0


def test_a_flipped_card_that_failed_is_known_to_all() -> None:
    rows = ["4s 8s -", *["- - -"] * 3]
    state = after(table("", "4h", "4d", "4c", down=rows, pile="6s", demand="6"), "flip 0")
    assert text_of(bruno.view(state, None).seats[0].known) == "4s 6s"


def test_while_a_redeal_is_due_the_hands_lie_as_they_were() -> None:
    state = after(table("10s 5s", "4h", "4d", "4c"), "play 10s")
    assert hand(state, 0) == "5s"
    for viewer in (0, 1, None):
        seen = bruno.view(state, viewer)
        assert seen.to_act == (DEALER,)
        assert bruno.view(bruno.imagine(seen, Random(1)), viewer) == seen


def test_before_the_deal_and_at_the_end_a_table_can_be_imagined() -> None:
    empty = bruno.new(STANDARD, 4)
    over = after(table("4s", "5h", "5d", "5c"), "play 4s")
    for state in (empty, over):
        for viewer in (0, None):
            seen = bruno.view(state, viewer)
            assert bruno.view(bruno.imagine(seen, Random(1)), viewer) == seen


def test_every_unseen_card_is_imagined_everywhere_equally_often() -> None:
    seen = bruno.view(dealt(), 0)
    hidden = unseen(seen)
    rng = Random(5)
    rounds = 3300
    counts: Counter[int | None] = Counter()
    for _ in range(rounds):
        counts[bruno.imagine(seen, rng).down[2][1]] += 1
    expected = rounds / len(hidden)
    chi_square = sum((counts[card] - expected) ** 2 / expected for card in hidden)
    # 32 degrees of freedom: one fair source in a thousand exceeds 62.5.
    assert (len(hidden), chi_square < 62.5) == (33, True)


def test_an_imagined_table_can_be_played_on() -> None:
    state = bruno.imagine(bruno.view(dealt(), 0), Random(7))
    assert sorted(cards_of(mask_of(DECK))) == sorted(
        [card for one in state.hands for card in cards_of(one)]
        + [card for row in (*state.up, *state.down) for card in row if card is not None]
    )
    assert bruno.legal_actions(state, state.turn)
