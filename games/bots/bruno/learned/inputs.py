"""What the network is told of a table and of what an action leaves behind.

Everything comes from `knowledge`, so from the seat's view alone. The chances are worth more than
all the counts: that a seat is stuck, that it goes out, and what follows for those after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from math import floor
from typing import Final, NamedTuple

from ....rules.bruno.actions import Action, Play
from ....rules.bruno.cards import ANSWERS, CARDS_OF_RANK, FUNCTIONS, THREE, TWO, Demand
from ....rules.bruno.view import View
from ....rules.cards import Mask
from ..knowledge import Knowledge, after_a_ten, goes_out, knowledge, own_share, stuck
from .layout import AHEAD, AT, CHANCES, DEMANDS, FEW, LEFT, MOST, NEAR, RANKS

ME, NEXT, PARTNER, LAST = range(4)
SIZES: Final = MOST + 1
COPIES: Final = 4 * RANKS
MANY: Final = 1 << 14
# What is told of each of the others, three numbers under a name.
CERTAIN: Final = ("STUCK_CHANCE", "LATER", "GOES_OUT")
WITH_PILE: Final = ("STUCK_PILE", "LATER_PILE", "STUCK_FUNCTIONS", "LATER_FUNCTIONS")
OTHERS: Final = [AT[name] + role for name in CERTAIN + WITH_PILE for role in range(3)]


class Inputs:
    """Those that are not nought: which are one, and which something else."""

    __slots__ = ("index", "ones", "value")

    def __init__(self) -> None:
        self.ones: list[int] = []
        self.index: list[int] = []
        self.value: list[float] = []

    def put(self, index: int, value: float) -> None:
        self.index.append(index)
        self.value.append(value)

    def copies(self, start: int, cards: Mask) -> None:
        """One input for the first card of a rank, another for the second …"""
        self.ones.extend([start + place for place in _copies(cards)])

    def numbers(self, start: int, cards: Mask) -> None:
        for rank, number in _numbers(cards):
            self.put(start + rank, number)

    def pairs(self) -> Iterator[tuple[int, float]]:
        yield from ((index, 1.0) for index in self.ones)
        yield from zip(self.index, self.value, strict=True)


@lru_cache(MANY)
def _copies(cards: Mask) -> tuple[int, ...]:
    return tuple(4 * rank + copy for rank, number in _numbers(cards) for copy in range(number))


@lru_cache(MANY)
def _numbers(cards: Mask) -> tuple[tuple[int, int], ...]:
    suits = ((rank, cards >> 4 * rank & 15) for rank in range(RANKS))
    return tuple((rank, held.bit_count()) for rank, held in suits if held)


class After(NamedTuple):
    """What an action leaves, as far as its maker can tell."""

    hand: Mask  # nothing after a ten
    size: int
    up: Mask
    down: int
    turns: int  # that it takes to shed all this, at the least
    pile: Mask
    demand: Demand
    mover: int  # ME, NEXT or PARTNER

    @property
    def total(self) -> int:
        return self.size + self.up.bit_count() + self.down


class Prospects(NamedTuple):
    """What a demand means for the others, whatever lies on the pile."""

    chances: list[float]  # that a seat is stuck
    later: list[float]  # that the demand is answered first, and too much for a seat further on
    outs: list[float]  # that a seat goes out
    ones: list[int]


def prospects(known: Knowledge, demand: Demand) -> Prospects:
    chances = [stuck(side, demand, known.unseen) for side in known.others]
    following, partner, last = chances
    later = [
        (1 - following) * partner,
        (1 - following) * (1 - partner) * last,
        (1 - partner) * last,
    ]
    outs = [goes_out(side, demand, known.unseen) for side in known.others]
    ones = []
    for role, (side, chance) in enumerate(zip(known.others, chances, strict=True)):
        ones.append(AT["STUCK"] + role * CHANCES + _bucket(chance))
        left = (role * DEMANDS + _place(demand)) * (LEFT + 1) + min(side.total, LEFT)
        ones.append(AT["DEMAND_LEFT"] + left)
    return Prospects(chances, later, outs, ones)


class Thought:
    """A view, and what can be said about every action from it."""

    def __init__(self, view: View) -> None:
        self.options = view.options
        self.tens = len(view.removed)
        self.known = knowledge(view)
        self.prospects = cache(self._prospects)

    def _prospects(self, demand: Demand) -> Prospects:
        return prospects(self.known, demand)

    def table(self) -> Inputs:
        """The part that is the same for all actions but tens."""
        return self._table(self.known)

    def _table(self, known: Knowledge) -> Inputs:
        inputs = Inputs()
        for role, side in enumerate(known.others):
            inputs.ones.append(AT["SEAT_HAND"] + role * SIZES + min(side.hand, MOST))
            inputs.ones.append(AT["SEAT_HIDDEN"] + role * SIZES + min(side.hidden, MOST))
            inputs.ones.append(AT["SEAT_TOTAL"] + role * SIZES + min(side.total, MOST))
            inputs.copies(AT["SEAT_KNOWN"] + role * COPIES, side.known)
            inputs.numbers(AT["SEAT_UP"] + role * RANKS, side.up)
            inputs.ones.append(AT["SEAT_DOWN"] + role * 4 + side.down)
        inputs.copies(AT["UNSEEN"], known.unseen.maybe)
        inputs.ones.append(AT["TENS"] + self.tens)
        for place, is_on in enumerate(self.options[:3]):
            if is_on:
                inputs.ones.append(AT["OPTIONS"] + place)
        return inputs

    def action(self, action: Action) -> Inputs:
        """The part that differs; not for a ten, after which the table is another.

        Passing and turning a face-down card need no thought: nothing else is legal beside them.
        """
        inputs = Inputs()
        after = self._after(action)
        _of_own(inputs, after)
        _of_answers(inputs, after)
        _of_action(inputs, action, after)
        _of_others(inputs, self.known, after, self.prospects(after.demand))
        return inputs

    def ten(self, play: Play) -> tuple[Inputs, Inputs]:
        """Both parts after a ten (B15)."""
        redealt = after_a_ten(self.known, self.known.hand & ~play.mask)
        after = self._after_ten(redealt, play)
        inputs = Inputs()
        _of_own(inputs, after)
        _of_action(inputs, play, after)
        inputs.ones.append(AT["TEN_PLAYED"])
        for rank, cards in enumerate(CARDS_OF_RANK):
            inputs.put(AT["HEAP"] + rank, redealt.unseen.number(cards) / 4)
        _of_others(inputs, redealt, after, prospects(redealt, after.demand))
        return self._table(redealt), inputs

    def _after(self, action: Action) -> After:
        known = self.known
        if isinstance(action, Play):
            return _after_play(known, action)
        mover = ME if known.keeps_the_lead else NEXT
        hand = known.hand | known.pile
        turns = len(_numbers(hand)) + known.up.bit_count() + known.down
        return After(hand, hand.bit_count(), known.up, known.down, turns, 0, None, mover)

    def _after_ten(self, redealt: Knowledge, play: Play) -> After:
        known, heap = self.known, redealt.unseen
        up = known.up if known.hand else known.up & ~play.mask
        share = own_share(heap)
        size = floor(heap.number() * share + 0.5)
        ranks = sum([min(heap.number(cards) * share, 1.0) for cards in CARDS_OF_RANK])
        turns = floor(ranks + 0.5) + up.bit_count() + known.down
        return After(0, size, up, known.down, turns, known.pile, known.demand, NEXT)


def _after_play(known: Knowledge, play: Play) -> After:
    hand = known.hand & ~play.mask
    up = known.up if known.hand else known.up & ~play.mask
    turns = len(_numbers(hand)) + up.bit_count() + known.down
    demand = known.demand if play.rank in (TWO, THREE) else play.rank
    mover = PARTNER if play.rank == THREE else NEXT
    pile = known.pile | play.mask
    return After(hand, hand.bit_count(), up, known.down, turns, pile, demand, mover)


def _of_own(inputs: Inputs, after: After) -> None:
    inputs.copies(AT["HAND"], after.hand)
    inputs.ones.append(AT["SIZE"] + min(after.size, MOST))
    inputs.ones.append(AT["TURNS"] + min(after.turns, MOST))
    inputs.ones.append(AT["TOTAL"] + min(after.total, MOST))
    inputs.numbers(AT["UP"], after.up)
    inputs.ones.append(AT["DOWN"] + after.down)
    if not after.up and not after.down and after.hand:  # B22
        functions = (after.hand & FUNCTIONS).bit_count()
        inputs.ones.append(AT["LAST_FUNCTIONS"] + min(functions, FEW))
        if functions == after.size:
            inputs.ones.append(AT["ALL_FUNCTIONS"])


def _of_answers(inputs: Inputs, after: After) -> None:
    """What is left to answer the new demand with, should it come round."""
    answers = (after.hand or after.up) & ANSWERS[after.demand]
    functions = (answers & FUNCTIONS).bit_count()
    inputs.ones.append(AT["ANSWERS"] + min(answers.bit_count() - functions, FEW))
    inputs.ones.append(AT["ANSWER_FUNCTIONS"] + min(functions, FEW))


def _of_action(inputs: Inputs, action: Action, after: After) -> None:
    if isinstance(action, Play):
        inputs.ones.append(AT["PLAYED"] + 4 * action.rank + len(action.cards) - 1)
    else:
        inputs.ones.append(AT["COLLECTS"])
    inputs.numbers(AT["PILE"], after.pile)
    inputs.ones.append(AT["PILE_SIZE"] + min(after.pile.bit_count(), MOST))
    inputs.ones.append(AT["DEMAND"] + after.mover * DEMANDS + _place(after.demand))


def _place(demand: Demand) -> int:
    return 0 if demand is None else demand + 1


def _of_others(inputs: Inputs, known: Knowledge, after: After, ahead: Prospects) -> None:
    size, functions = after.pile.bit_count() / 10, (after.pile & FUNCTIONS).bit_count()
    stuck_ever = ahead.chances + ahead.later
    inputs.ones.extend(ahead.ones)
    inputs.index.extend(OTHERS)
    inputs.value.extend(stuck_ever)
    inputs.value.extend(ahead.outs)
    inputs.value.extend([chance * size for chance in stuck_ever])
    inputs.value.extend([chance * functions for chance in stuck_ever])
    if after.mover != ME:
        role = after.mover - 1
        inputs.ones.append(AT["MOVER_STUCK"] + role * CHANCES + _bucket(ahead.chances[role]))
        inputs.put(AT["MOVER_CHANCE"] + role, ahead.chances[role])
        inputs.put(AT["MOVER_GOES_OUT"] + role, ahead.outs[role])
    _of_race(inputs, known, after)


def _bucket(chance: float) -> int:
    return min(int(chance * CHANCES), CHANCES - 1)


def _of_race(inputs: Inputs, known: Knowledge, after: After) -> None:
    following, partner, last = (side.total for side in known.others)
    ours, theirs = min(after.total, partner), min(following, last)
    inputs.ones.append(AT["RACE"] + max(-AHEAD, min(theirs - ours, AHEAD)) + AHEAD)
    inputs.ones.append(AT["OURS"] + min(ours, NEAR))
    inputs.ones.append(AT["THEIRS"] + min(theirs, NEAR))
