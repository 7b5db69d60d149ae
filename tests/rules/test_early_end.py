"""Records of games that ended before their rules ended them."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.rules import rules_of
from games.rules.early_end import EarlyEnd
from games.rules.game import DEALER, Result
from games.rules.record import BadRecord, Move, Record, Sitter
from games.rules.replay import Fault, check, traced
from tests.kit.playing import seed_of

CLOSED = EarlyEnd("closed")


def played(kind: str, size: int, moves: int = 20, **options: Any) -> Record:
    """So many random moves of a game, or all of it."""
    rules, seed, luck = rules_of(kind), seed_of("ended"), Random(1)
    config = rules.META.configure(options)
    state = rules.new(config, size)
    made: list[Move] = []
    while len(made) < moves and (waited := rules.to_act(state)):
        seat = waited[0]
        actions = [rules.deal(state, seed)] if seat == DEALER else rules.legal_actions(state, seat)
        action = luck.choice(actions)
        made.append(Move(seat, str(action)))
        state = rules.apply(state, seat, action)
    seats = (Sitter("easy", "bot"),) * size
    result = rules.result(state)
    return Record(kind, rules.META.version, config, seats, None, (), seed, tuple(made), result)


def bruno(ended: EarlyEnd, winners: tuple[int, ...], scores: tuple[int, ...]) -> Record:
    return replace(played("bruno", 4), ended=ended, result=Result(winners, scores))


CONCEDED = bruno(EarlyEnd("conceded", (0, 2)), (1, 3), (0, 1, 0, 1))


@pytest.mark.parametrize("record", [CONCEDED, bruno(CLOSED, (), (0, 0, 0, 0))])
def test_it_holds_and_reads_as_it_was_written(record: Record) -> None:
    again = Record.from_json(record.to_json())
    assert again == record
    assert check(again).finished
    assert traced(again).ended == record.ended


def test_a_conceded_uno_counts_the_points_so_far() -> None:
    record = played("uno", 2, 400, target_score=5000)
    after = replace(record, ended=EarlyEnd("conceded", (0,)), result=Result((1,), (0, 0)))
    with pytest.raises(Fault, match=r"winners \[1\], scores \[\d+, \d+\]") as found:
        check(after)
    points = tuple(map(int, str(found.value).split("scores [")[1].split("]")[0].split(", ")))
    assert sum(points) > 0, "some round was won"
    assert check(replace(after, result=Result((1,), points))).finished


@pytest.mark.parametrize(
    ("ended", "winners", "scores"),
    [
        (EarlyEnd("conceded", (0, 2)), (0, 2), (1, 0, 1, 0)),
        (EarlyEnd("conceded", (0, 2)), (1, 3), (0, 0, 0, 0)),
        (EarlyEnd("conceded", (0, 1)), (2, 3), (0, 0, 1, 1)),
        (EarlyEnd("conceded", (0,)), (1, 3), (0, 1, 0, 1)),
        (EarlyEnd("conceded", ()), (1, 3), (0, 1, 0, 1)),
        (CLOSED, (1, 3), (0, 1, 0, 1)),
    ],
)
def test_another_result_than_this_end_gives_is_a_fault(
    ended: EarlyEnd, winners: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    with pytest.raises(Fault):
        check(bruno(ended, winners, scores))


def test_where_there_are_not_two_sides_nobody_can_concede() -> None:
    record = replace(
        played("uno", 3), ended=EarlyEnd("conceded", (0,)), result=Result((1, 2), (0,) * 3)
    )
    with pytest.raises(Fault, match="two sides"):
        check(record)


@pytest.mark.parametrize("ended", [CLOSED, EarlyEnd("conceded", (0, 2))])
def test_a_game_that_its_rules_had_ended_did_not_end_otherwise(ended: EarlyEnd) -> None:
    whole = played("bruno", 4, 5000)
    assert check(whole).finished
    with pytest.raises(Fault, match="its rules had ended it"):
        check(replace(whole, ended=ended))


@pytest.mark.parametrize(
    "shape",
    [
        None,
        [],
        {},
        {"how": "lost"},
        {"how": "conceded"},
        {"how": "closed", "by": [0]},
        {"how": "conceded", "by": [9]},
        {"how": "conceded", "by": "0"},
        {"how": "closed", "why": "rain"},
    ],
)
def test_another_shape_is_refused(shape: object) -> None:
    written = json.loads(CONCEDED.to_json()) | {"ended": shape}
    with pytest.raises(BadRecord):
        Record.from_json(json.dumps(written))
