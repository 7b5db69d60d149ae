"""What a page sends, taken through the door: for sockets and forms alike."""

from __future__ import annotations

from collections.abc import Mapping

from ..log import door
from ..log.pov import Pov


class BadMessage(ValueError):
    """Nothing that can be done at a table."""


def act(pov: Pov, message: Mapping[str, object]) -> int:
    """Do it, as whoever looks. Returns where the game is now, as far as it is known, or 0.

    Raises BadMessage, and Refused with a sentence; then nothing was stored.
    """
    game_id, seat = pov.game_id, pov.seat
    if "take_back" in message:
        door.take_back(game_id=game_id, seat=seat)
        return 0
    seq = seq_shown(message)
    if seq is None:
        raise BadMessage
    if "ready" in message:
        return door.say_ready(game_id=game_id, seat=seat, seq=seq)
    action = message.get("action")
    if not isinstance(action, str):
        raise BadMessage
    return door.play(game_id=game_id, seat=seat, seq=seq, action=action)


def seq_shown(message: Mapping[str, object]) -> int | None:
    """The position that the page showed when this was sent."""
    seq = message.get("seq")
    if isinstance(seq, str) and seq.isdecimal() and len(seq) < 10:
        return int(seq)
    return seq if isinstance(seq, int) and not isinstance(seq, bool) else None
