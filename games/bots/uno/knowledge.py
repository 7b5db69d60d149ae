"""What a seat at an UNO table can work out: which cards are left, and who may hold them."""

from __future__ import annotations

from typing import Final, NamedTuple

from ...rules.game import Seat
from ...rules.uno.cards import ALL_FITS, BITS, WILD, Card, Hand, hand_of
from ...rules.uno.state import Lack, side_of
from ...rules.uno.view import View

ALL_CARDS: Final[Hand] = sum(BITS)


class Other(NamedTuple):
    """Another seat: cards this seat has seen in it, and hidden ones.

    The older ones were there when it had to draw, so none of them can be one that fitted then.
    """

    size: int
    known: Hand
    older: int
    fresh: int
    lacked: Hand
    is_mate: bool
    chose_the_colour: bool


class Knowledge(NamedTuple):
    others: tuple[Other, ...]  # by seat; oneself too, so that seats are places
    unseen: Hand


def knowledge(view: View) -> Knowledge:
    seen: list[Card] = list(view.discards)
    for cards in view.known:
        seen += cards
    chooser = who_chose_the_colour(view)
    others = tuple(_other(view, seat, seat == chooser) for seat in range(view.match.seats))
    return Knowledge(others, ALL_CARDS ^ hand_of(seen))


def _other(view: View, seat: Seat, chose_the_colour: bool) -> Other:
    size, known, lack = view.hand_sizes[seat], view.known[seat], view.lacks[seat]
    hidden = size - len(known)
    fresh = hidden if lack is None else min(hidden, lack.fresh)
    return Other(
        size=size,
        known=hand_of(known),
        older=hidden - fresh,
        fresh=fresh,
        lacked=0 if lack is None else lack.fitting,
        is_mate=is_mate(view, seat),
        chose_the_colour=chose_the_colour,
    )


def is_mate(view: View, seat: Seat) -> bool:
    return view.seat is not None and seat in side_of(view.match, view.seat)


def who_chose_the_colour(view: View) -> Seat | None:
    """The player of the wild on top: the first one back who has not had to draw on it since."""
    if view.top is None or view.top < WILD:
        return None
    seat = view.turn
    for _ in range(view.match.seats):
        seat = (seat - view.direction) % view.match.seats
        if not _drew_on(view.lacks[seat], ALL_FITS[view.colour][view.top]):
            return seat
    return None


def _drew_on(lack: Lack | None, fitting: Hand) -> bool:
    return lack is not None and lack.fresh > 0 and lack.fitting == fitting


def holds(other: Other, cards: Hand, unseen: Hand) -> float:
    """The chance that this seat has one of these cards (given with all their copies)."""
    if other.known & cards:
        return 1.0
    none = none_of(cards, other.older, unseen & ~other.lacked) * none_of(cards, other.fresh, unseen)
    return 1.0 - none


def none_of(cards: Hand, drawn: int, unseen: Hand) -> float:
    """The chance that so many unseen cards have none of these among them."""
    total = unseen.bit_count()
    others = total - (unseen & cards).bit_count()
    chance = 1.0
    for taken in range(drawn):
        if others <= taken:
            return 0.0 if total > taken else chance
        chance *= (others - taken) / (total - taken)
    return chance
