"""What the table of every kind shows in a replay alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib import import_module

import pytest

from games.log.window import table_of
from games.rules import rules_of
from games.rules.cards import CARD_TEXT
from games.rules.game import DEALER, Seat
from games.rules.table import PLAIN, Mark, Spread
from tests.kit.contracts import CASES, NAMES, Case
from tests.kit.playing import Step, steps

every_case = pytest.mark.parametrize("case", CASES, ids=NAMES)


def game(case: Case) -> list[Step]:
    return list(steps(case.rules, case.config, case.seats, "looking back"))


def names(case: Case) -> list[str]:
    return [f"player{seat}" for seat in range(case.seats)]


def held(spread: Spread) -> Counter[str]:
    return Counter(face.text for pack in spread.packs for face in pack.faces)


def texts(case: Case) -> Sequence[str]:
    """A game without a deck of its own plays with the French one."""
    own = import_module(f"games.rules.{case.kind}.cards")
    found: Sequence[str] = getattr(own, "CARD_TEXT", CARD_TEXT)
    return found


@every_case
def test_every_seat_holds_what_it_sees_in_its_own_hand(case: Case) -> None:
    table, rules = table_of(case.kind), rules_of(case.kind)
    for step in game(case)[::10]:
        spreads = table.laid_open(step.after, names(case), PLAIN)
        assert [spread.name for spread in spreads] == names(case)
        for seat, spread in enumerate(spreads):
            own = Counter(texts(case)[card] for card in rules.view(step.after, seat).hand)
            assert Counter(face.text for face in spread.packs[0].faces) == own


@every_case
def test_a_glimpse_shows_the_viewers_own_cards_and_what_was_laid_last(case: Case) -> None:
    table, rules = table_of(case.kind), rules_of(case.kind)
    laid = 0
    for step in game(case)[::10]:
        for seat in range(case.seats):
            view = rules.view(step.after, seat)
            seen = table.glimpse(view, PLAIN)
            laid += len(seen.middle)
            own = [texts(case)[card] for card in view.hand]
            assert not own or sorted(own) == sorted(f.text for f in seen.own if f is not None)
        assert table.glimpse(rules.view(step.after, None), PLAIN).own == ()
    assert laid


@every_case
def test_no_card_is_held_twice_or_was_never_in_the_deck(case: Case) -> None:
    table = table_of(case.kind)
    for step in game(case)[::10]:
        spreads = table.laid_open(step.after, names(case), PLAIN)
        everything = sum(map(held, spreads), Counter[str]())
        assert everything <= Counter(case.kit.cards_in(step.after))


@every_case
def test_turning_points_are_the_same_whoever_looks_and_name_nobody(case: Case) -> None:
    """They are seen on the slider before anyone has replayed the game to there."""
    marks = set()
    for step in game(case):
        told = {mark_of(case, step, seat) for seat in (*range(case.seats), None)}
        assert len(told) == 1
        marks |= told
    found = [mark for mark in marks if mark is not None]
    assert found and all(not mark.name.parts for mark in found)


def mark_of(case: Case, step: Step, seat: Seat | None) -> Mark | None:
    before, after = (case.rules.view(state, seat) for state in (step.before, step.after))
    text = str(step.action)
    word = text.split(" ")[0] if step.seat == DEALER else text
    return table_of(case.kind).tell(before, step.seat, word, after, names(case), PLAIN).mark


def test_cards_face_down_lie_apart_from_the_hand() -> None:
    rules, table = rules_of("bruno"), table_of("bruno")
    first = next(iter(steps(rules, rules.META.configure({}), 4, "face down"))).after
    spread = table.laid_open(first, ["a", "b", "c", "d"], PLAIN)[2]
    sizes = [(str(pack.label), len(pack.faces)) for pack in spread.packs]
    assert sizes == [("Hand", 7), ("Face down", 3)]
