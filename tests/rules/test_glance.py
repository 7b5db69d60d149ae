"""The rules in one screen: every word that can be pressed at a table is explained there."""

from __future__ import annotations

import re

import pytest

from games.rules.table import PLAIN
from games.table.glance import glance_of
from tests.kit.repository import ROOT

KINDS = ("bruno", "uno", "briscalone")


def words_at_the_table(kind: str) -> set[str]:
    """Those that its templates name, and those that its scene hands them."""
    folder = ROOT / "games/rules" / kind / "table"
    templates = "".join(path.read_text() for path in folder.glob("templates/*.html"))
    scenes = "".join(path.read_text() for path in folder.glob("*.py") if path.stem != "glance")
    named = set(re.findall(r'\bword\("([\w-]+)"', templates))
    handed = set(re.findall(r'\bword="([\w-]+)"', scenes))
    chosen = re.search(r"\bword = (.*)", scenes)
    return named | handed | set(re.findall(r'"([\w-]+)"', chosen[1] if chosen else ""))


@pytest.mark.parametrize("kind", KINDS)
def test_every_word_that_can_be_pressed_is_explained(kind: str) -> None:
    glance = glance_of(kind, PLAIN)
    assert glance is not None
    keys = [word.key for word in glance.words]
    assert words_at_the_table(kind) <= set(keys)
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("kind", KINDS)
def test_cards_are_shown_with_what_they_do(kind: str) -> None:
    glance = glance_of(kind, PLAIN)
    assert glance is not None
    assert all(each.faces for each in glance.cards)
    assert words_at_the_table(kind)


@pytest.mark.parametrize("deck", ["italian", "french"])
def test_what_is_said_of_cards_names_no_letter_that_they_do_not_bear(deck: str) -> None:
    glance = glance_of("briscalone", PLAIN._replace(deck=deck))
    assert glance is not None
    for each in glance.cards:
        letters = set(re.findall(r"\b[ACKQJ]\b", str(each.sentence)))
        assert letters <= {face.rank for face in each.faces}
