"""What a kind says of its bots, and who chooses from it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games import bots
from games.bots import Bot, bot, described, levels, offered, strongest
from games.bots.simple import random
from games.rules.words import Phrase
from tests.kit.own_bots import KINDS_WITH_BOTS


def all_of(kind: str) -> Iterator[Bot]:
    return (described(kind, level) for level in levels(kind))


@pytest.mark.parametrize("kind", KINDS_WITH_BOTS)
class TestAKind:
    def test_describes_each_of_its_bots_under_its_own_level(self, kind: str) -> None:
        for each in all_of(kind):
            assert described(kind, each.level) is each
            assert bot(kind, each.level) is each.choose
            assert str(each.title).lower() == each.level
            assert each.strength >= 0 and each.cost > 0

    def test_offers_people_three_bots_or_more_the_weakest_first(self, kind: str) -> None:
        strengths = [each.strength for each in offered(kind)]
        assert len(strengths) >= 3 and strengths == sorted(set(strengths))

    def test_offers_nobody_a_bot_that_exists_to_be_measured_against(self, kind: str) -> None:
        assert {"random", "greedy"}.isdisjoint(each.level for each in offered(kind))

    def test_measures_strength_against_its_medium_bot(self, kind: str) -> None:
        assert described(kind, "medium").strength == 50


def test_where_a_kind_has_no_bots_any_will_do() -> None:
    assert [each.level for each in offered("a game nobody wrote bots for")] == ["random"]
    assert strongest("a game nobody wrote bots for", 0).choose is random


def test_the_strongest_is_the_best_of_those_that_are_quick_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = {
        name: Bot(name, Phrase(name), random, strength=strength, cost=cost, sits_with_people=sits)
        for name, strength, cost, sits in (
            ("deep", 90, 50.0, True),
            ("quick", 60, 2.0, True),
            ("plain", 40, 1.0, True),
            ("yardstick", 99, 1.0, False),
        )
    }
    monkeypatch.setattr(bots, "_by_level", lambda kind: made)
    assert [strongest("any", time).level for time in (0.5, 1, 2, 49, 50)] == [
        "plain",
        "plain",
        "quick",
        "quick",
        "deep",
    ]
