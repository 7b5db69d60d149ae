"""What the contract asks about Bruno that the protocol does not tell."""

from __future__ import annotations

from itertools import permutations

from games.rules.bruno import META, Action, State, parse
from games.rules.bruno.actions import Play
from games.rules.cards import CARD_TEXT, cards_of, rank_of, text_of
from games.rules.game import Config, Seat

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
CODES = """no_deal_due wrong_deal wrong_first wrong_cards hand_first face_up_first turn_one
    slot_empty one_at_a_time must_play must_collect nothing_to_collect last_card not_below_9 too_low
    not_yours one_rank"""


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


def as_listed(state: State, seat: Seat, action: Action) -> Action:
    """Other cards of the same rank are as good: the list has the first of those at hand."""
    if not isinstance(action, Play):
        return action
    zone = cards_of(state.hands[seat]) or [card for card in state.up[seat] if card is not None]
    if not set(action.cards) <= set(zone):
        return action
    equal = sorted(card for card in zone if rank_of(card) == action.rank)
    return parse(f"play {text_of(equal[: len(action.cards)])}")


def may_try(state: State, seat: Seat, action: Action) -> bool:
    return False


def is_near(state: State, seat: Seat, action: Action) -> bool:
    if not isinstance(action, Play):
        return True
    lying = {*state.up[seat], *state.down[seat]}
    return all(state.hands[seat] >> card & 1 or card in lying for card in action.cards)


def tries() -> list[str]:
    """Everything a seat might try."""
    plays = [
        f"play {text_of(cards)}"
        for rank in range(13)
        for number in range(1, 5)
        for cards in permutations(range(4 * rank, 4 * rank + 4), number)
    ]
    return [*plays, "flip 0", "flip 1", "flip 2", "collect", "pass"]
