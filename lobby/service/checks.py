"""What is refused, and in which words."""

from __future__ import annotations

import re
from typing import Any, Final

from games.bots import offered
from games.log.window import state_of
from games.models import Game
from games.rules import fair, kinds, rules_of
from games.rules.game import Config, Meta, Refused, Seat
from games.rules.words import _
from games.time.pace import OFF, PACES

from ..models import Room, RoomSeat
from ..queue.shapes import config_of

NONCE: Final = re.compile("[0-9a-f]{32}")
NONCE_SEAL: Final = re.compile("[0-9a-f]{64}")


def check_game(
    kind: str,
    size: int,
    config: Config,
    pace: str,
    *,
    is_rated: bool = False,
    after: Game | None = None,
) -> dict[str, Any]:
    """Return all options of a game; `after` is the one that it repeats. Raises Refused."""
    if kind not in kinds():
        raise Refused(_("There is no such game here."))
    rules = kinds()[kind]
    agreed = rules.META.configure(config)
    rules.new(agreed, size)
    if pace != OFF and pace not in PACES:
        raise Refused(_("There is no such pace."))
    if is_rated and not may_be_rated(kind, agreed, after):
        raise Refused(
            _("Only the ready-made rules can be rated. Choose one of them, or a friendly game.")
        )
    return dict(agreed)


def may_be_rated(kind: str, config: Config, after: Game | None = None) -> bool:
    """Whether a game by these options may count: they are a preset's, or what quick match plays.
    What the rules of a rematch have changed since the game before is no choice of anybody's."""
    meta = rules_of(kind).META
    chosen = {**config, **_usual_where_changed(meta, config, after)}
    return meta.is_preset(chosen) or chosen == config_of(kind, has_party=True)


def _usual_where_changed(meta: Meta, config: Config, after: Game | None) -> Config:
    if after is None or meta.rematch is None:
        return {}
    changed, usual = meta.rematch(state_of(after.pk, 1)), meta.configure({})
    return {name: usual[name] for name, value in changed.items() if config[name] == value}


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
