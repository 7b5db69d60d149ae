"""R8, R13: nobody learns who the partner is before the called card has been played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import briscalone
from games.rules.briscalone import State
from games.rules.briscalone.actions import CALLS, PLAYS, Action, Call, Deal, Saying
from games.rules.briscalone.cards import CARD_OF, DECK, Card, card_of
from games.rules.game import DEALER, Seat
from tests.kit.briscalone.positions import (
    ACE_BY_SEAT_0,
    FOUR_PASSES,
    IN_ORDER,
    after,
    dealt,
    states_of,
    table,
)

SEATS = (0, 1, 2, 3, 4)
EVERYONE: tuple[Seat | None, ...] = (*SEATS, None)
BLIND_TRICK = ("play 2d", "play 10d", "play Qs", "play 6h", "play 4c")
chances = st.integers(0, 2**32)


class Worlds(NamedTuple):
    """One log, two deals: the called card has changed places with a card of another seat."""

    here: State
    there: State
    holder: Seat
    other: Seat

    @property
    def called(self) -> bool:
        return self.here.called is not None

    def after(self, action: Action) -> Worlds:
        (seat,) = briscalone.to_act(self.here)
        here = briscalone.apply(self.here, seat, action)
        return self._replace(here=here, there=briscalone.apply(self.there, seat, action))


class Plan(NamedTuple):
    """What will be said and called, and the two cards by which the deals differ."""

    start: Worlds
    sayings: tuple[Saying, ...]
    call: Call
    kept: tuple[Card, Card]


def planned(rng: Random) -> Plan:
    deck = rng.sample(DECK, len(DECK))
    auction = auctioned(dealing(deck), rng).auction
    call = rng.choice(CALLS)
    called = card_of(auction.rank or 0, call.suit)
    holder = deck.index(called) // 8
    other = rng.choice([seat for seat in SEATS if seat != holder])
    exchanged = rng.choice(deck[other * 8 : other * 8 + 8])
    there = dealing(swapped(deck, called, exchanged))
    return Plan(
        Worlds(dealing(deck), there, holder, other), auction.sayings, call, (called, exchanged)
    )


def told_apart_by_two_cards(chance: int) -> Iterator[Worlds]:
    """A round in which both cards are kept to the last trick; it stops before the first falls."""
    rng = Random(chance)
    worlds, sayings, call, kept = planned(rng)
    yield worlds
    for saying in sayings:
        worlds = worlds.after(saying)
        yield worlds
    while free := [card for card in worlds.here.hands[turn(worlds)] if card not in kept]:
        asked = worlds.here.phase == "call"
        worlds = worlds.after(call if asked else PLAYS[rng.choice(free)])
        yield worlds


def turn(worlds: Worlds) -> Seat:
    return briscalone.to_act(worlds.here)[0]


def dealing(deck: Sequence[Card]) -> State:
    return briscalone.apply(table(), DEALER, Deal(tuple(deck)))


def auctioned(state: State, rng: Random) -> State:
    while state.phase == "auction":
        (seat,) = briscalone.to_act(state)
        state = briscalone.apply(state, seat, rng.choice(briscalone.legal_actions(state, seat)))
    return state


def swapped(deck: list[Card], one: Card, two: Card) -> list[Card]:
    places = {one: two, two: one}
    return [places.get(card, card) for card in deck]


@given(chance=chances)
def test_the_others_see_the_same_wherever_the_called_card_lies(chance: int) -> None:
    steps = list(told_apart_by_two_cards(chance))
    assert steps[-1].called and len(steps[-1].here.played) >= 35
    for worlds in steps:
        for viewer in set(EVERYONE) - {worlds.holder, worlds.other}:
            seen = briscalone.view(worlds.here, viewer)
            assert seen == briscalone.view(worlds.there, viewer)
            assert repr(seen) == repr(briscalone.view(worlds.there, viewer))
            assert seen.partner is None and not seen.i_am_partner
            assert seen.alone is (False if worlds.called and viewer == seen.bidder else None)


@given(chance=chances)
def test_the_partner_is_told_from_the_call_on(chance: int) -> None:
    for worlds in told_apart_by_two_cards(chance):
        if worlds.called:
            for state, partner in ((worlds.here, worlds.holder), (worlds.there, worlds.other)):
                seen = briscalone.view(state, partner)
                assert seen.partner == partner
                assert seen.i_am_partner is (partner != seen.bidder)
                assert seen.alone is (partner == seen.bidder)


@given(chance=chances)
def test_nobody_is_told_anything_before_the_call(chance: int) -> None:
    for worlds in told_apart_by_two_cards(chance):
        if not worlds.called:
            for viewer in EVERYONE:
                seen = briscalone.view(worlds.here, viewer)
                assert (seen.partner, seen.alone, seen.i_am_partner) == (None, None, False)


@given(name=st.integers(0, 999).map(str))
def test_everyone_knows_once_the_called_card_has_been_played(name: str) -> None:
    for state in states_of(name):
        if state.called is not None:
            fallen = state.called.card in state.played
            for viewer in EVERYONE:
                knows = fallen or state.called.partner == viewer
                partner = briscalone.view(state, viewer).partner
                assert partner == (state.called.partner if knows else None)


def test_a_called_card_that_fell_in_the_first_trick_shows_the_partner_at_the_call() -> None:
    state = after(table(), IN_ORDER, "bid 10", *FOUR_PASSES, *BLIND_TRICK)
    assert [briscalone.view(state, viewer).partner for viewer in EVERYONE] == [None] * 6
    state = after(state, "call d")
    assert [briscalone.view(state, viewer).partner for viewer in EVERYONE] == [1] * 6


def test_a_bidder_alone_knows_and_the_others_see_no_difference() -> None:
    def called(deal: str) -> State:
        blind = ("play 2d", "play 3d", "play 4d", "play 5d", "play 6d")
        return after(table(), deal, *ACE_BY_SEAT_0, *blind, "call h")

    alone = called(dealt("2d Ah", "3d 2h", "4d", "5d", "6d"))
    paired = called(dealt("2d 2h", "3d Ah", "4d", "5d", "6d"))
    assert briscalone.view(alone, 0).alone is True
    assert briscalone.view(paired, 0).alone is False
    assert briscalone.view(paired, 0).partner is None
    for viewer in (2, 3, 4, None):
        assert repr(briscalone.view(alone, viewer)) == repr(briscalone.view(paired, viewer))


def test_the_order_of_the_deal_within_a_hand_shows_in_nothing() -> None:
    cards = IN_ORDER.split(" ")[1:]
    backwards = [card for i in range(0, 40, 8) for card in reversed(cards[i : i + 8])]
    assert after(table(), "deal " + " ".join(backwards)) == after(table(), IN_ORDER)


CALLED = (IN_ORDER, *ACE_BY_SEAT_0, *BLIND_TRICK, "call s")


def imagined_partners(state: State, viewer: Seat | None, times: int) -> Counter[Seat]:
    rng, seen = Random(1), briscalone.view(state, viewer)
    worlds = [briscalone.imagine(seen, rng) for _ in range(times)]
    for world in worlds:
        assert world.called is not None
        assert world.called.card in world.hands[world.called.partner]
    return Counter(world.called.partner for world in worlds if world.called is not None)


@pytest.mark.parametrize(
    ("told", "viewer", "sizes"),
    [
        (CALLED, 3, {0: 7, 1: 7, 2: 7, 4: 7}),
        (CALLED, 0, {1: 7, 2: 7, 3: 7, 4: 7}),
        (CALLED, None, {0: 7, 1: 7, 2: 7, 3: 7, 4: 7}),
        ((*CALLED, "play Ks", "play Jh", "play 5c"), 1, {0: 7, 2: 6, 3: 6, 4: 6}),
        (CALLED, 2, {2: 7}),
    ],
)
def test_the_called_card_is_imagined_in_every_hand_that_could_hold_it(
    told: tuple[str, ...], viewer: Seat | None, sizes: dict[Seat, int]
) -> None:
    times = 3000
    found = imagined_partners(after(table(), *told), viewer, times)
    assert set(found) == set(sizes)
    for seat, size in sizes.items():
        share = size / sum(sizes.values())
        four_sigma = 4 * (times * share * (1 - share)) ** 0.5
        assert abs(found[seat] - times * share) <= four_sigma


@given(name=st.integers(0, 999).map(str), chance=chances)
def test_what_is_imagined_fits_the_view_and_can_be_played_on(name: str, chance: int) -> None:
    rng = Random(chance)
    state = rng.choice(states_of(name)[:-1])
    for viewer in EVERYONE:
        seen = briscalone.view(state, viewer)
        world = briscalone.imagine(seen, rng)
        assert repr(briscalone.view(world, viewer)) == repr(seen)
        assert all(list(hand) == sorted(hand) for hand in world.hands)
        (seat,) = briscalone.to_act(world)
        if seat != DEALER:
            action = rng.choice(briscalone.legal_actions(world, seat))
            assert briscalone.apply(world, seat, action) != world


def test_every_unseen_card_is_imagined_in_every_other_hand() -> None:
    rng = Random(5)
    seen = briscalone.view(after(table(), IN_ORDER), 0)
    worlds = [briscalone.imagine(seen, rng) for _ in range(1000)]
    ace = Counter(seat for world in worlds for seat in SEATS if CARD_OF["Ac"] in world.hands[seat])
    assert set(ace) == {1, 2, 3, 4} and min(ace.values()) > 190
