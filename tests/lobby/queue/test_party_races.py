"""P3: what two friends do at the same moment, and what the clock does meanwhile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from accounts.models import User
from games.rules.game import Refused
from lobby.models import Party, Ticket
from lobby.queue import matches, parties, tickets
from tests.kit.factories import UserFactory
from tests.kit.races import at_once, empty_lobby, rounds

pytestmark = pytest.mark.django_db(transaction=True)


def accepting(user: User, party: Party) -> Callable[[], None]:
    """Follow the link, which may lead nowhere by then."""

    def accept() -> None:
        with suppress(Party.DoesNotExist, Refused):
            parties.accept(user=user, code=party.code)

    return accept


def assert_whole() -> None:
    """Everybody who waits with a friend waits for the game that their party is for."""
    for ticket in Ticket.objects.exclude(party=None).select_related("party"):
        assert ticket.party is not None and ticket.kind == ticket.party.kind
        assert ticket.user_id in {ticket.party.host_id, ticket.party.friend_id}


@rounds(3)
def test_asking_for_another_game_while_the_friend_accepts_the_old_invitation(rounds: int) -> None:
    alice, bob = UserFactory.create_batch(2)
    for _round in range(rounds):
        empty_lobby()
        parties.together(user=alice, kind="bruno")
        other_game = partial(parties.together, user=alice, kind="uno")
        outcomes = at_once([other_game, accepting(bob, Party.objects.get())])
        assert outcomes == Counter(made=2)
        assert Party.objects.get().kind == Ticket.objects.get(user=alice).kind == "uno"
        assert_whole()


@rounds(3)
def test_leaving_the_queue_while_the_friend_accepts(rounds: int) -> None:
    alice, bob = UserFactory.create_batch(2)
    for _round in range(rounds):
        empty_lobby()
        parties.together(user=alice, kind="bruno")
        leave = partial(tickets.leave, user=alice)
        assert at_once([leave, accepting(bob, Party.objects.get())]) == Counter(made=2)
        assert not Party.objects.exists() and not Ticket.objects.exclude(party=None).exists()


@rounds(3)
def test_asking_for_two_games_in_two_tabs_leaves_one_party(rounds: int) -> None:
    alice, bob = UserFactory.create_batch(2)
    for _round in range(rounds):
        empty_lobby()
        parties.together(user=alice, kind="bruno")
        asks = [partial(parties.together, user=alice, kind=kind) for kind in ("uno", "briscalone")]
        assert at_once([*asks, accepting(bob, Party.objects.get())]) == Counter(made=3)
        assert Ticket.objects.get(user=alice).party == Party.objects.get()
        assert_whole()


@rounds(3)
def test_two_friends_who_accept_each_other_do_not_wait_for_ever(rounds: int) -> None:
    alice, bob = UserFactory.create_batch(2)
    for _round in range(rounds):
        empty_lobby()
        mine, yours = (Party.objects.create(host=user, kind="bruno") for user in (alice, bob))
        assert at_once([accepting(alice, yours), accepting(bob, mine)]) == Counter(made=2)
        assert_whole()


@rounds(3)
def test_accepting_an_invitation_of_yesterday_while_the_clock_forgets_it(rounds: int) -> None:
    alice, bob = UserFactory.create_batch(2)
    for _round in range(rounds):
        empty_lobby()
        opened_at = timezone.now() - timedelta(days=1, minutes=1)
        party = Party.objects.create(host=alice, kind="bruno", opened_at=opened_at)
        expire = partial(tickets.expire, timezone.now())
        assert at_once([expire, accepting(bob, party)]) == Counter(made=2)
        assert Ticket.objects.count() == Party.objects.count()
        assert_whole()


@rounds(5)
def test_asking_for_another_game_while_the_clock_matches_who_waits(rounds: int) -> None:
    """All of them hold several tickets."""
    alice, bob, carol, dave = UserFactory.create_batch(4)
    clock = partial(matches.run, timezone.now())
    for _round in range(rounds):
        empty_lobby()
        parties.together(user=alice, kind="bruno")
        code = Party.objects.get().code
        parties.accept(user=bob, code=code)
        for user in (carol, dave):
            tickets.join(user=user, kind="bruno")
        tickets.join(user=alice, kind="bruno")  # alone: the friend's ticket is older than theirs
        ask = partial(parties.together, user=alice, kind="uno")
        assert at_once([ask, clock, clock]).total() == 3
        assert_whole()
