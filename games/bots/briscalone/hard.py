"""Imagines the hands it cannot see, plays each such round to its end, and does what went best."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from ...rules.briscalone.actions import CALLS, PLAYS, Action
from ...rules.briscalone.cards import POINTS, Card, rank_of, suit_of
from ...rules.briscalone.view import View
from ...rules.game import Seat
from .bidding import bid, suit_to_call
from .playout import tells, thrifty
from .suspicion import Weights
from .thought import Bargain, blindly, openly
from .worlds import Hands, Worlds, played_cards

# So many cards may be laid down in thought for one decision.
CARDS_IN_THOUGHT: Final = 6000
MOST_WORLDS: Final = 60
SURE: Final = 0.7  # whom all suspect as strongly as this is as good as found out


def hard(view: View, actions: Sequence[Action], rng: Random) -> Action:
    chance = Random(rng.getrandbits(64))  # faster than the words of a seat's luck
    if view.phase == "auction":
        return bid(view, actions, chance)
    if view.phase == "call":
        return CALLS[suit_to_call(view, chance)]
    return PLAYS[_card(view, chance)]


def _card(view: View, rng: Random) -> Card:
    cards = candidates(view)
    if len(cards) == 1:
        return cards[0]
    worlds = Worlds(view, rng)
    bargains = {card: _bargain(view, worlds.weights, card) for card in cards}
    worths = dict.fromkeys(cards, 0.0)
    for _ in range(_how_many_worlds(view, cards)):
        hands = worlds.draw()
        if view.monkey_suit is not None:
            hands = [thrifty(hand, view.monkey_suit) for hand in hands]
        for card in cards:
            worths[card] += worth(view, bargains[card], hands, card)
    return max(cards, key=worths.__getitem__)


def _how_many_worlds(view: View, cards: Sequence[Card]) -> int:
    affordable = CARDS_IN_THOUGHT // (len(cards) * sum(view.hand_sizes))
    return min(MOST_WORLDS, affordable)


def candidates(view: View) -> list[Card]:
    """Of cards that do the same the lowest speaks for all."""
    known = {*played_cards(view), *view.hand}
    kept: list[Card] = []
    for card in view.hand:
        if not kept or not _same(view, kept[-1], card, known):
            kept.append(card)
    return kept


def _same(view: View, low: Card, high: Card, known: set[Card]) -> bool:
    """Worth the same, nothing unseen between them, and neither can be the called card."""
    if suit_of(low) != suit_of(high) or POINTS[low] != POINTS[high]:
        return False
    between = all(card in known for card in range(low, high))
    return between and view.rank not in (rank_of(low), rank_of(high))


def worth(view: View, bargain: Bargain, hands: Hands, card: Card) -> float:
    assert view.trick is not None and view.seat is not None
    hands = [list(hand) for hand in hands]
    hands[view.seat].remove(card)
    leader, table = view.trick.leader, [*view.trick.cards, card]
    if view.monkey_suit is None:
        found = blindly(bargain, hands, leader, table)
    else:
        found = openly(bargain, hands, leader, table, view.monkey_suit)
    mine = view.seat in (view.bidder, found.partner)
    return found.chance if mine else 1 - found.chance


def _bargain(view: View, weights: Weights, card: Card) -> Bargain:
    assert view.bidder is not None and view.rank is not None
    suspect = view.seat if _gives_away(view, card) else _suspect(view, weights)
    return Bargain(view.bidder, view.rank, view.target, view.points, view.partner, suspect)


def _gives_away(view: View, card: Card) -> bool:
    """Would everybody know by this card that it was the partner who played it?"""
    assert view.trick is not None
    feeds = view.i_am_partner and tells(card, view.trick.taker, view.bidder)
    return feeds or card == view.called


def _suspect(view: View, weights: Weights) -> Seat | None:
    if view.called in played_cards(view):
        return view.partner
    likeliest = max(weights)
    return weights.index(likeliest) if likeliest > SURE * sum(weights) else None
