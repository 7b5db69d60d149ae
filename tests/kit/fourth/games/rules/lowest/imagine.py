"""A whole table that fits what one viewer knows: every such deal is equally likely."""

from __future__ import annotations

from random import Random

from .cards import DECK, Hand
from .state import State
from .view import View


def imagine(view: View, rng: Random) -> State:
    hands, stock = _dealt(view, rng)
    return State(
        seats=view.seats,
        most_wins=view.most_wins,
        turn=view.to_act[0] if view.to_act else None,
        hands=hands,
        stock=stock,
        played=view.played,
        takers=view.takers,
    )


def _dealt(view: View, rng: Random) -> tuple[tuple[Hand, ...], Hand]:
    """Any card may be played to any trick (L2), so no play tells what a hand lacks."""
    seen = {*view.played, *view.hand}
    unseen = [card for card in DECK if card not in seen]
    rng.shuffle(unseen)
    hands, start = [], 0
    for seat, size in enumerate(view.hand_sizes):
        if seat == view.seat:
            hands.append(view.hand)
        else:
            hands.append(tuple(sorted(unseen[start : start + size])))
            start += size
    return tuple(hands), tuple(sorted(unseen[start:]))
