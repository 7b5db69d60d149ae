"""What the contract asks about Lowest that the protocol does not tell."""

from __future__ import annotations

from games.rules.cards import CARD_TEXT
from games.rules.game import Config, Seat
from games.rules.lowest import META, Action, State
from games.rules.lowest.actions import Play
from games.rules.lowest.cards import CARD_OF

CONFIGS: list[tuple[Config, int]] = [
    (META.configure({}), 2),
    (META.configure({"most_wins": True}), 4),
    (META.configure({}), 7),
]
CODES = "no_deal_due bad_deal not_yours"


def cards_in(state: State) -> list[str]:
    hands = [card for hand in state.hands for card in hand]
    return [CARD_TEXT[card] for card in (*hands, *state.stock, *state.played)]


def most_moves(config: Config) -> int:
    """The deal, and all the cards."""
    return 1 + 16


def as_listed(state: State, seat: Seat, action: Action) -> Action:
    return action


def may_try(state: State, seat: Seat, action: Action) -> bool:
    return False


def is_near(state: State, seat: Seat, action: Action) -> bool:
    return isinstance(action, Play) and action.card in state.hands[seat]


def tries() -> list[str]:
    """Everything a seat might try."""
    return [f"play {card}" for card in CARD_OF]
