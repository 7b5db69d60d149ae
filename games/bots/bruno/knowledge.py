"""What a seat at a Bruno table can work out: who may hold what, and the chances that follow."""

from __future__ import annotations

from typing import Final, NamedTuple

from ...rules.bruno.cards import ANSWERS, FUNCTIONS, Demand
from ...rules.bruno.view import SeatView, View
from ...rules.cards import DECK, Mask, mask_of

SEATS: Final = 4
ALL_CARDS: Final = mask_of(DECK)
# From one seat on: the opponent who follows, the partner, the opponent who went before.
NEXT, PARTNER, LAST = 1, 2, 3


class Side(NamedTuple):
    """One of the others. The forced zone is the first of hand, face-up and face-down with cards."""

    hand: int  # how many cards
    known: Mask
    up: Mask
    down: int

    @property
    def hidden(self) -> int:
        return self.hand - self.known.bit_count()

    @property
    def table(self) -> int:
        return self.up.bit_count() + self.down

    @property
    def total(self) -> int:
        return self.hand + self.table


class Unknown(NamedTuple):
    """Where unseen cards come from: these surely, and that share of those."""

    sure: Mask
    maybe: Mask
    share: float

    def number(self, cards: Mask = ALL_CARDS) -> float:
        return (self.sure & cards).bit_count() + self.share * (self.maybe & cards).bit_count()


class Knowledge(NamedTuple):
    demand: Demand
    hand: Mask
    up: Mask
    down: int
    others: tuple[Side, ...]  # NEXT, PARTNER and LAST, less one
    unseen: Unknown
    pile: Mask
    keeps_the_lead: bool  # whether who collects leads


def knowledge(view: View) -> Knowledge:
    assert view.seat is not None, "spectators do not play"
    sides = [_side(view.seats[(view.seat + step) % SEATS]) for step in range(SEATS)]
    me, *others = sides
    hand, pile = mask_of(view.hand), mask_of(view.pile)
    seen = hand | me.up | pile | mask_of(view.removed)
    for side in others:
        seen |= side.known | side.up
    return Knowledge(
        demand=view.demand,
        hand=hand,
        up=me.up,
        down=me.down,
        others=tuple(others),
        unseen=Unknown(0, ALL_CARDS & ~seen, 1.0),
        pile=pile,
        keeps_the_lead=not view.options.next_leads,
    )


def _side(seat: SeatView) -> Side:
    up = mask_of([card for card in seat.up if card is not None])
    return Side(seat.hand, mask_of(seat.known), up, sum(seat.down))


def after_a_ten(known: Knowledge, hand: Mask) -> Knowledge:
    """B15: all hands in one heap, from which everyone gets the same number within one.

    `hand` is what is left of one's own beside the ten. What anyone holds afterwards, oneself
    included, is unknown; only what the heap is made of is not.
    """
    hidden = sum(side.hidden for side in known.others)
    total = known.unseen.maybe.bit_count()
    sure = hand
    for side in known.others:
        sure |= side.known
    heap = Unknown(sure, known.unseen.maybe, hidden / total if total else 0.0)
    cards = sure.bit_count() + hidden
    others = tuple(
        Side((cards + SEATS - 1 - step) // SEATS, 0, side.up, side.down)
        for step, side in enumerate(known.others, start=1)
    )
    return known._replace(hand=0, others=others, unseen=heap)


def own_share(heap: Unknown) -> float:
    """What part of the heap the player of a ten gets: the first card, and every fourth."""
    cards = round(heap.number())
    return ((cards + SEATS - 1) // SEATS) / cards if cards else 0.0


def stuck(side: Side, demand: Demand, unseen: Unknown) -> float:
    """The chance that this seat has nothing to answer the demand with."""
    answers = ANSWERS[demand]
    if side.hand:
        return 0.0 if side.known & answers else _none_of(answers, side.hidden, unseen)
    if side.up:
        return 0.0 if side.up & answers else 1.0
    if not side.down:
        return 1.0
    if side.down == 1:
        answers &= ~FUNCTIONS  # B22
    return _none_of(answers, 1, unseen)


def _none_of(cards: Mask, drawn: int, unseen: Unknown) -> float:
    """The chance that so many unseen cards have none of these among them."""
    total = unseen.number()
    others = total - unseen.number(cards)
    chance = 1.0
    for _ in range(drawn):
        if others <= 0:
            return 0.0
        chance *= others / total
        others -= 1
        total -= 1
    return chance


def goes_out(side: Side, demand: Demand, unseen: Unknown) -> float:
    """The chance that this seat has one card left and may lay it now (B22)."""
    if side.total != 1:
        return 0.0
    answers = ANSWERS[demand] & ~FUNCTIONS
    seen = side.known | side.up
    if seen:
        return float(bool(seen & answers))
    return 1.0 - _none_of(answers, 1, unseen)
