"""Deals and moves for the tests of Briscalone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.rules import briscalone
from games.rules.briscalone import State
from games.rules.briscalone.cards import CARD_OF, CARD_TEXT
from games.rules.game import Seat
from tests.kit.playing import log_of, steps

# Seat by seat in the fixed order: 2d … Kd, 10d … Js, Qs … 5h, 6h … 3c, 4c … Ac.
IN_ORDER = "deal " + " ".join(CARD_TEXT)
FOUR_PASSES = ("pass",) * 4
ACE_BY_SEAT_0 = ("bid A", *FOUR_PASSES)

Moves = list[tuple[Seat, str]]


def table(rounds: int = 5) -> State:
    return briscalone.new({"rounds": rounds}, 5)


def after(state: State, *texts: str) -> State:
    """Every text is the action of whoever is waited for."""
    for text in texts:
        (seat,) = briscalone.to_act(state)
        state = briscalone.apply(state, seat, briscalone.parse(text))
    return state


def dealt(*hands: str) -> str:
    """A deal of these hands to seats 0, 1 …, filled up with what is left in the fixed order."""
    named = [hand.split() for hand in hands] + [[]] * (5 - len(hands))
    rest = [card for card in CARD_TEXT if not any(card in hand for hand in named)]
    full = [hand + [rest.pop(0) for _ in range(8 - len(hand))] for hand in named]
    return "deal " + " ".join(card for hand in full for card in hand)


def texts(state: State, seat: Seat) -> list[str]:
    return [str(action) for action in briscalone.legal_actions(state, seat)]


def cards(text: str) -> tuple[int, ...]:
    return tuple(CARD_OF[name] for name in text.split())


def states_of(name: str, rounds: int = 5) -> list[State]:
    """Every state of a game played at random."""
    played = list(steps(briscalone, {"rounds": rounds}, 5, name))
    return [played[0].before, *(step.after for step in played)]


def moves_of(name: str, rounds: int = 5) -> Moves:
    """The log of the same game."""
    return log_of(steps(briscalone, {"rounds": rounds}, 5, name))


def replayed(moves: Sequence[tuple[Seat, str]], rounds: int = 5) -> State:
    state = table(rounds)
    for seat, text in moves:
        state = briscalone.apply(state, seat, briscalone.parse(text))
    return state


def finished_round(state: State, chance: int = 0) -> State:
    """The round on the table played on at random until its result stands."""
    rng = Random(chance)
    while state.phase not in ("deal", "over"):
        (seat,) = briscalone.to_act(state)
        action = rng.choice(briscalone.legal_actions(state, seat))
        state = briscalone.apply(state, seat, action)
    return state
