"""What is refused, and in which words."""

from __future__ import annotations

import re
from typing import Any, Final

from accounts import shuns
from accounts.models import User
from games.bots import offered
from games.log.window import state_of
from games.models import Game
from games.rules import kinds, rules_of
from games.rules.game import Config, Meta, Refused, Seat
from games.rules.words import _
from games.time.pace import OFF, PACES

from ..models import Room
from ..queue.shapes import config_of

NONCE: Final = re.compile("[0-9a-f]{32}")


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


def check_welcome(room: Room, user: User) -> None:
    if user.pk in room.unwelcome:
        raise Refused(_("The host has asked you to leave this table."))
    if shuns.is_blocked(user.pk, room.host_id):
        raise Refused(_("You cannot sit down at this table."))


def check_nonce(nonce: str) -> None:
    """None at all is right too: without scripts a browser has no part in the shuffle."""
    if nonce and not NONCE.fullmatch(nonce):
        raise Refused(_("Your browser's part of the shuffle is malformed. Reload and try again."))
