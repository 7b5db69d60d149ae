from collections import defaultdict

import pytest

from bruno_site.live import beside
from tests.kit.board import Board


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture(autouse=True)
def nothing_of_the_site_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    """The floor knows no app: only what a test puts beside a page stands there."""
    monkeypatch.setattr(beside, "_opens", defaultdict(list))
