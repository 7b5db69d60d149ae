"""What an action would leave behind, as named numbers for the hard bot to weigh."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...rules.bruno.actions import Action, Play
from ...rules.bruno.cards import ANSWERS, CARDS_OF_RANK, FUNCTIONS, TEN, THREE, TWO, Demand
from ...rules.cards import RANKS, Mask
from ..linear import Feature
from .knowledge import NEXT, PARTNER, Knowledge, Side, after_a_ten, goes_out, own_share, stuck
from .medium import worth

SIZES: Final = 8
FAR_AHEAD: Final = 8
MOST: Final = 13
ROLES: Final = ("next", "partner", "last")


def _numbered(name: str, most: int = MOST) -> tuple[str, ...]:
    return tuple(f"{name} {n}" for n in range(most + 1))


def _ranked(name: str) -> tuple[str, ...]:
    return tuple(f"{name} {rank}" for rank in RANKS)


HOLD: Final = tuple(_numbered(f"hold {rank} x", 4) for rank in RANKS)
HAND: Final = _numbered("hand")
TURNS: Final = _numbered("turns")
OWN_UP: Final = _ranked("own up")
OWN_DOWN: Final = _numbered("own down", 3)
ANSWERS_HELD: Final = _numbered("answers held", 4)
SIDE_HAND: Final = tuple(_numbered(f"{role} hand") for role in ROLES)
SIDE_TABLE: Final = tuple(_numbered(f"{role} table", 6) for role in ROLES)
SIDE_UP: Final = (_ranked("opponent up"), _ranked("partner up"), _ranked("opponent up"))
SIDE_KNOWN: Final = (_ranked("opponent known"), _ranked("partner known"), _ranked("opponent known"))
PLAY: Final = _ranked("play")
STUCK: Final = tuple(_numbered(f"{role} stuck with", SIZES) for role in (*ROLES, "partner later"))
LATER: Final = 3
RACE: Final = tuple(f"race {lead:+}" for lead in range(-FAR_AHEAD, FAR_AHEAD + 1))
LEFT_TO: Final = ("leads myself", "lead to next", "lead to partner")
DEMAND: Final = tuple(_ranked(f"demand to {role}") for role in ROLES)


def features(known: Knowledge, action: Action) -> Iterator[Feature]:
    """All of it. The first part, the others' cards, is the same for all plays but tens."""
    if isinstance(action, Play) and action.rank == TEN:
        left = known.hand & ~action.mask
        redealt = after_a_ten(known, left)
        yield from of_others(redealt)
        yield from _of_ten(known, redealt, action)
    else:
        yield from of_others(known)
        yield from of_play(known, action)


def of_others(known: Knowledge) -> Iterator[Feature]:
    for role, side in enumerate(known.others):
        yield SIDE_HAND[role][min(side.hand, MOST)], 1.0
        yield SIDE_TABLE[role][side.table], 1.0
        yield from _ranks(SIDE_UP[role], side.up)
        yield from _ranks(SIDE_KNOWN[role], side.known)


def _ranks(names: tuple[str, ...], cards: Mask) -> Iterator[Feature]:
    rank = 0
    while cards:
        if cards & 15:
            yield names[rank], (cards & 15).bit_count()
        cards >>= 4
        rank += 1


def _race(known: Knowledge, own: int) -> Feature:
    """By how many cards the foremost of the opponents is behind the foremost of the team."""
    following, partner, last = (side.total for side in known.others)
    lead = min(following, last) - min(own, partner)
    return RACE[max(-FAR_AHEAD, min(lead, FAR_AHEAD)) + FAR_AHEAD], 1.0


def of_play(known: Knowledge, action: Action) -> Iterator[Feature]:
    yield "dear", -worth(known, action)
    hand, up, pile = known.hand, known.up, known.pile.bit_count()
    if not isinstance(action, Play):
        # A collected pile is seen by all, so it is written down as a large hand of no ranks.
        yield "collect", 1.0
        yield from _of_own(hand, up, known.down, pile)
        yield _race(known, hand.bit_count() + pile + up.bit_count() + known.down)
        yield LEFT_TO[0 if known.keeps_the_lead else 1], 1.0
        return
    hand, up = hand & ~action.mask, up & ~action.mask if not hand else up
    yield from _of_own(hand, up, known.down)
    yield _race(known, hand.bit_count() + up.bit_count() + known.down)
    demand = known.demand if action.rank in (TWO, THREE) else action.rank
    yield from _of_effect(known, action, demand, hand or up)


