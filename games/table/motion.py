"""What everybody saw move when a position came about. It is the same for all viewers: a game tells
it of what somebody without a seat sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from bruno_site.core.bounded_cache import BoundedCache

from ..log import states, window
from ..log.states import facts
from ..rules.game import DEALER
from ..rules.table import Flight

Moves = Callable[[Any, int, Any], tuple[Flight, ...]]


class Motion(NamedTuple):
    """For pages that show the position where it began; others have missed too much."""

    since: int
    flights: tuple[Flight, ...] = ()


_motions: BoundedCache[tuple[int, int], Motion] = BoundedCache(states.KEPT_GAMES)


def motion_to(game_id: int, seq: int) -> Motion:
    """By the last move of a player and what the dealer did after it."""
    known = _motions.get((game_id, seq))
    return _motions.keep((game_id, seq), _motion(game_id, seq)) if known is None else known


def _motion(game_id: int, seq: int) -> Motion:
    moves = _moves_of(facts(game_id).kind)
    since = _beginning(game_id, seq)
    return Motion(since, () if moves is None else tuple(_flights(game_id, since, seq, moves)))


def _beginning(game_id: int, seq: int) -> int:
    """Where the last move of a player was made."""
    since = max(0, seq - 1)
    while since and states.steps(game_id, since + 1, since + 1)[0].seat == DEALER:
        since -= 1
    return since


def _flights(game_id: int, since: int, until: int, moves: Moves) -> Iterator[Flight]:
    before = window.seen_by(game_id, None, since).view
    for step in states.steps(game_id, since + 1, until):
        after = window.seen_by(game_id, None, step.seq).view
        yield from moves(before, step.seat, after)
        before = after


@cache
def _moves_of(kind: str) -> Moves | None:
    name = f"games.rules.{kind}.table.motion"
    found: Moves | None = import_module(name).motion if find_spec(name) else None
    return found
