"""The viewer's own cards as a page shows them, and what may be done with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...faces import Face
from ...table import Button, Names, Taste
from ...words import Phrase, _, ngettext
from ..actions import Action, Call, Play
from ..cards import POINTS, Card, card_of
from ..view import View
from .faces import Deck, SuitLook
from .sentences import points


class HandCard(NamedTuple):
    face: Face
    can: bool
    points: int | None  # only if the viewer wants to see what cards are worth

    @property
    def label(self) -> Phrase:
        if self.points is None:
            return self.face.name
        return _("%(card)s, %(points)s", card=self.face.name, points=points(self.points))

    @property
    def note(self) -> Phrase | None:
        return None if self.points is None else short_points(self.points)


class Hand(NamedTuple):
    label: Phrase
    cards: tuple[HandCard, ...]


class SuitCall(NamedTuple):
    action: str
    look: SuitLook
    card: Phrase


def short_points(n: int) -> Phrase:
    return ngettext("%(n)s pt", "%(n)s pts", n)


def hand(
    view: View, actions: Sequence[Action], names: Names, deck: Deck, taste: Taste
) -> Hand | None:
    if view.seat is None:
        return None
    can = any(isinstance(action, Play) for action in actions)
    label = _("Your hand") if taste.is_addressed else _("The hand of %(who)s", who=names[view.seat])
    cards = (
        HandCard(deck.faces[card], can, POINTS[card] if taste.shows_points else None)
        for card in view.hand
    )
    return Hand(label, tuple(cards))


def suit_calls(view: View, actions: Sequence[Action], deck: Deck) -> tuple[SuitCall, ...]:
    return tuple(
        SuitCall(str(action), deck.suits[action.suit], deck.name_of(_named(view, action)))
        for action in actions
        if isinstance(action, Call)
    )


def _named(view: View, call: Call) -> Card:
    assert view.rank is not None
    return card_of(view.rank, call.suit)


def plays(actions: Sequence[Action], deck: Deck) -> tuple[Button, ...]:
    return tuple(
        Button(
            str(action),
            _("Play the %(card)s", card=deck.name_of(action.card)),
            group=deck.faces[action.card].text,
        )
        for action in actions
        if isinstance(action, Play)
    )
