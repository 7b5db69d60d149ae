"""What may be done at a table, as buttons."""

from __future__ import annotations

from games.rules.table import ActionBar, Button
from games.rules.words import _


def bar(*buttons: tuple[str, int]) -> ActionBar:
    return ActionBar(tuple(Button(f"{group} {n}", _("Play"), group, n) for group, n in buttons))


def test_how_many_cards_is_asked_only_where_more_than_one_number_may_be_played() -> None:
    assert bar(("Q", 1), ("Q", 2)).is_counting
    assert not bar(("Q", 1), ("K", 1)).is_counting
    assert not bar(("Q", 2)).is_counting
    assert not bar(("4", 1), ("4", 1)).is_counting  # alike but for what they name
    assert not ActionBar().is_counting
