"""Games kept in memory that the site believes in, and worlds that a viewer cannot tell apart.

Every kind that is shown brings `secrets.py` in the folder of its name here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, NamedTuple, Protocol, cast

from django.utils import timezone

from bruno_site.core import bounded_cache
from games.log import door, states
from games.log.pov import Pov
from games.log.states import Step
from games.models import Game
from games.rules import kinds, rules_of
from games.rules.game import DEALER, AnyRules, IllegalAction, Seat
from games.table import drawing
from games.table.drawing import LINE
from games.table.glance import at_a_glance
from tests.kit.factories import NAMES, UserFactory
from tests.kit.pages import page_text
from tests.kit.playing import seed_of
from tests.kit.playing import steps as walk

PEOPLE = (*NAMES, "erin", "frank")
SHOWN_KINDS = [kind for kind in kinds() if find_spec(f"games.rules.{kind}.table")]

# The path of a drawing is full of what looks like cards: “M13 1.5c.6 …”.
OUTLINE = re.compile(r' d="[^"]*"')

Steps = tuple[Step, ...]


class Secrets(Protocol):
    CARDS: dict[str, str]  # every card's text and its name
    LOOK_ALIKES: re.Pattern[str]  # what reads like a card and is none
    REVEALING: set[str]  # words of the actions that turn hidden cards over

    def may_be_shown(self, states: Sequence[Any], seat: Seat | None) -> set[str]:
        """The cards that a page may name to this seat that tells of these states, the last now."""


@cache
def secrets_of(kind: str) -> Secrets:
    return cast(Secrets, import_module(f"tests.kit.{kind}.secrets"))


def cards_named(kind: str, html: str) -> set[str]:
    """By their text, which is also their file's name, or by their full name."""
    secrets = secrets_of(kind)
    html = secrets.LOOK_ALIKES.sub("", OUTLINE.sub("", without_glance(kind, html)))
    texts = "|".join(map(re.escape, secrets.CARDS))
    found = set(re.findall(rf"(?<![A-Za-z0-9])(?:{texts})(?![A-Za-z0-9])", html))
    names = {name.lower(): text for text, name in secrets.CARDS.items()}
    spoken = re.findall(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)", html.lower())
    return found | {names[name] for name in spoken}


def without_glance(kind: str, html: str) -> str:
    return html.replace(glance(kind), "")


@cache
def glance(kind: str) -> str:
    """The rules at a glance, with their cards, are the same at every table."""
    return str(at_a_glance(kind, Pov(0, None)))


def leaks(kind: str, html: str, steps: Sequence[Step], seat: Seat | None) -> set[str]:
    """What a page that tells of these steps names though it must not."""
    states = [step.state for step in steps]
    return cards_named(kind, html) - secrets_of(kind).may_be_shown(states, seat)


def begun(kind: str) -> Game:
    meta = rules_of(kind).META
    people = PEOPLE[: meta.seats[0]]
    game = door.start(
        kind=kind,
        config=meta.configure({}),
        players=[UserFactory.create(username=name) for name in people],
        server_seed=bytes(32),
        nonces=[""] * len(people),
    )
    let_them_stay(game)
    return game


def let_them_stay(game: Game) -> None:
    """However long the test takes: who is away is no part of any world."""
    game.players.update(seen_at=timezone.now() + timedelta(days=1))


def viewers(game: Game) -> tuple[Seat | None, ...]:
    return (*range(game.meta.seats[0]), None)


def played_at_random(game: Game, name: str) -> Steps:
    """A whole game, in memory only; its name decides everything."""
    rules, seats = rules_of(game.kind), game.meta.seats[0]
    empty = Step(0, DEALER, "", "", rules.new(game.config, seats))
    moves = enumerate(walk(rules, game.config, seats, name), 1)
    made = (Step(seq, move.seat, str(move.action), "", move.after) for seq, move in moves)
    return (empty, *made)


