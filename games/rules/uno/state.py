"""The table: what lies on it, whose turn it is, and the match around it."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, Literal, NamedTuple

from ..game import DEALER, BadConfig, Config, Seat
from ..unroll import unrolled
from ..words import _
from .cards import ALL_FITS, ALL_NUMBERS, ALL_WILDS, DECK, KIND, Card, Colour, Hand, Row, cards_of
from .meta import META, MOST_SEATS, TEAM_SEATS

MOST_ROUNDS: Final = 100
MOST_MOVES: Final = 2000  # U24
MOST_MISPLAYS: Final = 3  # U15
FACES_IN_DECK: Final = sum(KIND[card] for card in cards_of(ALL_NUMBERS))
WILDS_IN_DECK: Final = ALL_WILDS.bit_count()
SPECIALS_IN_DECK: Final = len(DECK) - ALL_NUMBERS.bit_count() - WILDS_IN_DECK
Stage = Literal["deal", "play", "reshuffle", "over"]
Reason = Literal["draw", "penalty", "out"]


class Options(NamedTuple):
    hand_size: int
    uno_check: bool
    challenge: bool
    number_points: bool
    special_points: int
    wild_points: int
    no_misplay_penalty: bool
    stack_mixed: bool
    stack_skips: bool
    teams: bool
    target_score: int
    first_seat: Seat | None


class Round(NamedTuple):
    """A finished round; nobody wins one that is drawn."""

    winner: Seat | None
    points: int


class Match(NamedTuple):
    options: Options
    seats: int
    first: Seat | None  # who began the first round; None before its deal
    scores: tuple[int, ...]
    rounds: tuple[Round, ...]  # the finished ones
    most_misplays: int  # U15: in a row; in version 1 of the rules there was no limit
    is_plain: bool  # what may be laid with no sum pending is what fits, one card at a time


class Charge(NamedTuple):
    """What a challenge of the Wild Draw Four on top would be judged by (U12)."""

    instead: Hand  # the cards that would have fitted in its place: to hold one is a bluff
    left: int  # how many cards its player had left
    bluff: bool  # known to its player alone


class Lack(NamedTuple):
    """What a seat let everyone know when it had to draw: nothing in its hand fitted (U7)."""

    fitting: Hand  # what it would have needed, all copies
    fresh: int  # how many of its cards may have come since


Hands = tuple[Hand, ...]
Looks = tuple[Hand, ...]  # what each seat, and last everyone, has seen in a hand; () for nothing
Lacks = tuple[Lack | None, ...]


# By colour and top card: what is known of a seat that has just drawn one card for want of any.
LACKING: Final = tuple(tuple(Lack(fitting, 1) for fitting in tops) for tops in ALL_FITS)


@unrolled
def fresher(lack: Lack, more: int) -> Lack:
    return lack._replace(fresh=lack.fresh + more)


class OneLeft(NamedTuple):
    """U18: whose play left them one card, and who has accused them of silence since."""

    seat: Seat
    accusers: tuple[Seat, ...]


class Debt(NamedTuple):
    """The rest of a draw that waits for a reshuffle (U16)."""

    seat: Seat
    cards: int
    reason: Reason


class State(NamedTuple):
    match: Match
    stage: Stage
    turn: Seat  # the dealer's while no round is played
    direction: int  # 1 clockwise, -1 the other way
    colour: Colour
    pile: Row  # the top first
    discards: Row  # the top last
    hands: Hands
    pending: int
    charge: Charge | None
    drawn: Card | None  # U7: a card that fits, drawn by the seat on turn
    declared: int  # one bit for each seat
    one_left: OneLeft | None
    known: tuple[Looks, ...]  # of each hand
    lacks: Lacks
    moves: int  # U24
    reshuffles: int
    idle: int  # U16: turns in a row whose draw gave no card
    misplays: int  # U15: in a row, with no other turn action between them
    debt: Debt | None


def new(config: Config, seats: int, version: int = META.version) -> State:
    """The table before the first deal. Raises BadConfig."""
    META.check(seats, version)
    chosen: dict[str, Any] = {**META.configure(config)}
    options = Options(**chosen)
    _check(options, seats)
    return State(
        match=Match(
            options,
            seats,
            first=None,
            scores=(0,) * seats,
            rounds=(),
            is_plain=options.challenge and not options.stack_skips,
            most_misplays=MOST_MISPLAYS if version > 1 else MOST_MOVES,
        ),
        stage="deal",
        turn=DEALER,
        direction=1,
        colour=0,
        pile=b"",
        discards=b"",
        hands=(0,) * seats,
        pending=0,
        charge=None,
        drawn=None,
        declared=0,
        one_left=None,
        known=((),) * seats,
        lacks=(None,) * seats,
        moves=0,
        reshuffles=0,
        idle=0,
        misplays=0,
        debt=None,
    )


def seen_in(looks: Looks, viewer: Seat | None) -> Hand:
    """None is a spectator, who has seen what everyone has."""
    return looks[-1 if viewer is None else viewer] if looks else 0


def _check(options: Options, seats: int) -> None:
    if options.teams and seats != TEAM_SEATS:  # U2
        raise BadConfig(_("Teams are for 4 players: two against two."))
    if options.first_seat is not None and options.first_seat >= seats:
        raise BadConfig(_("The first seat must be one of the %(n)s at this table.", n=seats))
    faces = FACES_IN_DECK if options.number_points else 0
    most = faces + SPECIALS_IN_DECK * options.special_points + WILDS_IN_DECK * options.wild_points
    if options.target_score and not most:  # U23
        raise BadConfig(_("No card scores a point, so nobody can ever reach the target score."))
    if options.target_score > MOST_ROUNDS * most:
        raise BadConfig(
            _("Nobody can reach that target score in %(rounds)s rounds.", rounds=MOST_ROUNDS)
        )


_ALONE: Final = tuple((seat,) for seat in range(MOST_SEATS))
_THE_DEALER: Final = (DEALER,)


def to_act(state: State) -> tuple[Seat, ...]:
    """The seat on turn, then those who may only say something, in turn order."""
    if state.stage != "play":
        return () if state.stage == "over" else _THE_DEALER
    if state.one_left is None:
        return _ALONE[state.turn]
    return _with_speakers(state, state.one_left)


def _with_speakers(state: State, one_left: OneLeft) -> tuple[Seat, ...]:
    order = _in_turn_order(state.turn, state.direction, state.match.seats)
    silent = one_left.accusers + ((one_left.seat,) if has_declared(state, one_left.seat) else ())
    if not silent:
        return order
    return (state.turn, *[seat for seat in order[1:] if seat not in silent])


@cache
def _in_turn_order(turn: Seat, direction: int, seats: int) -> tuple[Seat, ...]:
    return tuple((turn + direction * step) % seats for step in range(seats))


def is_on_turn(state: State, seat: Seat) -> bool:
    return state.stage == "play" and state.turn == seat


def has_declared(state: State, seat: Seat) -> bool:
    return bool(state.declared >> seat & 1)


def rests(state: State) -> bool:
    return state.stage == "deal" and bool(state.match.rounds)


def side_of(match: Match, seat: Seat) -> tuple[Seat, ...]:
    """Who wins when this seat does (U2)."""
    if match.options.teams:
        return tuple(range(seat % 2, match.seats, 2))
    return (seat,)
