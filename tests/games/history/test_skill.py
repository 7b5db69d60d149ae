"""What a game does to ratings."""

from __future__ import annotations

import pytest

from games.history.skill import NEW, Sat, Skill, Who, after, places
from games.rules.game import Result

PAIRS = ((0, 2), (1, 3))
ALONE = ((0,), (1,), (2,), (3,))


def four(
    *names: Who,
    places: tuple[int, ...] = (0, 1),
    gone: tuple[int, ...] = (),
    played_for: tuple[int, ...] = (),
    is_matched: bool = True,
) -> list[Sat]:
    """Two pairs, opposite each other."""
    return [
        Sat(who, n % 2, places[n % 2], n in gone, is_matched, n in played_for)
        for n, who in enumerate(names)
    ]


def gain(new: dict[Who, Skill], who: Who) -> float:
    return new[who].mu - NEW.mu


@pytest.mark.parametrize(
    ("result", "sides", "expected"),
    [
        (Result((0, 2), (1, 0, 1, 0)), PAIRS, [0, 1]),
        (Result((1, 3), (0, 1, 0, 1)), PAIRS, [1, 0]),
        (Result((), (3, 0, 3, 0)), PAIRS, [0, 0]),
        (Result((2,), (0, 0, 77, 0)), ALONE, [1, 1, 0, 1]),
        (Result((2,), (30, 5, 77, 30)), ALONE, [1, 2, 0, 1]),
        (Result((0, 3), (4, -1, 1, 4)), ALONE, [0, 2, 1, 0]),
        (Result((0, 2), (10, 90, 10, 90)), PAIRS, [0, 1]),
    ],
    ids=["won", "lost", "drawn", "one round", "a match", "a shared win", "conceded in the lead"],
)
def test_winners_come_first_and_the_others_in_the_order_of_their_scores(
    result: Result, sides: tuple[tuple[int, ...], ...], expected: list[int]
) -> None:
    assert places(result, sides) == expected


def test_partners_rise_and_fall_together() -> None:
    new = after(four(1, 2, 3, 4), {})
    assert gain(new, 1) == gain(new, 3) > 0 > gain(new, 2) == gain(new, 4)
    assert all(skill.sigma < NEW.sigma for skill in new.values())


def test_beating_the_strong_is_worth_more() -> None:
    others: tuple[Who, ...] = (2, 4)
    strong = dict.fromkeys(others, Skill(NEW.mu + 8, NEW.sigma))
    weak = dict.fromkeys(others, Skill(NEW.mu - 8, NEW.sigma))
    table = four(1, 2, 3, 4)
    assert gain(after(table, strong), 1) > gain(after(table, {}), 1) > gain(after(table, weak), 1)


def test_a_draw_changes_nothing_between_equals() -> None:
    new = after(four(1, 2, 3, 4, places=(0, 0)), {})
    assert [round(gain(new, who), 9) for who in (1, 2, 3, 4)] == [0, 0, 0, 0]


@pytest.mark.parametrize("result", [(0, 1), (1, 0)], ids=["the house won", "the house lost"])
def test_whoever_gives_up_loses_and_their_partner_keeps_what_they_have(
    result: tuple[int, ...],
) -> None:
    new = after(four(1, 2, 3, 4, places=result, gone=(0,)), {})
    assert gain(new, 1) < 0
    assert 3 not in new
    assert (gain(new, 2) > 0) == (result == (1, 0))


@pytest.mark.parametrize("result", [(0, 1), (1, 0)], ids=["a bot won", "a bot lost"])
def test_who_came_with_the_partner_who_leaves_loses_too_and_wins_nothing(
    result: tuple[int, ...],
) -> None:
    new = after(four(1, 2, 3, 4, places=result, gone=(0,), is_matched=False), {})
    assert gain(new, 1) < 0
    assert gain(new, 3) < 0 if result == (1, 0) else 3 not in new


@pytest.mark.parametrize("result", [(0, 1), (0, 0), (1, 0)], ids=["won", "drawn", "lost"])
def test_who_was_played_for_may_lose_and_does_not_win(result: tuple[int, ...]) -> None:
    weaker: dict[Who, Skill] = {2: Skill(NEW.mu - 5, NEW.sigma), 4: Skill(NEW.mu - 5, NEW.sigma)}
    new = after(four(1, 2, 3, 4, places=result, played_for=(0,)), weaker)
    assert gain(new, 1) < 0 if result == (1, 0) else 1 not in new
    assert (gain(new, 3) > 0) == (result == (0, 1)), "the partner was there"


def test_a_middle_place_that_bots_played_for_raises_nobody() -> None:
    four_alone = [Sat(n, n, n) for n in range(4)]
    assert gain(after(four_alone, {}), 1) > 0
    four_alone[1] = four_alone[1]._replace(was_played_for=True)
    assert 1 not in after(four_alone, {})


def test_if_both_sides_lose_somebody_both_leavers_lose() -> None:
    new = after(four(1, 2, 3, 4, gone=(0, 1)), {})
    assert gain(new, 1) < 0 and gain(new, 2) < 0
    assert new.keys() == {1, 2}


def test_two_partners_who_both_leave_both_lose() -> None:
    new = after(four(1, 2, 3, 4, places=(1, 0), gone=(0, 2)), {})
    assert gain(new, 1) == gain(new, 3) < 0 < gain(new, 2)


def test_a_bot_on_several_seats_learns_once() -> None:
    assert gain(after(four("hard", "hard", "hard", "hard"), {}), "hard") == pytest.approx(0)
    new = after(four("hard", "easy", "hard", "easy"), {})
    assert gain(new, "hard") == pytest.approx(gain(after(four(1, 2, 3, 4), {}), 1))


def test_a_friend_whom_a_bot_played_for_raises_nobody() -> None:
    sats = [Sat(1, 0, 0), Sat(2, 1, 1), Sat(3, 0, 0, was_played_for=True), Sat(4, 1, 1)]
    assert 1 not in after(sats, {})
    chosen = [sat._replace(is_matched=True) for sat in sats]
    assert after(chosen, {})[1].mu > NEW.mu
