"""What laying or keeping cards would leave behind, as named numbers for the hard bot to weigh."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ...rules.game import Seat
from ...rules.uno.actions import Action, Play
from ...rules.uno.cards import (
    ALL_FITS,
    BITS,
    CARDS,
    COLOURS,
    DRAW_TWO,
    KIND,
    PLUS,
    REVERSE,
    SKIP,
    STACKS,
    WILD,
    WILD_FOUR,
    Card,
    Colour,
    Hand,
    all_copies,
    cards_of,
    colour_of,
    hand_of,
    without_card,
)
from ...rules.uno.view import View
from ..linear import Feature
from .knowledge import Knowledge, Other, holds

MOST: Final = 10
# Above three cards nobody is near the end.
FAR: Final = 4


OF_COLOUR: Final = tuple(
    all_copies(card for card in CARDS if colour_of(card) == colour)
    for colour in range(len(COLOURS))
)
SKIPS, REVERSES, DRAW_TWOS = (
    all_copies(card for card in CARDS if KIND[card] == kind) for kind in (SKIP, REVERSE, DRAW_TWO)
)
# The cards that let a sum travel on.
PASSING_ON: Final = tuple(
    tuple({top: all_copies(cards_of(mask)) for top, mask in by_top.items()} for by_top in by_colour)
    for by_colour in STACKS
)
KINDS_HELD: Final = (
    ("skips", SKIPS),
    ("reverses", REVERSES),
    ("draw twos", DRAW_TWOS),
    ("wilds", BITS[WILD]),
    ("wild fours", BITS[WILD_FOUR]),
)


class After(NamedTuple):
    """The table as an action leaves it, before the next seat acts."""

    hand: Hand
    colour: Colour
    top: Card
    pending: int
    turn: Seat
    direction: int
    is_bluff: bool


def after(view: View, action: Action) -> After:
    """`action` lays cards, or keeps the one just drawn."""
    hand, seats = hand_of(view.hand), view.match.seats
    if not isinstance(action, Play):
        follows = (view.turn + view.direction) % seats
        top = view.discards[-1]
        return After(hand, view.colour, top, 0, follows, view.direction, False)
    for card in action.cards:
        hand = without_card(hand, card)
    last = action.cards[-1]
    kind, steps, direction = KIND[last], 1, view.direction
    if kind == SKIP:
        steps = 1 + len(action.cards)
    elif kind == REVERSE and seats == 2:
        steps = 2
    elif kind == REVERSE:
        direction = -direction
    return After(
        hand=hand,
        colour=last // 13 if action.colour is None else action.colour,
        top=last,
        pending=view.pending + PLUS.get(kind, 0),
        turn=(view.turn + steps * direction) % seats,
        direction=direction,
        is_bluff=kind == WILD_FOUR and _has_another(view, hand),
    )


def _has_another(view: View, rest: Hand) -> bool:
    """U12"""
    fitting = ALL_FITS[view.colour][view.discards[-1]] & ~BITS[WILD_FOUR]
    return view.options.challenge and bool(rest & fitting)


def features(view: View, known: Knowledge, action: Action) -> Iterator[Feature]:
    left = after(view, action)
    yield from _of_hand(left)
    if left.is_bluff:
        yield "bluff", 1.0
    if left.turn == view.seat:
        yield "again", 1.0
    else:
        yield from _of_next(left, known, view.options.stack_mixed)
    yield from _of_the_rest(view, left, known)


def _of_hand(left: After) -> Iterator[Feature]:
    size = left.hand.bit_count()
    near = min(size, FAR)
    yield f"hand {min(size, MOST)}", 1.0
    for name, cards in KINDS_HELD:
        held = min((left.hand & cards).bit_count(), 3)
        if held:
            yield f"{name} {held} of {near}", 1.0
    colours = sum(bool(left.hand & cards) for cards in OF_COLOUR)
    yield f"colours {colours} of {near}", 1.0
    in_colour = (left.hand & OF_COLOUR[left.colour]).bit_count()
    yield f"in colour of {near}", float(in_colour)
    if not left.hand & ALL_FITS[left.colour][left.top]:
        yield f"nothing fits of {near}", 1.0


def _of_next(left: After, known: Knowledge, mixed: bool) -> Iterator[Feature]:
    other = known.others[left.turn]
    role = f"{_role(other)} with {min(other.size, FAR)}"
    if left.pending:
        passes = holds(other, PASSING_ON[mixed][left.colour][left.top], known.unseen)
        yield f"{role} takes", (1 - passes) * left.pending
        yield f"{role} may pass it on", passes
        return
    yield f"{role} answers", holds(other, ALL_FITS[left.colour][left.top], known.unseen)
    if other.chose_the_colour:
        yield f"{role} chose the colour", 1.0


def _role(other: Other) -> str:
    return "mate" if other.is_mate else "next"


def _of_the_rest(view: View, left: After, known: Knowledge) -> Iterator[Feature]:
    """The others in the order they will come; who comes later is less of a worry."""
    seats = view.match.seats
    for step in range(1, seats):
        seat = (left.turn + step * left.direction) % seats
        if seat == view.seat:
            return
        other = known.others[seat]
        role = "mate" if other.is_mate else "later"
        yield f"{role} {step} of {min(other.size, FAR)}", 1.0
