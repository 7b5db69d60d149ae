"""Every kind satisfies the protocol: the type checker reads this, the test sees it was not lost."""

from __future__ import annotations

import pytest

from games.rules import bruno, kinds
from games.rules.game import Rules

BRUNO: Rules[bruno.State, bruno.Action, bruno.View] = bruno


def test_bruno_is_found() -> None:
    assert kinds()["bruno"] is BRUNO


@pytest.mark.parametrize("kind", kinds())
def test_a_game_offers_the_whole_protocol(kind: str) -> None:
    promised = [*Rules.__annotations__, *(name for name in vars(Rules) if name[0] != "_")]
    assert [name for name in promised if not hasattr(kinds()[kind], name)] == []
