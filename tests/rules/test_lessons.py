"""A lesson is played by the rules, and what it says is true."""

from __future__ import annotations

import pytest

from games.rules import rules_of
from games.rules.lesson import LEARNER, At, Stop, lessons
from games.rules.replay import check

every_lesson = pytest.mark.parametrize("kind", lessons())
every_stop = pytest.mark.parametrize(
    ("kind", "place"),
    [(kind, place) for kind, lesson in lessons().items() for place in range(len(lesson.stops))],
)

LONGEST = 265  # letters of a caption, on a phone


def stop_of(kind: str, place: int) -> tuple[At, Stop]:
    lesson = lessons()[kind]
    stop = lesson.stops[place]
    before = tuple(zip(lesson.states[: stop.at], lesson.moves, strict=False))
    return At(rules_of(kind), lesson.states[stop.at], before), stop


@every_lesson
def test_a_lesson_is_a_record_without_fault(kind: str) -> None:
    assert check(lessons()[kind].record).moves == len(lessons()[kind].moves)


@every_stop
def test_what_a_caption_claims_is_true(kind: str, place: int) -> None:
    at, stop = stop_of(kind, place)
    assert [n for n, claim in enumerate(stop.said.claims) if not claim(at)] == []


@every_stop
def test_a_caption_claims_something_and_is_short(kind: str, place: int) -> None:
    _at, stop = stop_of(kind, place)
    assert stop.said.claims
    assert len(str(stop.said.phrase)) <= LONGEST


@every_stop
def test_what_is_asked_can_be_done_and_nothing_else_is_expected(kind: str, place: int) -> None:
    """Somebody who may act is asked to: else the table would offer what the lesson does not."""
    at, stop = stop_of(kind, place)
    is_on_turn = at.rules.to_act(at.state)[:1] == (LEARNER,)
    assert stop.asked is not None or not is_on_turn
    if stop.asked is not None:
        legal = map(str, at.rules.legal_actions(at.state, LEARNER))
        assert stop.asked.action in legal


@every_lesson
def test_the_learner_wins(kind: str) -> None:
    at, stop = stop_of(kind, len(lessons()[kind].stops) - 1)
    assert stop.at == len(lessons()[kind].moves)
    result = at.rules.result(at.state)
    # Of a game that has several rounds a lesson plays the first.
    assert LEARNER in result.winners if result is not None else at.rules.rests(at.state)
