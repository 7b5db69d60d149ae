"""What the contract asks about UNO that the protocol does not tell."""

from __future__ import annotations

from itertools import product

from games.rules.game import Config, Seat
from games.rules.uno import META, Action, State
from games.rules.uno.actions import Play
from games.rules.uno.cards import CARD_TEXT, COLOURS, DECK, WILD, cards_of

ALL_VARIANTS = {"stack_mixed": True, "stack_skips": True, "no_misplay_penalty": True}

CONFIGS: list[tuple[Config, int]] = [
    (META.configure({}), 2),
    (META.configure({**META.presets["QUICK"], "first_seat": 2}), 3),
    (META.configure({"teams": True, **ALL_VARIANTS}), 4),
    (META.configure({**META.presets["CASUAL"], "challenge": False}), 5),
    (META.configure({"hand_size": 1, "target_score": 60, "stack_skips": True}), 6),
]
CODES = """shuffling not_seated no_deal_due bad_deal no_reshuffle_due bad_reshuffle must_play
    drawn_already nothing_to_keep no_challenges nothing_to_challenge only_next_challenges no_uno
    said_already too_early nobody_to_catch not_that_one not_yourself caught_already one_skip
    skips_fit wild_four_last not_yours play_or_keep facing_a_sum does_not_fit only_skips_together
    which_card choose_a_colour no_such_colour"""
MOST_ROUNDS = 100
# 2,000 actions of seats and the deal; each of the actions might need one reshuffle.
MOST_MOVES_OF_A_ROUND = 2 * 2000 + 1


def cards_in(state: State) -> list[str]:
    """Every card of the table, wherever it lies; before the deal the whole deck."""
    hands = [card for hand in state.hands for card in cards_of(hand)]
    return [CARD_TEXT[card] for card in (*hands, *state.pile, *state.discards) or DECK]


def most_moves(config: Config) -> int:
    return MOST_MOVES_OF_A_ROUND * (MOST_ROUNDS if config["target_score"] else 1)


def as_listed(state: State, seat: Seat, action: Action) -> Action:
    """U8: several Skips may be laid in any order, if only the last is the same."""
    if not isinstance(action, Play) or len(action.cards) == 1:
        return action
    *others, last = action.cards
    return Play(bytes([*sorted(others), last]))


def may_try(state: State, seat: Seat, action: Action) -> bool:
    """U15: cards at hand, by the seat on turn, while nothing waits; three times in a row."""
    is_on_turn = state.stage == "play" and state.turn == seat
    if not is_on_turn or not isinstance(action, Play) or state.match.options.no_misplay_penalty:
        return False
    waits = state.pending or state.drawn is not None
    return is_near(state, seat, action) and not waits and state.misplays < 3


def is_near(state: State, seat: Seat, action: Action) -> bool:
    if not isinstance(action, Play):
        return True
    held = cards_of(state.hands[seat])
    return all(action.cards.count(card) <= held.count(card) for card in action.cards)


def tries() -> list[str]:
    """Everything a seat might try, but of several Skips only two or three."""
    singles = [f"play {card}" for card in CARD_TEXT[:WILD]]
    wilds = [f"play {card} {colour}" for card in CARD_TEXT[WILD:] for colour in COLOURS]
    skips = [f"{colour}skip" for colour in COLOURS]
    several = [f"play {' '.join(row)}" for n in (2, 3) for row in product(skips, repeat=n)]
    words = ["draw", "keep", "challenge", "uno", *(f"catch {seat}" for seat in range(6))]
    return [*singles, *wilds, *several, *words]
