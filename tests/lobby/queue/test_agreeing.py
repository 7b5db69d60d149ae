"""Two who came together begin with bots only if both want to, and are told whether it is rated."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from bruno_site.live.http_fallback import with_first_beat
from bruno_site.live.visitors import Visitor
from lobby.models import Party, Room, Ticket
from lobby.queue import matches, parties, tickets
from lobby.queue.page import QueuePage

pytestmark = pytest.mark.django_db


@pytest.fixture
def pair(four: list[User]) -> list[User]:
    """alice and bob, who have waited together for so long that bots are offered."""
    parties.together(user=four[0], kind="bruno")
    parties.accept(user=four[1], code=Party.objects.get().code)
    wait_longer()
    return four[:2]


def wait_longer() -> None:
    Ticket.objects.update(since=timezone.now() - timedelta(seconds=30))


def shown(user: User) -> str:
    page = with_first_beat(QueuePage.open(Visitor(user, "", "en")))
    return page.draw(None).whole()["queue"]


def test_one_of_two_friends_does_not_begin_with_bots_for_both(pair: list[User]) -> None:
    alice, bob = pair
    tickets.take_bots(user=alice)
    assert matches.run(timezone.now()) == 0
    assert "Waiting for bob to agree to begin with bots." in shown(alice)
    assert "Begin now with bots" not in shown(alice)
    assert "alice would like to begin with bots." in shown(bob)
    assert "Begin now with bots" in shown(bob)
    tickets.take_bots(user=bob)
    assert "Bots are sitting down." in shown(alice)
    assert matches.run(timezone.now()) == 1
    assert set(Room.objects.get().seats.exclude(user=None).values_list("user", flat=True)) == {
        alice.pk,
        bob.pk,
    }


def test_what_was_agreed_with_one_friend_is_not_agreed_with_the_next(
    pair: list[User], four: list[User]
) -> None:
    alice, bob = pair
    tickets.take_bots(user=alice)
    tickets.leave(user=bob)
    parties.accept(user=four[2], code=Party.objects.get().code)
    wait_longer()
    tickets.take_bots(user=four[2])
    assert matches.run(timezone.now()) == 0
    assert "carol would like to begin with bots." in shown(alice)


def test_a_friend_whose_page_comes_back_has_still_agreed(pair: list[User]) -> None:
    alice, bob = pair
    tickets.take_bots(user=alice)
    parties.accept(user=bob, code=Party.objects.get().code)
    assert Ticket.objects.get(user=alice).takes_bots


def test_the_queue_says_whether_the_game_will_be_rated(pair: list[User], four: list[User]) -> None:
    alice, bob = pair
    assert "Rated: the result counts for your rating" in shown(alice)
    User.objects.filter(pk=bob.pk).update(is_guest=True)
    bob.refresh_from_db()
    assert "Friendly: bob plays as a guest" in shown(alice)
    assert "Friendly: you play as a guest" in shown(bob)
    tickets.join(user=four[2], kind="bruno")
    assert "Rated: the result counts for your rating" in shown(four[2])