def _of_own(hand: Mask, up: Mask, down: int, more: int = 0) -> Iterator[Feature]:
    turns = 0
    cards = hand
    rank = 0
    while cards:
        if cards & 15:
            turns += 1
            yield HOLD[rank][(cards & 15).bit_count()], 1.0
        cards >>= 4
        rank += 1
    yield from _ranks(OWN_UP, up)
    yield HAND[min(hand.bit_count() + more, MOST)], 1.0
    yield OWN_DOWN[down], 1.0
    yield TURNS[min(turns + up.bit_count() + down, MOST)], 1.0
    if not down and not up:
        yield from _of_last_cards(hand)


def _of_last_cards(hand: Mask) -> Iterator[Feature]:
    """B22: with nothing left on the table the hand must end with an ordinary card."""
    functions = (hand & FUNCTIONS).bit_count()
    yield "last functions", float(functions)
    if functions == hand.bit_count():
        yield "last all functions", 1.0


def _of_effect(known: Knowledge, play: Play, demand: Demand, zone: Mask) -> Iterator[Feature]:
    role = (PARTNER if play.rank == THREE else NEXT) - 1
    yield PLAY[play.rank], 1.0
    if demand is None:
        yield LEFT_TO[role + 1], 1.0
    else:
        yield DEMAND[role][demand], 1.0
        held = (zone & ANSWERS[demand] & ~FUNCTIONS).bit_count()
        yield ANSWERS_HELD[min(held, 4)], 1.0
    pile = known.pile if play.rank == TEN else known.pile | play.mask
    yield "pile", pile.bit_count() / 10
    yield from _of_chances(known, role, demand, pile)


def _of_chances(known: Knowledge, role: int, demand: Demand, pile: Mask) -> Iterator[Feature]:
    """What the seat that gets the turn can do with it, and the partner after an opponent."""
    side = known.others[role]
    chance = stuck(side, demand, known.unseen)
    yield STUCK[role][_size(side)], chance
    yield from _of_collecting(ROLES[role], chance, pile)
    if side.total == 1:
        yield f"{ROLES[role]} goes out", goes_out(side, demand, known.unseen)
    if role == NEXT - 1 and demand is not None:
        partner = known.others[PARTNER - 1]
        chance = (1 - chance) * stuck(partner, demand, known.unseen)
        yield STUCK[LATER][_size(partner)], chance
        yield from _of_collecting("partner later", chance, pile)


def _of_collecting(who: str, chance: float, pile: Mask) -> Iterator[Feature]:
    yield f"{who} stuck on cards", chance * pile.bit_count() / 10
    yield f"{who} stuck on functions", chance * (pile & FUNCTIONS).bit_count()


def _size(side: Side) -> int:
    return min(side.total, SIZES)


def _of_ten(known: Knowledge, redealt: Knowledge, play: Play) -> Iterator[Feature]:
    """The own hand is what can be expected of the heap."""
    yield "ten", 1.0
    yield "dear", -worth(known, play)
    up = known.up if known.hand else known.up & ~play.mask
    share = own_share(redealt.unseen)
    size = round(redealt.unseen.number() * share)
    turns = 0.0
    for rank in range(len(RANKS)):
        expected = redealt.unseen.number(CARDS_OF_RANK[rank]) * share
        turns += min(expected, 1.0)
        yield HOLD[rank][1], expected
    yield from _ranks(OWN_UP, up)
    yield HAND[min(size, MOST)], 1.0
    yield OWN_DOWN[known.down], 1.0
    yield TURNS[min(round(turns) + up.bit_count() + known.down, MOST)], 1.0
    yield _race(redealt, size + up.bit_count() + known.down)
    yield from _of_effect(redealt, play, known.demand, 0)
