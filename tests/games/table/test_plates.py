"""What the page puts on the plates that a game has drawn."""

from __future__ import annotations

import pytest

from games.log.window import table_of
from games.rules.plates import doing_id
from games.rules.table import PLAIN, Layout
from games.rules.words import Phrase
from games.table.drawing import draw, put
from games.table.plates import with_people, with_roles
from tests.kit.contracts import CASES, NAMES, Case
from tests.kit.playing import steps

WHO = ("alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan", "judy")


def layout_of(case: Case) -> Layout:
    """The table as the first seat sees it after the deal."""
    state = next(iter(steps(case.rules, case.config, case.seats, "plates"))).after
    table, names = table_of(case.kind), WHO[: case.seats]
    return table.layout(table.scene(case.rules.view(state, 0), (), names, PLAIN), None)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_every_other_plate_can_say_who_is_away_and_be_pressed(case: Case) -> None:
    layout, others = layout_of(case), range(1, case.seats)
    drawn = {part.id: draw(part.template, part.shown, "en") for part in layout.parts}
    away = with_roles(drawn, dict.fromkeys(others, Phrase("away")))
    shown = with_people(put(layout, away), {seat: WHO[seat] for seat in others})
    for seat in others:
        assert ">away</i>" in away[doing_id(seat)]
        assert away[doing_id(seat)] in shown
        name = f'<b id="name-{seat}">{WHO[seat]}</b>'
        assert f'popovertarget="person-{seat}">{name}</button>' in shown
