"""Positions of UNO written as cards, and moves written as text."""

from __future__ import annotations

import pytest

from games.rules import uno
from games.rules.game import DEALER, Config, ConfigValue, IllegalAction, Seat
from games.rules.uno.cards import CARD_OF, COLOUR_OF, DECK, Row, cards_of, hand_of, text_of
from games.rules.uno.state import State


def config(**options: ConfigValue) -> Config:
    return uno.META.configure(options)


def cards(text: str) -> Row:
    return bytes(CARD_OF[name] for name in text.split())


def table(
    *hands: str,
    top: str = "r5",
    colour: str = "",
    below: str = "",
    pile: str = "b1 b2 b3 b4 g1 g2 g3 g4",
    turn: Seat = 0,
    moves: int = 0,
    declared: tuple[Seat, ...] = (),
    **options: ConfigValue,
) -> State:
    """A round in the middle. `below` lies under the top card; `colour` is that of a wild."""
    seats = len(hands)
    empty = uno.new(config(**options), seats)
    return empty._replace(
        match=empty.match._replace(first=0),
        stage="play",
        turn=turn,
        colour=COLOUR_OF[colour or top[0]],
        pile=cards(pile),
        discards=cards(f"{below} {top}"),
        hands=tuple(hand_of(cards(hand)) for hand in hands),
        declared=sum(1 << seat for seat in declared),
        known=((),) * seats,
        moves=moves,
    )


def dealt(*, seats: int = 3, start: str = "r5", pile: str = "", **options: int | bool) -> State:
    """Seat 0 begins; the start card and the top of the pile are given."""
    state = uno.new(config(first_seat=0, **options), seats)
    first = cards(f"{start} {pile}")
    rest = list(DECK)
    for card in first:
        rest.remove(card)
    held = seats * int(options.get("hand_size", 7))
    order = (*rest[:held], *first, *rest[held:])
    return uno.apply(state, DEALER, uno.parse(f"deal 0 {text_of(order)}"))


def legal(state: State, seat: Seat | None = None) -> list[str]:
    """Of the seat on turn if no other is named."""
    return [str(action) for action in uno.legal_actions(state, _or_turn(state, seat))]


def after(state: State, *texts: str) -> State:
    """Moves of whoever is on turn, or of the seat named: `play r5`, `2: catch 1`."""
    for text in texts:
        seat, _colon, action = text.rpartition(": ")
        state = uno.apply(state, int(seat) if seat else state.turn, uno.parse(action))
    return state


def reshuffled(state: State, pile: str) -> State:
    return uno.apply(state, -1, uno.parse(f"reshuffle {pile}"))


def refusal(state: State, text: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        after(state, text)
    return str(refused.value)


def hand(state: State, seat: Seat) -> str:
    return text_of(cards_of(state.hands[seat]))


def sizes(state: State) -> list[int]:
    return [held.bit_count() for held in state.hands]


def top(state: State) -> str:
    return text_of(state.discards[-1:])


def _or_turn(state: State, seat: Seat | None) -> Seat:
    return state.turn if seat is None else seat
