"""What may be done, and what it does. The numbers are the clauses of docs/rules/briscalone.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..fair import shuffled
from ..game import DEALER, Config, IllegalAction, Result, Seat
from .actions import (
    ANSWERS,
    CALLS,
    OPENING,
    PLAYS,
    Action,
    Bid,
    Call,
    Deal,
    Pass,
    Play,
    Raise,
    Saying,
)
from .cards import DECK, LOWEST, Card, Hand, card_of, points_of, strongest
from .meta import META, SEATS
from .refusals import why_not
from .scores import game_result, round_result
from .state import TRICKS, WAITED_FOR, Auction, Called, State

_NEXT: Final = (1, 2, 3, 4, 0)


def new(config: Config, seats: int) -> State:
    META.check_seats(seats)
    rounds = META.configure(config)["rounds"]
    assert isinstance(rounds, int)
    return State(rounds)


def rests(state: State) -> bool:
    return state.turn == DEALER and bool(state.results)  # R12


def to_act(state: State) -> tuple[Seat, ...]:
    return WAITED_FOR[state.turn]


def deal(state: State, seed: bytes) -> Deal:
    return Deal(tuple(shuffled(seed, f"deal:{len(state.results)}", DECK)))


def result(state: State) -> Result | None:
    return game_result(state.results, state.rounds)


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    phase = state.phase
    if seat != state.turn or phase == "deal":
        return ()
    if phase == "auction":
        standing = state.auction.rank
        return OPENING if standing is None else ANSWERS[standing]
    if phase == "call":
        return CALLS
    return tuple([PLAYS[card] for card in state.hands[seat]])


def apply(state: State, seat: Seat, action: Action) -> State:
    """The state after it. Raises IllegalAction."""
    if isinstance(action, Play):
        return _play(state, seat, action)
    if isinstance(action, Call):
        return _call(state, seat, action)
    if isinstance(action, Deal):
        return _deal(state, seat, action)
    return _say(state, seat, action)


def _deal(state: State, seat: Seat, action: Deal) -> State:
    due = seat == DEALER and state.phase == "deal"
    if not due or tuple(sorted(action.cards)) != DECK:
        raise IllegalAction(why_not(state, seat, action))
    opener = len(state.results) % SEATS  # R2
    hands = tuple(_hand(action.cards, owner) for owner in range(SEATS))
    return State(state.rounds, state.results, "auction", opener, hands, Auction(opener))


def _hand(cards: Sequence[Card], seat: Seat) -> Hand:
    # Sorted: a hand tells nothing of the order in which it was dealt.
    return tuple(sorted(cards[seat * TRICKS : (seat + 1) * TRICKS]))


def _say(state: State, seat: Seat, saying: Saying) -> State:
    if seat != state.turn or state.phase != "auction" or not _may_say(state.auction, saying):
        raise IllegalAction(why_not(state, seat, saying))
    opener, sayings, bidder, rank, target = state.auction
    sayings += (saying,)
    if isinstance(saying, Bid):
        auction = Auction(opener, sayings, seat, saying.rank, target)
    elif isinstance(saying, Raise):
        auction = Auction(opener, sayings, seat, rank, target + 2)  # R4
    else:
        auction = Auction(opener, sayings, bidder, rank, target)
    if auction.ended:  # R7: the opener leads, whoever won the auction
        return State(state.rounds, state.results, "blind", opener, state.hands, auction)
    return State(state.rounds, state.results, "auction", _NEXT[seat], state.hands, auction)


def _may_say(auction: Auction, saying: Saying) -> bool:
    standing = auction.rank
    if isinstance(saying, Pass):
        return standing is not None  # R3
    if isinstance(saying, Raise):
        return standing == LOWEST  # R4
    return standing is None or saying.rank < standing  # R3


def _play(state: State, seat: Seat, action: Play) -> State:
    rounds, results, phase, turn, hands, auction, called, played, takers, points = state
    card = action.card
    wrong_time = seat != turn or (phase != "tricks" and phase != "blind")
    if wrong_time or card not in hands[seat]:
        raise IllegalAction(why_not(state, seat, action))
    hand = hands[seat]
    place = hand.index(card)
    hands = (*hands[:seat], hand[:place] + hand[place + 1 :], *hands[seat + 1 :])
    played += (card,)
    turn = _NEXT[seat]
    if len(played) % SEATS == 0:
        if called is not None:
            lying = State(
                rounds, results, phase, turn, hands, auction, called, played, takers, points
            )
            return _take_trick(lying, called)
        phase, turn = "call", auction.bidder  # R7
    return State(rounds, results, phase, turn, hands, auction, called, played, takers, points)


def _call(state: State, seat: Seat, action: Call) -> State:
    rank = state.auction.rank
    if seat != state.turn or state.phase != "call" or rank is None:
        raise IllegalAction(why_not(state, seat, action))
    card = card_of(rank, action.suit)
    return _take_trick(state, Called(action.suit, card, _dealt_to(state, card)))


def _dealt_to(state: State, card: Card) -> Seat:
    """R8: it may lie in the first trick already."""
    if card in state.played:
        return (state.auction.opener + state.played.index(card)) % SEATS
    return next(seat for seat, hand in enumerate(state.hands) if card in hand)


def _take_trick(state: State, called: Called) -> State:
    rounds, results, _, _, hands, auction, _, played, takers, points = state
    trick = played[-SEATS:]
    leader = takers[-1] if takers else auction.opener
    taker = (leader + strongest(trick, called.suit)) % SEATS  # R9
    takers += (taker,)
    points = (*points[:taker], points[taker] + points_of(trick), *points[taker + 1 :])
    if len(takers) < TRICKS:
        return State(
            rounds, results, "tricks", taker, hands, auction, called, played, takers, points
        )
    results += (round_result(auction, called, points),)  # R10
    last = len(results) == rounds
    return State(
        rounds,
        results,
        "over" if last else "deal",
        None if last else DEALER,  # R12
        hands,
        auction,
        called,
        played,
        takers,
        points,
    )
