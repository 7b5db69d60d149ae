"""Records of games that were played on from another."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.rules import kinds, rules_of
from games.rules.game import DEALER, Seat
from games.rules.record import BadRecord, Forked, Move, Record, Sitter
from games.rules.replay import Fault, check, played_on, traced
from tests.kit.playing import seed_of

AT = 30
SHAPES: list[object] = [
    None,
    [],
    {"at": 3, "seat": 0},
    {"at": "3", "seat": 0, "imagine": None},
    {"at": 3, "seat": 9, "imagine": None},
    {"at": 3, "seat": 0, "imagine": "xyz"},
    {"at": 3, "seat": 0, "imagine": ""},
    {"at": 3, "seat": 0, "imagine": "f" * 65},
    {"at": 3, "seat": 0, "imagine": None, "more": 1},
]


def played(kind: str, forked: Forked | None, until: int = 60) -> Record:
    """A game of random moves, unfinished, its first moves the same whatever comes after."""
    rules, seed, luck = rules_of(kind), seed_of("forked"), Random(1)
    size, config = rules.META.seats[-1], rules.META.configure({})
    state = rules.new(config, size)
    moves: list[Move] = []
    while len(moves) < until:
        seat = rules.to_act(state)[0]
        action = _some(rules, state, seat, seed, luck)
        moves.append(Move(seat, str(action)))
        state = played_on(rules, rules.apply(state, seat, action), len(moves), forked)
    seats = (Sitter("easy", "bot"),) * size
    return Record(
        kind, rules.META.version, config, seats, None, (), seed, tuple(moves), None, forked
    )


def _some(rules: Any, state: Any, seat: Seat, seed: bytes, luck: Random) -> Any:
    if seat == DEALER:
        return rules.deal(state, seed)
    return luck.choice(rules.legal_actions(state, seat))


@pytest.mark.parametrize("kind", kinds())
@pytest.mark.parametrize("drawn", [None, "f00d"])
def test_it_holds_and_reads_as_it_was_written(kind: str, drawn: str | None) -> None:
    record = played(kind, Forked(AT, 1, drawn))
    again = Record.from_json(record.to_json())
    assert again == record
    assert check(traced(again)).moves == 60


@pytest.mark.parametrize("kind", kinds())
def test_with_cards_dealt_anew_it_does_not_hold_without_saying_so(kind: str) -> None:
    record = traced(played(kind, Forked(AT, 1, "f00d")))
    with pytest.raises(Fault) as fault:
        check(replace(record, forked=None))
    assert fault.value.move is not None and fault.value.move > AT


def test_a_record_of_older_days_says_nothing_of_it() -> None:
    assert "forked" not in json.loads(played("bruno", None, 5).to_json())


@pytest.mark.parametrize("forked", SHAPES, ids=str)
def test_any_other_shape_is_refused(forked: object) -> None:
    written = played("bruno", None, 5).to_object() | {"forked": forked}
    with pytest.raises(BadRecord):
        Record.from_json(json.dumps(written))


@pytest.mark.parametrize("at", [-1, 0, 61])
def test_a_place_that_is_not_there_is_a_fault(at: int) -> None:
    with pytest.raises(Fault, match="played on from move"):
        check(replace(played("bruno", None), forked=Forked(at, 0, None)))


def test_nothing_is_played_on_from_the_end() -> None:
    rules = rules_of("bruno")
    state, count, luck = rules.new(rules.META.configure({}), 4), 0, Random(2)
    while waited := rules.to_act(state):
        action = _some(rules, state, waited[0], seed_of("forked"), luck)
        state, count = rules.apply(state, waited[0], action), count + 1
    with pytest.raises(ValueError, match="was over"):
        played_on(rules, state, count, Forked(count, 0, None))
