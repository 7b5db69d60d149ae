"""What a seat may know, gathered piece by piece from the table."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ..game import DEALER, Result, Seat
from .cards import Card, Colour, Row, cards_of
from .scores import result
from .state import Debt, Lacks, Match, OneLeft, Options, Stage, State, seen_in, to_act


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
    one_left: OneLeft | None
    moves: int
    reshuffles: int
    idle: int
    misplays: int
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
    """All that this seat may know, and nothing else; None is a spectator, like the dealer."""
    if seat == DEALER:
        seat = None
    match, charge, hands = state.match, state.charge, state.hands
    own = b"" if seat is None else cards_of(hands[seat])
    is_mine = charge is not None and seat == (state.turn - state.direction) % match.seats
    return View(
        seat=seat,
        match=match,
        stage=state.stage,
        to_act=to_act(state),
        turn=state.turn,
        direction=state.direction,
        colour=state.colour,
        pile=len(state.pile),
        discards=state.discards,
        hand=own,
        hand_sizes=tuple([hand.bit_count() for hand in hands]),
        known=_known(state, seat, own),
        public=tuple([cards_of(looks[-1]) if looks else b"" for looks in state.known]),
        lacks=state.lacks,
        pending=state.pending,
        instead=cards_of(charge.instead) if charge else None,
        left=charge.left if charge else 0,
        bluff=charge.bluff if charge and is_mine else None,
        waiting=state.drawn is not None,
        drawn=state.drawn if seat == state.turn else None,
        declared=_flags(state.declared, match.seats),
        one_left=state.one_left,
        moves=state.moves,
        reshuffles=state.reshuffles,
        idle=state.idle,
        misplays=state.misplays,
        debt=state.debt,
        result=result(state),
    )


def _known(state: State, viewer: Seat | None, own: Row) -> tuple[Row, ...]:
    """Own cards; what was seen in another hand; and all hands once they are counted (U22)."""
    if state.stage in ("deal", "over"):
        return tuple([cards_of(hand) for hand in state.hands])
    known = [cards_of(seen_in(looks, viewer)) if looks else b"" for looks in state.known]
    if viewer is not None:
        known[viewer] = own
    return tuple(known)


@cache
def _flags(bits: int, seats: int) -> tuple[bool, ...]:
    return tuple(bool(bits >> seat & 1) for seat in range(seats))
