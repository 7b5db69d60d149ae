"""A game remembers whose company quick match chose."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game, Player
from lobby import service
from lobby.models import Room
from lobby.queue import matches, parties, tickets
from tests.kit.factories import open_bruno

pytestmark = pytest.mark.django_db


def ready(*users: User) -> None:
    """At the only table there is."""
    for user in users:
        service.ready(code=Room.objects.get().code, user=user)


def test_only_who_came_alone_is_matched_by_the_site(four: list[User]) -> None:
    host = parties.together(user=four[0], kind="bruno")
    assert host.party is not None
    parties.accept(user=four[1], code=host.party.code)
    for user in four[2:]:
        tickets.join(user=user, kind="bruno")
    assert matches.run(timezone.now()) == 1
    ready(*four)
    players = Player.objects.filter(game=Game.objects.get())
    assert dict(players.values_list("user__username", "is_matched")) == {
        "alice": False,
        "bob": False,
        "carol": True,
        "dave": True,
    }


def test_nobody_is_matched_at_a_table_that_somebody_joined_by_its_link(
    four: list[User], zoe: User
) -> None:
    for user in four:
        tickets.join(user=user, kind="bruno")
    matches.run(timezone.now())
    room = Room.objects.get()
    partner = room.seats.get(seat=(room.seats.get(user=room.host).seat + 2) % 4)
    assert partner.user is not None
    service.stand(code=room.code, user=partner.user)
    service.sit(code=room.code, user=zoe, seat=partner.seat)
    ready(*(user for user in four if user != partner.user), zoe)
    assert not Player.objects.filter(is_matched=True).exists()


def test_at_a_table_that_was_opened_nobody_is_matched_by_the_site(four: list[User]) -> None:
    room = open_bruno(four[0])
    for seat, user in enumerate(four):
        service.sit(code=room.code, user=user, seat=seat)
    ready(*four)
    assert Player.objects.count() == 4
    assert not Player.objects.filter(is_matched=True).exists()
