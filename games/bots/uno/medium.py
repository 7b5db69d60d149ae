"""UNO with the good habits of a practised player, and no more memory than the table shows."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from ...rules.uno.actions import CHALLENGE, DRAW, KEEP, Action, Play
from ...rules.uno.cards import (
    DRAW_TWO,
    KIND,
    REVERSE,
    SKIP,
    WILD,
    WILD_FOUR,
    Card,
    Colour,
    Row,
    colour_of,
)
from ...rules.uno.view import View
from .knowledge import is_mate
from .sayings import due_saying

NEARLY_OUT: Final = 2
ACTION_VALUE, WILD_VALUE = 20, 50
ATTACK: Final = 100
MANY_LEFT: Final = 5
CHALLENGES: Final = 0.2


def medium(view: View, actions: Sequence[Action | None], rng: Random) -> Action | None:
    saying = due_saying(view, actions)
    if saying is not None or view.turn != view.seat:
        return saying
    plays = [action for action in actions if isinstance(action, Play)]
    if plays and (view.drawn is None or _is_worth_laying(view, view.drawn)):
        return max(plays, key=lambda play: worth(view, play))
    if CHALLENGE in actions and view.left >= MANY_LEFT and rng.random() < CHALLENGES:
        return CHALLENGE
    return KEEP if KEEP in actions else DRAW


def _is_worth_laying(view: View, drawn: Card) -> bool:
    """A wild that was drawn is kept while there is time."""
    return drawn < WILD or len(view.hand) <= NEARLY_OUT or _next_is_nearly_out(view)


def worth(view: View, play: Play) -> float:
    last = play.cards[-1]
    rest = _without(view.hand, play.cards)
    colour = _colour_after(play)
    support = sum(colour_of(card) == colour for card in rest)
    attack = ATTACK * _next_is_nearly_out(view) * _stops_the_next(last)
    if last >= WILD:
        return attack + support - WILD_VALUE - last
    return attack + _value(last) + 3 * support + ACTION_VALUE * (len(play.cards) - 1)


def _without(hand: Row, cards: Row) -> list[Card]:
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return rest


def _colour_after(play: Play) -> Colour | None:
    return colour_of(play.cards[-1]) if play.colour is None else play.colour


def _value(card: Card) -> int:
    return ACTION_VALUE if KIND[card] >= SKIP else KIND[card]


def _next_is_nearly_out(view: View) -> bool:
    follows = (view.turn + view.direction) % view.match.seats
    return view.hand_sizes[follows] <= NEARLY_OUT and not is_mate(view, follows)


def _stops_the_next(card: Card) -> bool:
    return KIND[card] in (SKIP, REVERSE, DRAW_TWO, WILD_FOUR)
