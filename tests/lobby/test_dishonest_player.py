"""The site's own player: knows the server seed, sits last, is ready last and opens last.

Shares that are not sealed let such a player try nonces until the deal suits them. Sealed, they get
what chance gives, over two thousand deals.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from math import sqrt
from typing import Final

import pytest

from accounts.models import RateLimitCounter, User
from games.models import Game
from games.rules import fair, rules_of
from games.rules.game import Refused
from lobby import service
from lobby.models import Room
from tests.kit.factories import open_bruno

pytestmark = pytest.mark.django_db

TRIED: Final = 40  # nonces, whenever the player may still choose one
HAND: Final = 7
FUNCTION_RANKS: Final = {"2", "3", "9", "10"}
FEW, MANY = 60, 2000


def function_cards(server_seed: bytes, nonces: Sequence[str], seats: Sequence[int]) -> int:
    """How many these seats get into their hands: they are what decides a game of Bruno."""
    rules = rules_of("bruno")
    config = rules.META.configure({})
    seed = fair.game_seed(server_seed, nonces)
    words = str(rules.deal(rules.new(config, 4), seed)).split()[2:]
    hands = [words[13 * seat + 6 : 13 * seat + 13] for seat in seats]
    return sum(card[:-1] in FUNCTION_RANKS for hand in hands for card in hand)


def best_nonce(server_seed: bytes, others: Sequence[str], rng: random.Random) -> str:
    """Of some nonces the one that gives seats 1 and 3 the most, with these of seats 0 to 2."""
    tried = [rng.randbytes(16).hex() for _ in range(TRIED)]
    return max(tried, key=lambda own: function_cards(server_seed, [*others, own], (1, 3)))


def deal_against(room: Room, four: Sequence[User], rng: random.Random) -> Game:
    """A table of three honest people and the site's own player in the last seat."""
    server_seed = bytes(room.seal.server_seed)
    honest = [rng.randbytes(16).hex() for _ in range(3)]
    for seat, (user, nonce) in enumerate(zip(four, honest, strict=False)):
        seal = fair.nonce_seal(nonce)
        service.sit(code=room.code, user=user, seat=seat, nonce_seal=seal)
        service.ready(code=room.code, user=user, nonce_seal=seal)
    own = best_nonce(server_seed, ["", "", ""], rng)  # no other nonce is known yet
    cheat = four[3]
    service.sit(code=room.code, user=cheat, seat=3)
    service.ready(code=room.code, user=cheat, nonce_seal=fair.nonce_seal(own))
    for user, nonce in zip(four, honest, strict=False):
        service.open_share(code=room.code, user=user, nonce=nonce)
    better = best_nonce(server_seed, honest, rng)
    with suppress(Refused):
        service.ready(code=room.code, user=cheat, nonce_seal=fair.nonce_seal(better))
    with suppress(Refused):
        service.open_share(code=room.code, user=cheat, nonce=better)
    with suppress(Refused):
        service.open_share(code=room.code, user=cheat, nonce=own)
    return Game.objects.get(room=room)


def surplus(four: Sequence[User], deals: int, seed: str) -> float:
    """How far the own side's share of function cards is from chance, in standard errors."""
    rng = random.Random(seed)
    found = []
    for _number in range(deals):
        room = open_bruno(four[0])
        seal = deal_against(room, four, rng).seal
        found.append(function_cards(bytes(seal.server_seed), seal.nonces, (1, 3)))
        Room.objects.all().delete()
        RateLimitCounter.objects.all().delete()
    mean = sum(found) / deals
    deviation = sqrt(sum((each - mean) ** 2 for each in found) / (deals - 1))
    fair_share = 2 * HAND * len(FUNCTION_RANKS) / 13
    print(f"{deals} deals: {mean:.3f} function cards of 14, {fair_share:.3f} by chance")
    return (mean - fair_share) / (deviation / sqrt(deals))


def test_the_sites_own_player_cannot_move_the_deal(four: list[User]) -> None:
    assert abs(surplus(four, FEW, "few")) < 4


@pytest.mark.soak
def test_the_sites_own_player_cannot_move_two_thousand_deals(four: list[User]) -> None:
    assert abs(surplus(four, MANY, "many")) < 4
