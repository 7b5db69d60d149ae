from collections.abc import AsyncIterator

import pytest

from bruno_site.live import hub
from tests.kit.board import Board


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture(autouse=True)
async def no_beat_by_itself(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    monkeypatch.setattr(hub, "BEAT_SECONDS", 60.0)
    yield
