from __future__ import annotations

from math import isclose, sqrt

import pytest

from games.lab.simulation import Played
from games.lab.statistics import (
    Estimate,
    by_bot,
    by_seat,
    duels,
    estimate,
    paired,
    percentile,
    report,
)
from games.rules.game import Result

AB = ("a", "b")
BA = ("b", "a")


def game(bots: tuple[str, ...], *scores: int, actions: int = 10) -> Played:
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores) > 0)
    return Played(bots, Result(winners, scores), actions)


def test_an_interval_is_1_96_standard_errors() -> None:
    found = estimate([1, 0, 1, 1])
    assert found.mean == 0.75
    assert found.margin is not None and isclose(found.margin, 1.96 * sqrt(0.25) / 2)


def test_one_deal_has_no_interval() -> None:
    assert estimate([3]) == Estimate(3, None)
    assert estimate([3]).written(1) == "3.0"


def test_nothing_varies_where_every_deal_went_the_same_way() -> None:
    assert estimate([1, 1, 1]) == Estimate(1, 0)


@pytest.mark.parametrize(("percent", "value"), [(50, 50), (99, 99), (100, 100), (1, 1)])
def test_a_percentile_is_the_smallest_value_that_covers_its_share(percent: int, value: int) -> None:
    assert percentile(range(1, 101), percent) == value


def test_partners_of_one_bot_count_as_one_observation() -> None:
    table = ("a", "b", "a", "b")
    deals = [(game(table, 1, 0, 1, 0),), (game(table, 0, 1, 0, 1),)]
    a, b = by_bot(deals)
    assert (a.name, a.games, a.wins, a.share) == ("a", 4, 2, estimate([1, 0]))


def test_a_seat_is_counted_whoever_sits_there() -> None:
    deals = [(game(AB, 5, 0), game(BA, 3, 0)), (game(AB, 0, 2), game(BA, 1, 0))]
    first, second = by_seat(deals)
    assert (first.name, first.games, first.wins) == ("0", 4, 3)
    assert first.score == estimate([4, 0.5])


def test_luck_of_the_deal_cancels_in_the_paired_difference() -> None:
    """Seat 0 always wins, so the bots are equal: the difference is 0 with no doubt left."""
    deals = [(game(AB, 1, 0), game(BA, 1, 0))] * 5
    ((name, share, score),) = paired(deals)
    assert (name, share, score) == ("a − b", Estimate(0, 0), Estimate(0, 0))


def test_the_paired_difference_is_taken_deal_by_deal() -> None:
    deals = [(game(AB, 3, 0), game(BA, 0, 1)), (game(AB, 0, 1), game(BA, 2, 0))]
    ((_, share, score),) = paired(deals)
    assert share == estimate([1, -1])
    assert score == estimate([2, -1.5])


def test_every_two_bots_are_compared_once() -> None:
    deals = [(game(("a", "b", "c"), 1, 0, 0),)]
    assert [name for name, _, _ in paired(deals)] == ["a − b", "a − c", "b − c"]


def test_in_a_duel_every_seat_of_one_bot_meets_every_seat_of_the_other() -> None:
    deals = [(game(("a", "b", "b", "a"), 3, 1, 3, 0),)]
    assert list(duels(deals)) == [("a v b", estimate([(1 + 0.5 + 0 + 0) / 4]))]


def test_all_duels_of_a_deal_are_one_observation() -> None:
    deals = [(game(AB, 1, 0), game(BA, 1, 0)), (game(AB, 1, 0), game(BA, 0, 1))]
    assert list(duels(deals)) == [("a v b", estimate([0.5, 1]))]


def test_one_bot_alone_is_compared_with_nobody() -> None:
    lines = list(report([(game(("a", "a"), 1, 0),)], duplicate=True))
    assert not any("same deals" in line or "same games" in line for line in lines)
