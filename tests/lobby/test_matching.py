"""Who plays with whom: properties of every matching, and a few tables one can check by hand."""

from __future__ import annotations

from itertools import combinations
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lobby.matching import LARGEST_PARTY, WIDENING, Bot, Person, Plan, Shape, Ticket, chance, match
from lobby.matching.seats import fits

NOW = 100.0
BRUNO = Shape(4, ((0, 2), (1, 3)))
BRISCALONE = Shape(5, tuple((seat,) for seat in range(5)))
LEVELS = [Bot("easy", 17.0), Bot("medium", 25.0), Bot("hard", 27.0), Bot("expert", 32.0)]


def alone(number: int, mu: float = 25.0, *, waited: float = 60.0, **kwargs: object) -> Ticket:
    return Ticket((Person(number, mu),), NOW - waited, **kwargs)  # type: ignore[arg-type]


def pair(*numbers: int, mu: float = 25.0, waited: float = 60.0) -> Ticket:
    return Ticket(tuple(Person(number, mu) for number in numbers), NOW - waited)


@st.composite
def crowds(draw: st.DrawFn) -> list[Ticket]:
    sizes = draw(st.lists(st.integers(1, LARGEST_PARTY), max_size=10))
    total = sum(sizes)
    numbers = iter(range(total))
    return [
        Ticket(
            people=tuple(Person(next(numbers), draw(st.integers(0, 40))) for _ in range(size)),
            since=NOW - draw(st.integers(0, 20)),
            blocks=frozenset(draw(st.sets(st.integers(0, total), max_size=4))),
            takes_bots=draw(st.booleans()),
        )
        for size in sizes
    ]


def limit_of(ticket: Ticket) -> float:
    return [width for after, width in WIDENING if NOW - ticket.since >= after][-1]


def is_legal(tickets: tuple[Ticket, ...], shape: Shape) -> bool:
    """As the promise has it, without a thought for speed."""
    if sum(len(ticket.people) for ticket in tickets) != shape.size:
        return False
    ratings = [ticket.rating for ticket in tickets]
    return (
        max(ratings) - min(ratings) <= min(map(limit_of, tickets))
        and all(a.may_meet(b) for a, b in combinations(tickets, 2))
        and fits(tickets, shape)
    )


def people_at(plans: list[Plan]) -> list[int]:
    return [each for plan in plans for each in plan.seats if isinstance(each, int)]


shapes = pytest.mark.parametrize("shape", [BRUNO, BRISCALONE], ids=["bruno", "briscalone"])


@shapes
@given(crowd=crowds())
@settings(max_examples=60, deadline=None)
def test_every_table_is_legal_and_nobody_sits_twice(shape: Shape, crowd: list[Ticket]) -> None:
    plans = match(crowd, shape, NOW)
    assert all(is_legal(plan.tickets, shape) for plan in plans)
    everyone = people_at(plans)
    assert len(everyone) == len(set(everyone)) == shape.size * len(plans)
    assert {p.id for plan in plans for t in plan.tickets for p in t.people} == set(everyone)


@shapes
@given(crowd=crowds())
@settings(max_examples=60, deadline=None)
def test_no_table_can_be_made_of_those_who_are_left(shape: Shape, crowd: list[Ticket]) -> None:
    taken = {ticket for plan in match(crowd, shape, NOW) for ticket in plan.tickets}
    left = [ticket for ticket in crowd if ticket not in taken]
    sizes = range(1, shape.size + 1)
    assert not any(is_legal(some, shape) for size in sizes for some in combinations(left, size))


@given(crowd=crowds())
@settings(max_examples=40, deadline=None)
def test_whoever_takes_bots_sits_whoever_else_waits_and_parties_stay_in_one_team(
    crowd: list[Ticket],
) -> None:
    plans = match(crowd, BRUNO, NOW, LEVELS)
    everyone = people_at(plans)
    assert len(everyone) == len(set(everyone))
    assert {p.id for t in crowd if t.takes_bots for p in t.people} <= set(everyone)
    for plan in plans:
        assert len(plan.seats) == BRUNO.size
        assert all(a.may_meet(b) for a, b in combinations(plan.tickets, 2))
        for party in (ticket.ids for ticket in plan.tickets if len(ticket.people) == 2):
            assert party in [{plan.seats[seat] for seat in team} for team in BRUNO.teams]


def test_a_table_that_only_a_far_search_finds_past_blocks_is_found() -> None:
    """Of two families none meets their own: whoever looks only at the nearest sees one family."""
    red, blue = frozenset(range(10, 20)), frozenset(range(20, 30))
    reds = [alone(n, 20.0, blocks=red - {n}) for n in red]
    low = [alone(n, 10.0, blocks=blue - {n}) for n in range(20, 25)]
    high = [alone(n, 30.0, blocks=blue - {n}) for n in range(25, 30)]
    (plan,) = match([alone(1, 0.0), alone(2, 40.0), *reds, *low, *high], BRUNO, NOW)
    assert {1, 2} < set(plan.seats)


