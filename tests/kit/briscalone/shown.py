"""Briscalone's scenes at positions that several tests look at."""

from __future__ import annotations

from games.models import Game
from games.rules import briscalone
from games.rules.briscalone import State, table
from games.rules.briscalone.table.scene import Scene
from games.rules.game import Seat
from games.rules.table import PLAIN, Taste
from tests.kit.briscalone.positions import ACE_BY_SEAT_0, IN_ORDER, after, dealt
from tests.kit.briscalone.positions import table as empty_table
from tests.kit.pages import page_text
from tests.kit.worlds import Steps, believe

NAMES = ("alice", "bob", "carol", "dave", "erin")
ITALIAN = Taste(deck="italian", shows_points=True)
FRENCH = Taste(deck="french", shows_points=False)
EVERYONE: tuple[Seat | None, ...] = (0, 1, 2, 3, 4, None)

# Of the deal in the fixed order seat 2 holds the Ace of Spades, seat 0 has bid an Ace.
BLIND_TRICK = ("play 2d", "play 10d", "play Qs", "play 6h", "play 4c")
CALLED = (IN_ORDER, *ACE_BY_SEAT_0, *BLIND_TRICK, "call s")
FALLEN = (*CALLED, "play As")
ALONE = (
    dealt("2d As", "3d", "4d", "5d", "6d"),
    *ACE_BY_SEAT_0,
    *("play 2d", "play 3d", "play 4d", "play 5d", "play 6d"),
    "call s",
)


def shown(*texts: str, seat: Seat | None = 0, taste: Taste = PLAIN) -> Scene:
    return scene_of(after(empty_table(), *texts), seat, taste)


def scene_of(state: State, seat: Seat | None, taste: Taste = PLAIN) -> Scene:
    actions = () if seat is None else briscalone.legal_actions(state, seat)
    return table.scene(briscalone.view(state, seat), actions, NAMES, taste)


def sent(game: Game, steps: Steps, seat: Seat | None, taste: Taste) -> str:
    believe(game, steps)
    seq = steps[-1].seq
    return page_text(game.pk, seat, seq, taste=taste, since=seq - 1)
