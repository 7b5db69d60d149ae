"""What a view holds, what it hides, and what it lets imagine."""

from __future__ import annotations

from random import Random

import pytest

from games.rules import uno
from games.rules.game import DEALER
from games.rules.uno.cards import ALL_FITS, FIRST, FITS, cards_of
from games.rules.uno.imagine import unseen
from games.rules.uno.state import State
from tests.kit.playing import seed_of
from tests.kit.uno.positions import after, cards, config, table
from tests.kit.uno.unruly import game

PUBLIC = ("hand_sizes", "discards", "pile", "pending", "declared", "one_left", "lacks", "public")


def dealt(name: str, seats: int = 3) -> State:
    state = uno.new(config(), seats)
    return uno.apply(state, DEALER, uno.deal(state, seed_of(name)))


def test_a_seat_sees_its_own_hand_and_of_the_others_only_how_many() -> None:
    seen = uno.view(dealt("own hand"), 1)
    assert seen.hand == seen.known[1] == cards_of(dealt("own hand").hands[1])
    assert seen.known[0] == seen.known[2] == b""
    assert (seen.hand_sizes, seen.pile) == ((7, 7, 7), 108 - 22)


def test_a_spectator_sees_no_hand() -> None:
    seen = uno.view(dealt("spectator"), None)
    assert (seen.hand, seen.known) == (b"", (b"", b"", b""))
    assert len(unseen(seen)) == 107


def test_everyone_sees_the_same_of_the_table() -> None:
    for step in game(config(), 3, "the same"):
        views = [uno.view(step.after, seat) for seat in (0, 1, 2, None)]
        for name in PUBLIC:
            assert len({getattr(view, name) for view in views}) == 1


def test_only_whoever_drew_knows_the_card_that_waits() -> None:
    state = after(table("g7 b8 b9", "r1", pile="r9 y8"), "draw")
    assert [uno.view(state, seat).waiting for seat in (0, 1, None)] == [True] * 3
    assert uno.view(state, 0).drawn == cards("r9")[0]
    assert [uno.view(state, seat).drawn for seat in (1, None)] == [None, None]


def test_a_view_does_not_depend_on_the_order_cards_were_picked_up() -> None:
    one = after(table("g7 b8 b9", "r1", pile="y1 y2"), "draw")
    other = after(table("g7 b8 y1", "r1", pile="b9 y2"), "draw")
    assert uno.view(one, 0) == uno.view(other, 0)
    assert uno.view(one, 1) == uno.view(other, 1)


def test_the_colour_and_kind_that_a_seat_lacked_are_remembered() -> None:
    state = after(table("g7 b8 b9", "r1 r2", "y1", pile="y1 y2"), "draw")
    assert uno.view(state, None).lacks == ((ALL_FITS[0][cards("r5")[0]], 1), None, None)


def test_an_imagined_hand_lacks_what_its_seat_lacked() -> None:
    """Counted by those it may have got since."""
    rng = Random(1)
    for step in game(config(no_misplay_penalty=True), 2, "lacking"):
        seen = uno.view(step.after, 1)
        lack = seen.lacks[0]
        if lack is not None and step.after.stage == "play":
            for state in (step.after, uno.imagine(seen, rng)):
                held = cards_of(state.hands[0])
                fitting = [c for c in held if FIRST[c] & lack.fitting]
                assert len(fitting) <= lack.fresh


def test_an_imagined_drawn_card_fits() -> None:
    rng = Random(2)
    waiting = [step.after for step in game(config(), 3, "waiting") if step.after.drawn is not None]
    assert waiting
    for state in waiting:
        imagined = uno.imagine(uno.view(state, (state.turn + 1) % 3), rng)
        assert imagined.drawn is not None
        assert imagined.drawn in cards_of(imagined.hands[state.turn])
        assert FIRST[imagined.drawn] & FITS[state.colour][state.discards[-1]]


def test_an_imagined_bluff_is_one_by_the_imagined_hand() -> None:
    rng = Random(3)
    laid = [
        step.after
        for number in range(20)
        for step in game(config(uno_check=False), 2, f"bluff {number}")
        if step.after.charge and step.after.stage == "play"
    ]
    judged = set()
    for state in laid:
        imagined = uno.imagine(uno.view(state, state.turn), rng)
        accused = 1 - state.turn
        assert imagined.charge is not None
        assert imagined.charge.bluff == bool(imagined.hands[accused] & imagined.charge.instead)
        judged.add(imagined.charge.bluff)
    assert judged == {True, False}


def test_cards_that_came_after_a_wild_draw_four_do_not_make_it_an_imagined_bluff() -> None:
    seen = uno.view(after(table("wild+4", "r1 r2", "y1"), "play wild+4 b"), 1)
    assert (seen.left, seen.hand_sizes[0]) == (0, 2)
    worlds = [uno.imagine(seen, Random(number)) for number in range(30)]
    assert not any(world.charge and world.charge.bluff for world in worlds)


def test_the_others_are_not_imagined_to_know_the_viewers_hand() -> None:
    state = uno.imagine(uno.view(dealt("mine"), 0), Random(4))
    assert uno.view(state, 1).known[0] == b""


@pytest.mark.parametrize("seat", [0, 1, None])
def test_all_unseen_cards_are_imagined_everywhere(seat: int | None) -> None:
    seen = uno.view(dealt("uniform"), seat)
    rng = Random(5)
    met = {card for _ in range(150) for card in cards_of(uno.imagine(seen, rng).hands[2])}
    assert met == set(unseen(seen))
