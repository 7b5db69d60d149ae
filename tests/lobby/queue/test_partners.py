"""Asking a friend along by name, and what the friend is told."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from games.rules.game import Refused
from lobby.models import Notice, Party, Room, Ticket
from lobby.notices import calls
from lobby.notices.bar import Notices
from lobby.queue import parties, tickets
from tests.kit.factories import open_bruno

pytestmark = pytest.mark.django_db


def told(user: User) -> list[str]:
    return [str(call.sentence) for call in Notices(user).read()]


@pytest.fixture
def party(four: list[User]) -> Party:
    """alice waits for a friend."""
    parties.together(user=four[0], kind="bruno")
    return Party.objects.get()


def test_whoever_is_asked_by_name_is_told_and_led_to_the_party(
    client: Client, party: Party, four: list[User]
) -> None:
    alice, bob, carol, _dave = four
    client.force_login(alice)
    assert 'action="/match/partner/"' in client.get("/match/").content.decode()
    page = client.post("/match/partner/", {"name": "BOB"}, follow=True).content.decode()
    assert page.count("bob is asked.") == 1
    (call,) = Notices(bob).read()
    assert str(call.sentence) == "alice wants you as a partner in Bruno"
    assert call.address == party.get_absolute_url()
    assert told(alice) == told(carol) == []
    parties.accept(user=bob, code=party.code)
    assert told(bob) == []
    assert {ticket.party for ticket in Ticket.objects.all()} == {party}


def test_the_notice_goes_with_the_wish(party: Party, four: list[User]) -> None:
    alice, bob, carol, _dave = four
    for name in ("bob", "carol", "bob"):
        parties.ask(user=alice, name=name)
    assert Notice.objects.count() == 2
    parties.accept(user=carol, code=party.code)
    assert told(bob) == []
    tickets.leave(user=carol)
    assert told(bob) != []
    Ticket.objects.filter(user=alice).update(seen_at=timezone.now() - 2 * tickets.LEASE)
    tickets.expire(timezone.now())
    assert told(bob) == [] and Party.objects.exists()
    parties.together(user=alice, kind="bruno")
    assert told(bob) != []
    tickets.leave(user=alice)
    assert told(bob) == [] and not Notice.objects.exists()


def test_it_can_be_put_away(party: Party, four: list[User]) -> None:
    alice, bob, *_ = four
    parties.ask(user=alice, name="bob")
    notices = Notices(bob)
    (call,) = notices.read()
    assert notices.hear({"call": f"{call.why} {call.code}"}) == ""
    assert notices.read() == []


def test_a_blocked_person_is_not_told_and_nobody_learns_of_it(
    party: Party, four: list[User]
) -> None:
    alice, bob, *_ = four
    blocks.block(bob, alice)
    assert parties.ask(user=alice, name="bob") == bob
    assert told(bob) == []


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("nobody", "nobody with this name"), ("alice", "your own partner"), ("\x00", "nobody with")],
)
def test_whom_one_cannot_ask(party: Party, four: list[User], name: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        parties.ask(user=four[0], name=name)
    assert not Notice.objects.exists()


def test_only_whoever_waits_for_a_friend_asks_and_only_as_long(
    party: Party, four: list[User]
) -> None:
    alice, bob, carol, _dave = four
    with pytest.raises(Refused, match="You are not waiting for a friend."):
        parties.ask(user=carol, name="bob")
    parties.accept(user=bob, code=party.code)
    with pytest.raises(Refused, match="bob plays with you already."):
        parties.ask(user=alice, name="carol")
    with pytest.raises(Refused, match="You are not waiting for a friend."):
        parties.ask(user=bob, name="carol")


def test_invitations_of_both_kinds_count_together(
    party: Party, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "LIMITS", (calls.LIMITS[0]._replace(most=1),))
    parties.ask(user=four[0], name="bob")
    with pytest.raises(Refused, match="invited a lot of people"):
        parties.ask(user=four[0], name="carol")


def test_a_friend_who_could_not_wait_is_none(party: Party, four: list[User]) -> None:
    alice, bob, carol, _ = four
    open_bruno(bob)
    with pytest.raises(Refused, match="You sit at a table that waits."):
        parties.accept(user=bob, code=party.code)
    assert Party.objects.get().friend is None
    parties.ask(user=alice, name="carol")
    parties.accept(user=carol, code=party.code)
    assert {ticket.user for ticket in party.tickets.all()} == {alice, carol}


def test_where_the_friend_is_gone_another_one_may_come(party: Party, four: list[User]) -> None:
    alice, bob, carol, dave = four
    parties.accept(user=bob, code=party.code)
    with pytest.raises(Refused, match="bob plays with you already."):
        parties.ask(user=alice, name="carol")
    Ticket.objects.filter(user=bob).update(seen_at=timezone.now() - 2 * tickets.LEASE)
    tickets.expire(timezone.now())
    parties.ask(user=alice, name="carol")
    assert told(carol) == ["alice wants you as a partner in Bruno"]
    parties.accept(user=carol, code=party.code)
    assert told(carol) == []
    for late in (bob, dave):
        with pytest.raises(Refused, match="not for you any more"):
            parties.accept(user=late, code=party.code)


def test_the_friend_who_was_gone_may_come_back(party: Party, four: list[User]) -> None:
    parties.accept(user=four[1], code=party.code)
    Ticket.objects.filter(user=four[1]).delete()
    parties.accept(user=four[1], code=party.code)
    assert party.tickets.count() == 2


def test_whoever_is_at_a_table_of_the_queue_already_is_nobody_s_friend(
    party: Party, four: list[User], room: Room
) -> None:
    Ticket.objects.create(user=four[1], kind="bruno", room=room)
    ticket = parties.accept(user=four[1], code=party.code)
    assert ticket.party is None and Party.objects.get().friend is None
