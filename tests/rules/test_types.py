"""Every kind satisfies the protocol: the type checker reads this, the test sees it was not lost."""

from __future__ import annotations

from games.rules import bruno, kinds
from games.rules.game import Rules

BRUNO: Rules[bruno.State, bruno.Action, bruno.View] = bruno


def test_bruno_is_found_and_offers_the_whole_protocol() -> None:
    assert kinds()["bruno"] is BRUNO
    promised = [name for name in vars(Rules) if not name.startswith("_")]
    assert [name for name in promised if not hasattr(BRUNO, name)] == []
