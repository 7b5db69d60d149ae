"""Fifty positions of Bruno, what the network is told of them and what it makes of it.

`python -m tests.kit.bruno.golden_positions` writes the file anew, for weights trained anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from games.bots.bruno.learned import shipped
from games.bots.bruno.learned.inputs import Thought
from games.bots.bruno.learned.net import worths
from games.rules import bruno
from games.rules.bruno.actions import Action, Flip, Play
from games.rules.bruno.cards import TEN
from games.rules.bruno.state import State
from games.rules.cards import CARD_OF, CARD_TEXT, cards_of, mask_of, text_of
from games.rules.game import DEALER
from tests.kit.bruno.contract import CONFIGS

GOLDEN = Path(__file__).parents[2] / "bots" / "golden" / "bruno-positions.json"
POSITIONS = 52
EVERY = 7


def _row(row: tuple[int | None, ...]) -> str:
    return " ".join("-" if card is None else CARD_TEXT[card] for card in row)


def _cards(text: str) -> tuple[int | None, ...]:
    return tuple(None if name == "-" else CARD_OF[name] for name in text.split())


def as_text(state: State) -> dict[str, Any]:
    return {
        "options": list(state.options[:3]),
        "turn": state.turn,
        "demand": state.demand,
        "hands": [text_of(cards_of(hand)) for hand in state.hands],
        "known": [text_of(cards_of(hand)) for hand in state.known],
        "up": [_row(row) for row in state.up],
        "down": [_row(row) for row in state.down],
        "pile": text_of(state.pile),
        "removed": text_of(state.removed),
    }


def state_of(facts: dict[str, Any]) -> State:
    names = ("face_up_together", "keep_function_cards", "next_leads")
    config = dict(zip(names, facts["options"], strict=True))
    return bruno.new(bruno.META.configure(config), 4)._replace(
        to_act=(facts["turn"],),
        first=0,
        turn=facts["turn"],
        demand=facts["demand"],
        hands=tuple(mask_of(_known(text)) for text in facts["hands"]),
        known=tuple(mask_of(_known(text)) for text in facts["known"]),
        up=tuple(_cards(text) for text in facts["up"]),
        down=tuple(_cards(text) for text in facts["down"]),
        pile=tuple(_known(facts["pile"])),
        removed=tuple(_known(facts["removed"])),
    )


def _known(text: str) -> list[int]:
    return [CARD_OF[name] for name in text.split()]


def told(thought: Thought, action: Action) -> str:
    """A digest of all inputs."""
    is_ten = isinstance(action, Play) and action.rank == TEN
    parts = thought.ten(action) if is_ten else (thought.table(), thought.action(action))  # type: ignore[arg-type]
    pairs = sorted(
        (index, round(value, 5)) for part in parts for index, value in part.pairs() if value
    )
    return sha256(json.dumps(pairs).encode()).hexdigest()[:16]


def account(state: State) -> dict[str, Any]:
    view, actions = bruno.view(state, state.turn), bruno.legal_actions(state, state.turn)
    weights = shipped()
    assert weights is not None
    worth, thought = worths(weights, view, actions), Thought(view)
    return {
        str(action): {"told": told(thought, action), "worth": round(float(value), 4)}
        for action, value in zip(actions, worth, strict=True)
    }


def positions() -> Iterator[State]:
    """Where there is a choice, from games at random with each set of options in turn."""
    for number in range(POSITIONS):
        options, seats = CONFIGS[number % len(CONFIGS)]
        state, rng, seed = bruno.new(options, seats), Random(number), bytes([number] * 32)
        found = []
        while state.to_act:
            seat = state.to_act[0]
            actions = bruno.legal_actions(state, seat)
            if len(actions) > 1 and not isinstance(actions[0], Flip):
                found.append(state)
            action = bruno.deal(state, seed) if seat == DEALER else rng.choice(actions)
            state = bruno.apply(state, seat, action)
        yield found[EVERY * number % len(found)]


def main() -> None:
    made = [{"state": as_text(state), "actions": account(state)} for state in positions()]
    lines = ",\n".join(json.dumps(each) for each in made)
    GOLDEN.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
