"""What the contract asks about Briscalone that the protocol does not tell."""

from __future__ import annotations

from games.rules.briscalone import META, Action, State
from games.rules.briscalone.actions import Play
from games.rules.briscalone.cards import CARD_TEXT, RANKS, SUITS
from games.rules.game import Config, Seat

CONFIGS: list[tuple[Config, int]] = [
    (META.configure(preset), 5) for preset in META.presets.values()
]
CODES = """no_deal_due bad_deal called_already only_the_bidder too_early_to_call auction_first
    call_first auction_over no_two_bid must_bid raise_or_pass too_high not_yours"""
# Ten bids and 29 raises, three passes after each but the last, which ends the auction; the
# deal, the call and forty cards.
MOST_MOVES_OF_A_ROUND = 10 + 29 + 3 * 38 + 1 + 1 + 40


def cards_in(state: State) -> list[str]:
    """The hands and what was played of them; before the deal the whole deck."""
    cards = [*(card for hand in state.hands for card in hand), *state.played]
    return [CARD_TEXT[card] for card in cards] or list(CARD_TEXT)


def most_moves(config: Config) -> int:
    return int(config["rounds"] or 0) * MOST_MOVES_OF_A_ROUND


def as_listed(state: State, seat: Seat, action: Action) -> Action:
    return action


def may_try(state: State, seat: Seat, action: Action) -> bool:
    return False


def is_near(state: State, seat: Seat, action: Action) -> bool:
    return not isinstance(action, Play) or action.card in state.hands[seat]


def tries() -> list[str]:
    """Everything a seat might try."""
    bids = [f"bid {rank}" for rank in RANKS]
    calls = [f"call {suit}" for suit in SUITS]
    return [*bids, "raise", "pass", *calls, *(f"play {card}" for card in CARD_TEXT)]
