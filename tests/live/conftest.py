from collections import defaultdict

import pytest

from bruno_site.live import widgets
from tests.kit.board import Board


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture(autouse=True)
def without_widgets_of_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages have only the widgets that a test registers: the live package knows no app."""
    monkeypatch.setattr(widgets, "_opens", defaultdict(list))
