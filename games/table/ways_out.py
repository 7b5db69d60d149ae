"""What one visitor may do about those who go: themselves, their side, or somebody who is away."""

from __future__ import annotations

from typing import NamedTuple

from ..log import ends
from ..log.position import Position
from ..log.states import facts
from ..models import Player
from ..rules.game import Refused, Seat
from ..rules.words import Phrase, listed
from ..time import clock


class Absent(NamedTuple):
    seat: Seat
    name: str


class WaysOut(NamedTuple):
    """What the table's menu offers beside its links. A side's talk of conceding is its own."""

    may_give_up: bool = False
    may_end: bool = False
    may_concede: bool = False
    concedes: bool = False  # the viewer has said so, and waits for the others
    offers: Phrase | None = None  # who else of the side would concede
    absent: tuple[Absent, ...] = ()  # whom the house may play for
    has_given_up: bool = False


def ways_out(position: Position, seat: Seat | None) -> WaysOut:
    if seat is None or position.game.is_over:
        return WaysOut()
    me = position.players[seat]
    if me.has_given_up:
        return WaysOut(has_given_up=True)
    side, may_end = _side(position, seat), len(position.people) == 1 and not position.game.is_rated
    return WaysOut(
        may_give_up=not may_end,
        may_end=may_end,
        may_concede=bool(side) and not may_end,
        concedes=me.concedes,
        offers=_offers(position, [player for player in side if player.seat != seat]),
        absent=_absent(position, seat),
    )


def _side(position: Position, seat: Seat) -> list[Player]:
    """Everybody who would concede with this seat; nobody where that cannot be."""
    try:
        seats = ends.side_conceding(position, seat)
    except Refused:
        return []
    return [player for player in position.people if player.seat in seats]


def _offers(position: Position, others: list[Player]) -> Phrase | None:
    names = facts(position.game.pk).names
    offering = [names[each.seat] for each in others if each.concedes]
    return listed(offering) if offering else None


def _absent(position: Position, seat: Seat) -> tuple[Absent, ...]:
    names = facts(position.game.pk).names
    return tuple(
        Absent(player.seat, names[player.seat])
        for player in position.people
        if player.seat != seat
        and not player.plays_itself
        and clock.may_be_replaced(position, player)
    )
