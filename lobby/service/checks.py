"""What is refused, and in which words."""

from __future__ import annotations

import re
from typing import Any, Final

from games.bots import offered
from games.rules import fair, kinds
from games.rules.game import Config, Refused, Seat
from games.rules.words import _
from games.time.pace import OFF, PACES

from ..models import Room, RoomSeat

NONCE: Final = re.compile("[0-9a-f]{32}")
NONCE_SEAL: Final = re.compile("[0-9a-f]{64}")


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


def check_nonce_seal(room: Room, nonce_seal: str) -> None:
    """Raise Refused unless this can be the seal of a nonce. Empty is right too: a browser without
    scripts has no share in the shuffle."""
    if nonce_seal and not NONCE_SEAL.fullmatch(nonce_seal):
        raise Refused(_("Your browser's part of the shuffle is malformed. Reload and try again."))
    if nonce_seal in room.opened_seals:
        raise Refused(_("This part of the shuffle was used before. Reload and try again."))


def check_nonce(seat: RoomSeat, nonce: str) -> None:
    """Raise Refused unless this is the nonce that the seat has sealed."""
    if not NONCE.fullmatch(nonce) or fair.nonce_seal(nonce) != seat.nonce_seal:
        raise Refused(_("Your browser's part of the shuffle does not fit its seal."))
