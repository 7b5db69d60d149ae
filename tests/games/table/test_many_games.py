"""P4 in many games: a position of each, drawn for two of those who look at it, in two worlds."""

from __future__ import annotations

from random import Random

import pytest

from games.log.pov import Pov
from games.models import Game
from games.rules import rules_of
from games.rules.game import Seat
from games.table import drawing
from games.table.drawing import LINE, LOG_LINES
from tests.kit.figures import Note
from tests.kit.worlds import (
    SHOWN_KINDS,
    Steps,
    begun,
    believe,
    first_difference,
    imagined,
    in_pieces,
    leaks,
    played_at_random,
    viewers,
)

pytestmark = pytest.mark.django_db

RUNS = [3, pytest.param(2000, marks=pytest.mark.soak)]
LOOKERS = 2
TOLD = LOG_LINES + 1  # the last moves, each of which began where another ended


def drawn(game: Game, steps: Steps, seat: Seat | None) -> tuple[str, str]:
    """What shows the table, and the lines that tell of its last moves."""
    believe(game, steps)
    pov, seq = Pov(game.pk, seat), steps[-1].seq
    told = drawing.pieces(pov, seq).parts
    return in_pieces(pov, seq), "".join(told[name] for name in told if name.startswith(LINE))


@pytest.mark.parametrize("games", RUNS)
@pytest.mark.parametrize("kind", SHOWN_KINDS)
def test_no_table_shows_what_its_viewer_may_not_know(kind: str, games: int, note: Note) -> None:
    game, luck = begun(kind), Random(kind)
    for number in range(games):
        steps = played_at_random(game, f"many {number}")
        so_far = steps[: luck.randrange(2, len(steps) + 1)]
        for seat in luck.sample(viewers(game), LOOKERS):
            here = drawn(game, so_far, seat)
            assert not leaks(kind, here[0], so_far[-TOLD:], seat), (number, so_far[-1].seq, seat)
            there = drawn(game, imagined(rules_of(kind), so_far, seat, luck).there, seat)
            for one, other in zip(here, there, strict=True):
                assert one == other, f"{number}, {seat}: {first_difference(one, other)}"
    note("P4", f"{games} games of {kind}, {games * LOOKERS} pages", "0 cards, 0 differences")
