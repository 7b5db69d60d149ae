"""What the contract asks about UNO that the protocol does not tell."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.game import Config
from games.rules.uno import META, Action, State
from games.rules.uno.actions import KEEP, Play
from games.rules.uno.cards import CARD_TEXT, COLOURS, DECK, WILD, cards_of

ALL_VARIANTS = {"stack_mixed": True, "stack_skips": True, "no_misplay_penalty": True}

CONFIGS: list[tuple[Config, int]] = [
    (META.configure({}), 2),
    (META.configure({**META.presets["QUICK"], "first_seat": 2}), 3),
    (META.configure({"teams": True, **ALL_VARIANTS}), 4),
    (META.configure({**META.presets["CASUAL"], "challenge": False}), 5),
    (META.configure({"hand_size": 1, "target_score": 60, "stack_skips": True}), 6),
]
MOST_ROUNDS = 100
# 2,000 actions of seats and the deal; each of the actions might need one reshuffle.
MOST_MOVES_OF_A_ROUND = 2 * 2000 + 1


def cards_in(state: State) -> list[str]:
    """Every card of the table, wherever it lies; before the deal the whole deck."""
    hands = [card for hand in state.hands for card in cards_of(hand)]
    return [CARD_TEXT[card] for card in (*hands, *state.pile, *state.discards) or DECK]


def most_moves(config: Config) -> int:
    return MOST_MOVES_OF_A_ROUND * (MOST_ROUNDS if config["target_score"] else 1)


def may_apply_unlisted(action: Action, listed: Sequence[Action]) -> bool:
    """U15: a misplay of the seat on turn; U8: several Skips in another order."""
    on_turn = any(isinstance(other, Play) or str(other) == "draw" for other in listed)
    return isinstance(action, Play) and on_turn and KEEP not in listed


def tries() -> list[str]:
    """A sample of everything a seat might try."""
    singles = [f"play {card}" for card in CARD_TEXT[:WILD]]
    wilds = [f"play {card} {colour}" for card in CARD_TEXT[WILD:] for colour in COLOURS]
    words = ["draw", "keep", "challenge", "uno", *(f"catch {seat}" for seat in range(6))]
    return [*singles, *wilds, "play rskip gskip", *words]
