"""What a seat may know, gathered piece by piece from the table."""

from __future__ import annotations

from typing import NamedTuple

from ..game import Result, Seat
from .cards import Card, Colour, Row, cards_of
from .state import (
    Debt,
    Lacks,
    Match,
    Options,
    Stage,
    State,
    Window,
    has_declared,
    result,
    seen_in,
    to_act,
)


class View(NamedTuple):
    seat: Seat | None  # whose view it is; None for a spectator
    match: Match  # the options, the scores and the finished rounds
    stage: Stage
    to_act: tuple[Seat, ...]
    turn: Seat  # the dealer's while no round is played
    direction: int  # 1 clockwise, -1 the other way
    colour: Colour
    pile: int  # how many cards are left to draw
    discards: Row  # the top last
    hand: Row  # the viewer's own
    hand_sizes: tuple[int, ...]
    known: tuple[Row, ...]  # of each hand, the cards this viewer knows to be in it
    public: tuple[Row, ...]  # of each hand, the cards that everyone has seen in it
    lacks: Lacks  # of each seat, what did not fit when it last had to draw
    pending: int
    instead: Row | None  # U12: what would have fitted in place of the wild on top
    left: int  # how many cards its player had left
    bluff: bool | None  # known to its player alone
    waiting: bool  # U7: the seat on turn has drawn a card that fits
    drawn: Card | None  # that card, if the viewer drew it
    declared: tuple[bool, ...]
    window: Window | None
    moves: int
    reshuffles: int
    idle: int
    debt: Debt | None
    result: Result | None

    @property
    def options(self) -> Options:
        return self.match.options

    @property
    def top(self) -> Card | None:
        return self.discards[-1] if self.discards else None

    @property
    def accused(self) -> Seat | None:
        """Who laid the Wild Draw Four that may be challenged."""
        if self.instead is None:
            return None
        return (self.turn - self.direction) % self.match.seats


def view(state: State, seat: Seat | None) -> View:
    """All that this seat may know, and nothing else; None is a spectator."""
    charge, seats = state.charge, range(state.match.seats)
    is_mine = seat == (state.turn - state.direction) % state.match.seats
    return View(
        seat=seat,
        match=state.match,
        stage=state.stage,
        to_act=to_act(state),
        turn=state.turn,
        direction=state.direction,
        colour=state.colour,
        pile=len(state.pile),
        discards=state.discards,
        hand=b"" if seat is None else cards_of(state.hands[seat]),
        hand_sizes=tuple(hand.bit_count() for hand in state.hands),
        known=tuple(_known(state, seat, other) for other in seats),
        public=tuple(cards_of(seen_in(looks, None)) for looks in state.known),
        lacks=state.lacks,
        pending=state.pending,
        instead=cards_of(charge.instead) if charge else None,
        left=charge.left if charge else 0,
        bluff=charge.bluff if charge and is_mine else None,
        waiting=state.drawn is not None,
        drawn=state.drawn if seat == state.turn else None,
        declared=tuple(has_declared(state, other) for other in seats),
        window=state.window,
        moves=state.moves,
        reshuffles=state.reshuffles,
        idle=state.idle,
        debt=state.debt,
        result=result(state),
    )


def _known(state: State, viewer: Seat | None, other: Seat) -> Row:
    """Own cards; what was seen in another hand; and all hands once they are counted (U22)."""
    if viewer == other or state.stage in ("deal", "over"):
        return cards_of(state.hands[other])
    return cards_of(seen_in(state.known[other], viewer))