def believe(game: Game, steps: Steps) -> None:
    """From now on this is the game, as far as the site can tell."""
    bounded_cache.clear_all()
    states.forget_all()
    states.remember(game.pk, steps)
    Game.objects.filter(pk=game.pk).update(seq=steps[-1].seq)


def drawn(game: Game, steps: Steps, seat: Seat | None) -> str:
    believe(game, steps)
    seq = steps[-1].seq
    return page_text(game.pk, seat, seq, since=seq - 1)


def sent(game: Game, steps: Steps, seat: Seat | None) -> str:
    """The whole page, and every piece of it."""
    return drawn(game, steps, seat) + in_pieces(Pov(game.pk, seat), steps[-1].seq)


def in_pieces(pov: Pov, seq: int) -> str:
    """With their names, and with what decides whether they may be sent one by one."""
    shown = drawing.pieces(pov, seq)
    parts = {name: html for name, html in shown.parts.items() if not name.startswith(LINE)}
    return "".join(f"{name}: {html}" for name, html in parts.items()) + repr(shown.frame)


class Worlds(NamedTuple):
    """Two games that agree in all that one viewer may know."""

    here: Steps
    there: Steps


def imagined(rules: AnyRules, steps: Steps, seat: Seat | None, luck: Random) -> Worlds:
    last = steps[-1]
    other = rules.imagine(rules.view(last.state, seat), luck)
    return Worlds(steps, (*steps[:-1], replace(last, state=other)))


def going_on(rules: AnyRules, worlds: Worlds, luck: Random) -> Iterator[tuple[str, Worlds]]:
    """The same moves in both worlds, while the same moves are legal; with the word of each."""
    while (move := _move_in_both(rules, worlds, luck)) is not None:
        seat, text = move
        try:
            worlds = Worlds(*(_after(rules, steps, seat, text) for steps in worlds))
        except IllegalAction:
            return
        yield text.split(" ")[0], worlds


def _move_in_both(rules: AnyRules, worlds: Worlds, luck: Random) -> tuple[Seat, str] | None:
    here, there = (steps[-1].state for steps in worlds)
    awaited = rules.to_act(here)
    if not awaited:
        return None
    if awaited[0] == DEALER:
        return DEALER, str(rules.deal(here, seed_of("going on")))
    common = _texts(rules, here, awaited[0]) & _texts(rules, there, awaited[0])
    return (awaited[0], luck.choice(sorted(common))) if common else None


def _texts(rules: AnyRules, state: Any, seat: Seat) -> set[str]:
    return {str(action) for action in rules.legal_actions(state, seat)}


def _after(rules: AnyRules, steps: Steps, seat: Seat, text: str) -> Steps:
    last = steps[-1]
    state = rules.apply(last.state, seat, rules.parse(text))
    return (*steps, Step(last.seq + 1, seat, text, "", state))


def along(steps: Steps, count: int, luck: Random) -> Iterator[Steps]:
    """Some positions of a game, and its last ones, when the hidden cards are turned."""
    first_of_the_last = max(1, len(steps) - count)
    some = luck.sample(range(1, first_of_the_last), min(count, first_of_the_last - 1))
    for seq in [*sorted(some), *range(first_of_the_last, len(steps))]:
        yield steps[: seq + 1]


def first_difference(one: str, other: str) -> str:
    """Enough of both pages to see what tells them apart."""
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if at is None:
        return "" if len(one) == len(other) else f"… {one[-80:]!r} against {other[-80:]!r}"
    return f"{one[max(0, at - 80) : at + 40]!r} against {other[max(0, at - 80) : at + 40]!r}"


def seen_in_both(rules: AnyRules, worlds: Sequence[Steps], seat: Seat | None) -> bool:
    """Whether the viewer still cannot tell them apart."""
    here, there = (rules.view(steps[-1].state, seat) for steps in worlds)
    return bool(here == there)
