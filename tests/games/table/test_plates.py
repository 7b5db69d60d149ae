"""What the page puts on the plates that a game has drawn."""

from __future__ import annotations

import pytest

from games.log.window import table_of
from games.rules.table import PLAIN, seat_id
from games.rules.words import Phrase
from games.table.drawing import draw
from games.table.plates import with_people, with_roles
from tests.kit.contracts import CASES, NAMES, Case
from tests.kit.playing import steps

WHO = ("alice", "bob", "carol", "dave", "erin", "frank")


def drawn(case: Case) -> dict[str, str]:
    """The parts of the table as the first seat sees it after the deal."""
    state = next(iter(steps(case.rules, case.config, case.seats, "plates"))).after
    table, names = table_of(case.kind), WHO[: case.seats]
    layout = table.layout(table.scene(case.rules.view(state, 0), (), names, PLAIN), None)
    return {part.id: draw(part.template, part.shown, "en") for part in layout.parts}


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_every_other_plate_can_say_who_is_away_and_be_pressed(case: Case) -> None:
    away = with_roles(drawn(case), dict.fromkeys(range(1, case.seats), Phrase("away")))
    shown = with_people(away, {seat: WHO[seat] for seat in range(1, case.seats)})
    for seat in range(1, case.seats):
        plate = shown[seat_id(seat)]
        assert ">away</i>" in plate
        assert f'popovertarget="person-{seat}"><b>{WHO[seat]}</b>' in plate
