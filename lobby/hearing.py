"""What is pressed in a room, taken through the door: for sockets and forms alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from accounts.models import User

from . import service
from .agreements import number_from

Message = Mapping[str, object]


class BadMessage(ValueError):
    """Nothing that can be done in a room."""


def act(code: str, user: User, message: Message) -> None:
    """Raises BadMessage, Room.DoesNotExist, and Refused with a sentence; then nothing is stored."""
    pressed = [name for name in DEEDS if name in message]
    if len(pressed) != 1:
        raise BadMessage
    DEEDS[pressed[0]](code, user, message)


def text(message: Message, name: str) -> str:
    value = message.get(name)
    return value if isinstance(value, str) else ""


def seat(message: Message, name: str) -> int:
    return number_from(text(message, name))


Deed = Callable[[str, User, Message], object]

# What the buttons of a room are called; the value of one about a seat is that seat.
DEEDS: Final[Mapping[str, Deed]] = {
    "sit": lambda code, user, m: service.sit(
        code=code, user=user, seat=seat(m, "sit"), nonce_seal=text(m, "nonce_seal")
    ),
    "stand": lambda code, user, m: service.stand(code=code, user=user),
    "ready": lambda code, user, m: service.ready(
        code=code, user=user, nonce_seal=text(m, "nonce_seal")
    ),
    "open_share": lambda code, user, m: service.open_share(
        code=code, user=user, nonce=text(m, "nonce")
    ),
    "unready": lambda code, user, m: service.unready(code=code, user=user),
    "keep_open": lambda code, user, m: service.keep_open(code=code, user=user),
    "add_bot": lambda code, user, m: service.add_bot(
        code=code, user=user, seat=seat(m, "add_bot"), level=text(m, "level")
    ),
    "fill": lambda code, user, m: service.fill(code=code, user=user, level=text(m, "level")),
    "remove": lambda code, user, m: service.remove(code=code, user=user, seat=seat(m, "remove")),
    "hand_over": lambda code, user, m: service.hand_over(
        code=code, user=user, seat=seat(m, "hand_over")
    ),
    "shuffle": lambda code, user, m: service.shuffle(code=code, user=user),
    "balance": lambda code, user, m: service.balance(code=code, user=user),
    "close": lambda code, user, m: service.close(code=code, user=user),
}
