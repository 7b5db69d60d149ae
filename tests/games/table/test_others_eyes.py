"""A table looked at through another's eyes: nobody is spoken to as if they sat there."""

from __future__ import annotations

import re

import pytest

from bruno_site.core.render import render
from games.log.window import table_of
from games.rules.game import DEALER, Seat
from games.rules.table import Line, Taste
from games.table.drawing import draw
from tests.kit.contracts import CASES, NAMES, Case
from tests.kit.playing import Step, steps

UNADDRESSED = Taste(is_addressed=False)
NAMED_SO = re.compile(r'\b(?:id|class)="[^"]*"')  # which nobody reads
ADDRESS = re.compile(r"\byou(?:r|rs|rself)?\b", re.IGNORECASE)


def names(case: Case) -> list[str]:
    return [f"player{seat}" for seat in range(case.seats)]


def told(case: Case, step: Step, seat: Seat | None) -> Line:
    before, after = (case.rules.view(state, seat) for state in (step.before, step.after))
    text = str(step.action)
    word = text.split(" ")[0] if step.seat == DEALER else text
    table = table_of(case.kind)
    return table.tell(before, step.seat, word, after, names(case), UNADDRESSED)


def drawn(case: Case, step: Step, seat: Seat | None) -> str:
    rules, table = case.rules, table_of(case.kind)
    state, newest = step.after, told(case, step, seat)
    actions = () if seat is None else rules.legal_actions(state, seat)
    view = rules.view(state, seat)
    scene = table.scene(view, actions, names(case), UNADDRESSED)
    layout = table.layout(scene, newest)
    parts = {part.id: draw(part.template, part.shown, "en") for part in layout.parts}
    shown = render(layout.template, parts=parts, shown=layout.shown)
    asked = table.prompt(view, names(case), UNADDRESSED)
    return f"{shown} {asked} {newest.phrase}"


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_nothing_says_you_to_whoever_looks_through_anothers_eyes(case: Case) -> None:
    eyes = (*range(case.seats), None)
    for at, step in enumerate(steps(case.rules, case.config, case.seats, "through others' eyes")):
        # The seat on turn is told most.
        on_turn = next((seat for seat in case.rules.to_act(step.after) if seat != DEALER), None)
        seat = eyes[at // 3 % len(eyes)] if at % 3 == 0 else on_turn
        text = NAMED_SO.sub("", drawn(case, step, seat))
        found = ADDRESS.search(text)
        assert found is None, text[found.start() - 90 : found.end() + 90]
