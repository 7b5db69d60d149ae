"""UNO played by people who speak out of turn and lay what does not fit."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from games.rules import uno
from games.rules.game import DEALER, Config, Seat
from games.rules.uno.actions import Action, Play
from games.rules.uno.cards import WILD, Card, cards_of
from games.rules.uno.legal import may_lay, may_try
from games.rules.uno.state import State
from tests.kit.playing import Step, seed_of


def game(config: Config, seats: int, name: str) -> Iterator[Step]:
    """As unruly as the rules allow; the name decides everything."""
    rng = Random(name)
    state = uno.new(config, seats)
    while awaited := uno.to_act(state):
        seat, action = DEALER, None
        if awaited[0] != DEALER:
            seat, action = unruly(state, awaited, rng)
        action = action or uno.deal(state, seed_of(name))
        after = uno.apply(state, seat, action)
        yield Step(state, seat, action, after)
        state = after


def unruly(state: State, awaited: tuple[Seat, ...], rng: Random) -> tuple[Seat, Action]:
    if rng.random() < 0.05 and (misplay := some_misplay(state, rng)):
        return state.turn, misplay
    seat = rng.choice(awaited)
    return seat, rng.choice(uno.legal_actions(state, seat))


def some_misplay(state: State, rng: Random) -> Play | None:
    if state.match.options.no_misplay_penalty or state.pending or state.drawn is not None:
        return None
    held = cards_of(state.hands[state.turn])
    wrong = [card for card in held if not may_lay(state, play_of(card))]
    if not wrong:
        return None
    play = play_of(rng.choice(wrong))
    return play if may_try(state, play) else None


def play_of(card: Card) -> Play:
    return Play(bytes([card]), 0 if card >= WILD else None)
