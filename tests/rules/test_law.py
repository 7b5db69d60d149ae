"""One law: an action is legal because it is in the list.

`apply` does not look into the list where something else is faster, and so the two are held against
each other here: everything that a seat might try, at every moment of whole games.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.rules.game import DEALER, IllegalAction, Refused, Seat
from tests.kit.contracts import CASES, NAMES, Case
from tests.kit.playing import steps

every_case = pytest.mark.parametrize("case", CASES, ids=NAMES)


def answer(case: Case, state: Any, seat: Seat, action: Any) -> Refused | None:
    try:
        case.rules.apply(state, seat, action)
    except IllegalAction as refusal:
        return refusal
    return None


def is_lawful(case: Case, state: Any, seat: Seat, action: Any, listed: set[str]) -> bool:
    named = case.kit.as_listed(state, seat, action) if seat != DEALER else action
    return str(named) in listed or case.kit.may_try(state, seat, action)


def check(case: Case, state: Any, seat: Seat, tries: list[Any]) -> None:
    listed = set(map(str, case.rules.legal_actions(state, seat)))
    for action in tries:
        refusal = answer(case, state, seat, action)
        is_accepted = is_lawful(case, state, seat, action, listed)
        assert (refusal is None) == is_accepted, f"{seat}: {action}"
        assert refusal is None or str(refusal).endswith(".")


def check_all(case: Case, state: Any, tries: list[Any], sample: slice) -> None:
    """All that the awaited seat has the cards for; of everything else, a sample."""
    awaited = case.rules.to_act(state)[:1]
    for seat in (DEALER, *range(case.seats)):
        near = [action for action in tries if case.kit.is_near(state, seat, action)]
        check(case, state, seat, [*(near if seat in awaited else near[sample]), *tries[sample]])


def tries_of(case: Case) -> list[Any]:
    return [case.rules.parse(text) for text in case.kit.tries()]


@every_case
def test_an_action_is_accepted_if_and_only_if_it_is_in_the_list(case: Case) -> None:
    tries = tries_of(case)
    # In these games of Bruno somebody comes to play from a pair of face-up cards (B7).
    played = list(steps(case.rules, case.config, case.seats, "law 208"))
    few = len(played) // 160 + 1
    for number, step in enumerate(played[-1::-few]):
        for state in (step.before, step.after):
            check_all(case, state, tries, slice(number % 97, None, 97))


@pytest.mark.soak
@every_case
@pytest.mark.parametrize("name", range(2))
def test_so_it_is_at_every_moment_of_many_games(case: Case, name: int) -> None:
    tries = tries_of(case)
    for number, step in enumerate(steps(case.rules, case.config, case.seats, f"law {name}")):
        check_all(case, step.before, tries, slice(number % 11, None, 11))


@every_case
def test_p4_a_refusal_depends_only_on_what_its_seat_sees(case: Case) -> None:
    rng = Random(5)
    tries = tries_of(case)
    played = list(steps(case.rules, case.config, case.seats, "refusals"))
    for step in played[:: len(played) // 20 + 1]:
        for seat in range(case.seats):
            other = case.rules.imagine(case.rules.view(step.after, seat), rng)
            for action in tries[seat :: len(tries) // 40 + 1]:
                here, there = (answer(case, state, seat, action) for state in (step.after, other))
                assert str(here) == str(there)
