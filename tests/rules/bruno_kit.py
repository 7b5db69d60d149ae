"""What the contract asks about Bruno that the protocol does not tell."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.bruno import META, Action, State
from games.rules.cards import CARD_TEXT, DECK, cards_of
from games.rules.game import Config

CONFIGS: list[tuple[Config, int]] = [
    *((META.configure(preset), 4) for preset in META.presets.values()),
    (
        META.configure(
            {
                "face_up_together": True,
                "keep_function_cards": True,
                "next_leads": True,
                "first_seat": 2,
            }
        ),
        4,
    ),
]


def cards_in(state: State) -> list[str]:
    """Every card of the table, wherever it lies; before the deal the whole deck."""
    if state.first is None:
        return list(CARD_TEXT)
    table = [card for row in (*state.up, *state.down) for card in row if card is not None]
    hands = [card for hand in state.hands for card in cards_of(hand)]
    return [CARD_TEXT[card] for card in (*hands, *table, *state.pile, *state.removed)]


def most_moves(config: Config) -> int:
    """B26, the deal, and at most one redeal for each of the four tens."""
    return 2000 + 1 + 4


def may_apply_unlisted(action: Action, listed: Sequence[Action]) -> bool:
    """Other cards of a rank and number that is listed stand for the same play."""
    return _ranks(action) in {_ranks(other) for other in listed}


def _ranks(action: Action) -> str:
    word, *cards = str(action).split(" ")
    return " ".join([word, *(card[:-1] for card in cards)]) if word == "play" else str(action)


def tries() -> list[str]:
    """A sample of everything a seat might try."""
    singles = [f"play {CARD_TEXT[card]}" for card in DECK]
    pairs = [f"play {CARD_TEXT[card + 1]} {CARD_TEXT[card]}" for card in DECK[::4]]
    return [*singles, *pairs, "flip 0", "flip 1", "flip 2", "collect", "pass"]
