"""What a page sends, taken through the door, and what to say back: for sockets and forms alike."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from django.db import DatabaseError
from django.utils.translation import gettext as _

from ..log import door, window
from ..rules.game import Refused, Seat
from .words import translate

log = logging.getLogger(__name__)


class BadMessage(ValueError):
    """Neither a move nor pressing on."""


def answer(game_id: int, seat: Seat | None, message: Mapping[str, object]) -> str:
    """Nothing if it was done; else the sentence that says why not, with nothing stored."""
    try:
        _act(game_id, seat, message)
    except Refused as refusal:
        return translate(refusal.phrase)
    except BadMessage:
        return _("That message was no move. Nothing was changed.")
    except DatabaseError:
        log.exception("A move at game %s could not be stored", game_id)
        return _("The move could not be stored just now. Please try again.")
    return ""


def _act(game_id: int, seat: Seat | None, message: Mapping[str, object]) -> None:
    if "take_back" in message:
        door.take_back(game_id=game_id, seat=seat)
        return
    seq = seq_shown(message)
    if seq is None:
        raise BadMessage
    if "press_on" in message:
        door.nod(game_id=game_id, seat=seat, seq=seq)
        return
    action = message.get("action")
    if not isinstance(action, str):
        raise BadMessage
    door.play(game_id=game_id, seat=seat, seq=seq, action=action)


def seq_shown(message: Mapping[str, object]) -> int | None:
    """The position that the page showed when this was sent."""
    seq = message.get("seq")
    if isinstance(seq, str) and seq.isdecimal() and len(seq) < 10:
        return int(seq)
    return seq if isinstance(seq, int) and not isinstance(seq, bool) else None


def attended_seq(game_id: int, seat: Seat | None) -> int:
    """The newest position, for a page that looks on."""
    door.attend(game_id=game_id, seat=seat)
    return window.seq_of(game_id)
