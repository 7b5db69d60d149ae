"""What is seen to move, as it is sent to every page: places and numbers, never cards."""

from __future__ import annotations

import re
from types import ModuleType
from typing import Any

import pytest

from games.log import states
from games.rules import briscalone, bruno, uno
from games.rules.briscalone.table import motion as briscalone_motion
from games.rules.bruno.table import motion as bruno_motion
from games.rules.game import DEALER
from games.rules.uno.table import motion as uno_motion
from games.table.motion import motion_to
from tests.kit.briscalone import positions as at_briscalone
from tests.kit.bruno import positions as at_bruno
from tests.kit.pages import page_text
from tests.kit.uno import positions as at_uno
from tests.kit.worlds import SHOWN_KINDS, begun, believe, played_at_random, viewers

SEQ = re.compile(r'<input[^>]* id="seq"[^>]*>')
FLIGHTS = re.compile(r'data-flights="([^"]*)"')
FLIGHT = re.compile(r"(lay|turn|out|take|draw|trick) \d \d+|deal|gather|shuffle")

NOTHING = ["- - -"] * 3
ON_A_SIX = at_bruno.table("7s 7h 10s", *at_bruno.OTHERS, pile="6s 6h", demand="6")
STUCK = at_bruno.table("5s", *at_bruno.OTHERS, pile="Qs 2s", demand="Q")
TURNING = at_bruno.table("", *at_bruno.OTHERS, down=["7s 5h Kd", *NOTHING], pile="6s", demand="6")
ON_RED = at_uno.table("r1 b2 r+2", "g3 g4", "y1 y2")
NO_FIT = at_uno.table("b2 g3", "g3 g4", "y1 y2")
TAKING_TWO = at_uno.after(ON_RED, "play r+2")
CALLED = at_briscalone.after(
    at_briscalone.table(), at_briscalone.IN_ORDER, *at_briscalone.ACE_BY_SEAT_0
)


def seen(rules: ModuleType, state: Any, text: str) -> str:
    """By everybody, when whoever is on turn does this."""
    motion = {bruno: bruno_motion, uno: uno_motion, briscalone: briscalone_motion}[rules].motion
    seat = rules.to_act(state)[0]
    after = rules.apply(state, seat, rules.parse(text))
    flights = motion(rules.view(state, None), seat, rules.view(after, None))
    return ";".join(map(str, flights))


@pytest.mark.parametrize(
    ("rules", "state", "text", "flights"),
    [
        (bruno, ON_A_SIX, "play 7s", "lay 0 1"),
        (bruno, ON_A_SIX, "play 7s 7h", "lay 0 2"),
        (bruno, ON_A_SIX, "play 10s", "out 0 1"),
        (bruno, STUCK, "collect", "take 0 2"),
        (bruno, TURNING, "flip 0", "turn 0 1"),
        (bruno, TURNING, "flip 1", "take 0 1"),
        (uno, ON_RED, "play r1", "lay 0 1"),
        (uno, NO_FIT, "draw", "draw 0 1"),
        (uno, TAKING_TWO, "draw", "draw 1 2"),
        (briscalone, at_briscalone.table(), at_briscalone.IN_ORDER, "deal"),
        (briscalone, CALLED, "play 2d", "lay 0 1"),
    ],
)
def test_what_is_seen(rules: ModuleType, state: Any, text: str, flights: str) -> None:
    assert seen(rules, state, text) == flights


@pytest.mark.django_db
@pytest.mark.parametrize("kind", SHOWN_KINDS)
def test_everybody_is_told_the_same_and_no_card(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states, "KEPT_STEPS", 10_000)  # this game is in no table
    game = begun(kind)
    steps = played_at_random(game, "motion")[:30]
    believe(game, steps)
    words = set()
    for step in steps[1:]:
        told = {SEQ.findall(page_text(game.pk, seat, step.seq))[0] for seat in viewers(game)}
        assert len(told) == 1, step
        for flights in FLIGHTS.findall(told.pop()):
            assert all(FLIGHT.fullmatch(one) for one in flights.split(";")), flights
            words |= {one.split(" ")[0] for one in flights.split(";")}
    assert {"deal", "lay"} <= words


@pytest.mark.django_db
def test_what_the_dealer_does_after_a_move_belongs_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ten, and the redeal that it brings: a page that shows the position before sees both."""
    monkeypatch.setattr(states, "KEPT_STEPS", 10_000)
    game = begun("bruno")
    steps = played_at_random(game, "motion")
    believe(game, steps)
    redeal = next(step for step in steps[2:] if step.seat == DEALER)
    motion = motion_to(game.pk, redeal.seq)
    assert motion.since == redeal.seq - 2
    assert [flight.what for flight in motion.flights] == ["out", "gather", "deal"]