def test_the_longest_waiting_is_seated_even_if_others_are_nearer_to_each_other() -> None:
    (plan,) = match([alone(9, 26.0), *(alone(n, waited=0) for n in range(4))], BRUNO, NOW)
    assert 9 in plan.seats


def test_the_longest_waiting_is_seated_first() -> None:
    tickets = [alone(n, waited=20 + n) for n in range(7)]
    (plan,) = match(tickets, BRUNO, NOW)
    assert 6 in plan.seats


def test_the_nearest_in_rating_sit_together() -> None:
    low, high = [alone(n, 20 + n / 10) for n in range(4)], [alone(n, 30 + n) for n in range(4, 8)]
    assert [set(plan.seats) for plan in match([*low, *high], BRUNO, NOW)] == [
        {0, 1, 2, 3},
        {4, 5, 6, 7},
    ]


def test_the_split_is_the_fairest_there_is() -> None:
    tickets = [alone(n, mu) for n, mu in enumerate([10.0, 20.0, 30.0, 40.0])]
    (plan,) = match(tickets, BRUNO, NOW)
    assert {plan.seats[0], plan.seats[2]} in [{0, 3}, {1, 2}]


def test_a_pair_sits_opposite_each_other_however_unfair_that_is() -> None:
    (plan,) = match([pair(0, 1, mu=40), alone(2, 10), alone(3, 10)], BRUNO, NOW)
    assert {plan.seats[0], plan.seats[2]} in [{0, 1}, {2, 3}]
    assert plan.has_party


@pytest.mark.parametrize(("after", "width"), WIDENING)
def test_waiting_widens_what_is_accepted(after: float, width: float) -> None:
    apart = min(width, 30.0)
    old = [alone(n, 10.0) for n in range(3)]
    assert match([*old, alone(3, 10 + apart, waited=after)], BRUNO, NOW)
    if width < inf:
        assert not match([*old, alone(3, 10 + apart + 0.1, waited=after)], BRUNO, NOW)


def test_who_is_blocked_never_meets_who_blocked_them_whoever_of_them_comes_first() -> None:
    three = [alone(n) for n in range(3)]
    shy = alone(3, blocks=frozenset({1}))
    assert not match([*three, shy], BRUNO, NOW)
    assert not match([shy, *three], BRUNO, NOW)
    assert match([*three, alone(3)], BRUNO, NOW)


def test_one_alone_gets_bots_of_their_strength_and_the_best_as_a_partner() -> None:
    (plan,) = match([alone(7, 26.0, takes_bots=True)], BRUNO, NOW, LEVELS)
    seat = plan.seats.index(7)
    opposite = plan.seats[(seat + 2) % 4]
    assert set(plan.seats) <= {7, "medium", "hard"}
    assert opposite == "hard" or "hard" not in plan.seats


def test_the_best_bot_sits_opposite_the_weakest_human() -> None:
    people = [alone(n, mu, takes_bots=True) for n, mu in enumerate([20.0, 25.0, 30.0])]
    (plan,) = match(people, BRUNO, NOW, LEVELS)
    assert isinstance(plan.seats[(plan.seats.index(0) + 2) % 4], str)


def test_a_pair_that_takes_bots_keeps_together() -> None:
    both = Ticket((Person(1), Person(2)), NOW, takes_bots=True)
    (plan,) = match([both], BRUNO, NOW, LEVELS)
    assert abs(plan.seats.index(1) - plan.seats.index(2)) == 2


def test_those_who_take_bots_still_get_people_if_there_are_enough() -> None:
    (plan,) = match([alone(n, takes_bots=True) for n in range(4)], BRUNO, NOW, LEVELS)
    assert set(plan.seats) == {0, 1, 2, 3}


def test_an_even_game_is_a_coin_and_doubt_makes_every_game_more_even() -> None:
    sure, unsure = (Person(1, 30, 1), Person(2, 30, 1)), (Person(3, 30, 8), Person(4, 30, 8))
    others = (Person(5, 25, 1), Person(6, 25, 1))
    assert chance(others, others) == 0.5
    assert chance(sure, others) > chance(unsure, others) > 0.5


def looks_for(count: int, monkeypatch: pytest.MonkeyPatch) -> float:
    """How many others are asked whether they may be met, a ticket."""
    asked = 0

    def may_meet(one: Ticket, other: Ticket) -> bool:
        nonlocal asked
        asked += 1
        return True

    monkeypatch.setattr(Ticket, "may_meet", may_meet)
    match([alone(n, n * 7919 % count) for n in range(count)], BRUNO, NOW)
    return asked / count


def test_one_ticket_looks_at_no_more_others_where_more_are_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert looks_for(2000, monkeypatch) < 1.2 * looks_for(200, monkeypatch)
