"""What is refused, and in which words."""

from __future__ import annotations

import re
from typing import Any, Final

from games.bots import offered
from games.rules import kinds
from games.rules.game import Config, Refused, Seat
from games.rules.words import _
from games.time.pace import OFF, PACES

from ..models import Room

NONCE: Final = re.compile("[0-9a-f]{32}")


def check_game(kind: str, size: int, config: Config, pace: str) -> dict[str, Any]:
    """All its options. Raises Refused."""
    if kind not in kinds():
        raise Refused(_("There is no such game here."))
    rules = kinds()[kind]
    agreed = rules.META.configure(config)
    rules.new(agreed, size)
    if pace != OFF and pace not in PACES:
        raise Refused(_("There is no such pace."))
    return dict(agreed)


def check_level(kind: str, level: str) -> None:
    if level not in [bot.level for bot in offered(kind)]:
        raise Refused(_("There is no such bot."))


def check_seat(room: Room, seat: Seat) -> None:
    if not 0 <= seat < room.size:
        raise Refused(_("There is no such seat at this table."))


def check_nonce(nonce: str) -> None:
    """None at all is right too: without scripts a browser has no part in the shuffle."""
    if nonce and not NONCE.fullmatch(nonce):
        raise Refused(_("Your browser's part of the shuffle is malformed. Reload and try again."))
