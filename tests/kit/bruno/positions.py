"""Positions of Bruno written as cards, and moves written as text."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules import bruno
from games.rules.bruno.cards import Demand
from games.rules.bruno.state import Row, State
from games.rules.cards import CARD_OF, RANKS, Card, cards_of, mask_of, text_of
from games.rules.game import Seat

NO_HANDS = ("", "", "", "")
NO_ROWS = ("- - -",) * 4
# Something to hold for those who are not what a test is about.
OTHERS = ("4h", "4d", "4c")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(CARD_OF[name] for name in text.split())


def _row(text: str) -> Row:
    return tuple(None if name == "-" else CARD_OF[name] for name in text.split())


def demand_of(rank: str) -> Demand:
    return RANKS.index(rank) if rank else None


def table(
    *hands: str,
    up: Sequence[str] = NO_ROWS,
    down: Sequence[str] = NO_ROWS,
    pile: str = "",
    demand: str = "",
    turn: Seat = 0,
    actions: int = 0,
    **options: bool,
) -> State:
    """Rows are `4s - Kd`; a demand is a rank: `Q`, `9` for “below 9”, empty for a free lead."""
    laid = cards(pile)
    return bruno.new(bruno.META.configure(options), 4)._replace(
        to_act=(turn,),
        first=0,
        turn=turn,
        demand=demand_of(demand),
        hands=tuple(mask_of(cards(hand)) for hand in hands or NO_HANDS),
        up=tuple(_row(row) for row in up),
        down=tuple(_row(row) for row in down),
        pile=laid,
        top=((turn - 1) % 4, laid[-1:]) if laid else None,
        actions=actions,
    )


def legal(state: State) -> list[str]:
    return [str(action) for action in bruno.legal_actions(state, state.turn)]


def after(state: State, *texts: str) -> State:
    """Each text by whoever is to act, the dealer included."""
    for text in texts:
        state = bruno.apply(state, state.to_act[0], bruno.parse(text))
    return state


def hand(state: State, seat: Seat) -> str:
    return text_of(cards_of(state.hands[seat]))


def pile(state: State) -> str:
    return text_of(state.pile)


def faces(state: State) -> tuple[Seat, str]:
    """Who is to act, and what they must answer: a rank, `9`, or nothing."""
    return state.to_act[0], "" if state.demand is None else RANKS[state.demand]
