"""What a page sends, taken through the door: for sockets and forms alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bruno_site.core.numbers import number

from ..log import door, ends
from ..log.pov import Pov
from ..rules.game import Seat

# What may be pressed whatever position the page shows.
AT_ANY_TIME: Final[Mapping[str, Callable[..., int | None]]] = {
    "take_back": door.take_back,
    "give_up": ends.give_up,
    "concede": ends.concede,
    "withdraw": ends.withdraw,
    "end": ends.end,
}


class BadMessage(ValueError):
    """Nothing that can be done at a table."""


def act(pov: Pov, message: Mapping[str, object]) -> int:
    """Do it, as whoever looks. Returns where the game is now, as far as it is known, or 0.

    Raises BadMessage, and Refused with a sentence; then nothing was stored.
    """
    game_id, seat = pov.game_id, pov.seat
    for name, deed in AT_ANY_TIME.items():
        if name in message:
            return deed(game_id=game_id, seat=seat) or 0
    if "replace" in message:
        return ends.replace(game_id=game_id, seat=seat, absent=_seat_in(message))
    seq = seq_shown(message)
    if seq is None:
        raise BadMessage
    if "ready" in message:
        return door.say_ready(game_id=game_id, seat=seat, seq=seq)
    action = message.get("action")
    if not isinstance(action, str):
        raise BadMessage
    return door.play(game_id=game_id, seat=seat, seq=seq, action=action)


def _seat_in(message: Mapping[str, object]) -> Seat:
    seat = number(message.get("replace"))
    if seat is None:
        raise BadMessage
    return seat


def seq_shown(message: Mapping[str, object]) -> int | None:
    """The position that the page showed when this was sent."""
    return number(message.get("seq"))
