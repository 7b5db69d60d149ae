"""The viewer's own cards as a page shows them, and the buttons that lay them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...cards import card_name
from ...faces import FACES, Face
from ...game import Seat
from ...table import Button, Names
from ...words import Phrase, _
from ..actions import Action, Play
from ..view import View


class Held(NamedTuple):
    face: Face
    can: bool


class Hand(NamedTuple):
    label: Phrase
    held: tuple[Held, ...]


def hand(view: View, actions: Sequence[Action], names: Names, you: Seat | None) -> Hand | None:
    if view.seat is None:
        return None
    label = _("Your hand") if you is not None else _("The hand of %(who)s", who=names[view.seat])
    return Hand(label, tuple(Held(FACES[card], bool(actions)) for card in view.hand))


def plays(actions: Sequence[Action]) -> tuple[Button, ...]:
    return tuple(
        Button(
            str(action),
            _("Lay the %(card)s", card=card_name(action.card)),
            group=FACES[action.card].text,
        )
        for action in actions
        if isinstance(action, Play)
    )
