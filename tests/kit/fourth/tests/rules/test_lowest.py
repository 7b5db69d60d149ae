"""The clauses of docs/rules/lowest.md."""

from __future__ import annotations

from itertools import chain

import pytest

from games.rules import lowest
from games.rules.game import DEALER, IllegalAction
from games.rules.lowest import State

SORTED = "deal Js Jh Jd Jc Qs Qh Qd Qc Ks Kh Kd Kc As Ah Ad Ac"


def table(seats: int = 2, *plays: str, most_wins: bool = False) -> State:
    """Seat 0 has the Jacks, seat 1 the Queens, and so on."""
    state = lowest.new(lowest.META.configure({"most_wins": most_wins}), seats)
    state = lowest.apply(state, DEALER, lowest.parse(SORTED))
    for card in plays:
        (seat,) = lowest.to_act(state)
        state = lowest.apply(state, seat, lowest.parse(f"play {card}"))
    return state


JACKS = ("Js", "Jh", "Jd", "Jc")
# Who takes a trick leads the next: seat 1 takes them all.
ALL_TO_SEAT_1 = ("Js", "Qs", "Qh", "Jh", "Qd", "Jd", "Qc", "Jc")


def test_l1_everyone_is_dealt_four_cards_and_the_rest_stays_face_down() -> None:
    assert [len(hand) for hand in table(3).hands] == [4, 4, 4]
    assert len(table(3).stock) == 4


@pytest.mark.parametrize(("seats", "size"), [(4, 4), (5, 3), (6, 2), (8, 2), (9, 1), (10, 1)])
def test_l1_where_many_play_everyone_has_fewer(seats: int, size: int) -> None:
    state = table(seats)
    assert [len(hand) for hand in state.hands] == [size] * seats
    assert len(state.stock) == 16 - seats * size


def test_l2_the_first_seat_leads_and_any_card_that_is_held_may_be_laid() -> None:
    assert [str(action) for action in lowest.legal_actions(table(), 0)] == [
        f"play {card}" for card in JACKS
    ]
    with pytest.raises(IllegalAction, match="You do not hold the Queen of Spades") as refused:
        lowest.apply(table(), 0, lowest.parse("play Qs"))
    assert refused.value.code == "not_yours"


def test_l3_the_highest_card_takes_the_trick_and_its_owner_leads_the_next() -> None:
    state = table(3, "Js", "Qs", "Ks")
    assert state.takers == (2,)
    assert lowest.to_act(state) == (2,)


@pytest.mark.parametrize(("most_wins", "winner"), [(False, 0), (True, 1)])
def test_l4_the_fewest_tricks_win_or_the_most(most_wins: bool, winner: int) -> None:
    result = lowest.result(table(2, *ALL_TO_SEAT_1, most_wins=most_wins))
    assert result is not None
    assert (result.winners, result.scores) == ((winner,), (0, 4))


def test_l4_ties_share() -> None:
    rounds = (("Js", "Qs", "Ks", "As"), *((f"A{s}", f"J{s}", f"Q{s}", f"K{s}") for s in "hdc"))
    result = lowest.result(table(4, *chain.from_iterable(rounds)))
    assert result is not None and result.winners == (0, 1, 2)


def test_l5_a_seat_sees_its_own_cards_and_how_many_the_others_are() -> None:
    seen = lowest.view(table(2, "Js"), 1)
    assert len(seen.hand) == 4 and seen.hand_sizes == (3, 4) and seen.stock == 8
