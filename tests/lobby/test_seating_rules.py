"""Two people of whom one has blocked the other never sit at one table that has not started: every
way to a seat is gone through with such a pair."""

from __future__ import annotations

import ast
from collections.abc import Callable
from datetime import timedelta
from itertools import combinations

import pytest
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from games.rules.game import Refused
from lobby import service
from lobby.models import Notice, Party, Room, Ticket
from lobby.notices import calls, reads
from lobby.queue import matches, parties, tickets
from tests.kit.factories import UserFactory, all_ready, finish, open_bruno, seated
from tests.kit.imports import calls_in, tree_of
from tests.kit.repository import module_of, sources

pytestmark = pytest.mark.django_db

NOT_TOGETHER = "You cannot sit down at this table."

Block = Callable[[], None]


def sit_at_a_table_of_theirs(alice: User, bob: User, carol: User, block: Block) -> None:
    room = open_bruno(alice)
    block()
    sits(room, bob)


def sit_at_somebody_else_s_table(alice: User, bob: User, carol: User, block: Block) -> None:
    room = open_bruno(carol)
    service.sit(code=room.code, user=alice, seat=1)
    block()
    sits(room, bob)


def sits(room: Room, user: User) -> None:
    with pytest.raises(Refused, match=NOT_TOGETHER):
        service.sit(code=room.code, user=user, seat=2)


def take_a_seat_that_was_kept(alice: User, bob: User, carol: User, block: Block) -> None:
    """The block was not acted on where it was made: the process that stored it has gone."""
    room = again(alice, alice, bob, carol)
    block()
    for user in (alice, bob):
        room.refresh_from_db()
        if room.seats.filter(user=user).exists():
            service.ready(code=room.code, user=user)


def play_again_with_those_who_played(alice: User, bob: User, carol: User, block: Block) -> None:
    game = all_ready(seated(open_bruno(alice), alice, bob, carol, UserFactory.create()))
    finish(game, 0, 2)
    block()
    room = service.play_again(user=alice, code=game.code)
    assert room.seats.filter(user__isnull=False).count() == 3
    assert [seat.user for seat in room.seats.exclude(user=None)][:2] == [alice, carol]
    assert not Notice.objects.filter(user=bob, why="again").exists()


def again(opener: User, *players: User) -> Room:
    game = all_ready(seated(open_bruno(opener), *players, UserFactory.create()))
    finish(game, 0, 2)
    return service.play_again(user=opener, code=game.code)


def play_again_late(alice: User, bob: User, carol: User, block: Block) -> None:
    room = again(alice, alice, bob, carol)
    room.seats.filter(user=bob).delete()
    block()
    assert room.after is not None
    with pytest.raises(Refused, match=NOT_TOGETHER):
        service.play_again(user=bob, code=room.after.code)


def follow_an_invitation(alice: User, bob: User, carol: User, block: Block) -> None:
    room = open_bruno(carol)
    service.sit(code=room.code, user=alice, seat=1)
    calls.invite(code=room.code, sender=alice, name="bob")
    assert len(reads.calls_of(bob.pk)) == 1
    block()
    assert reads.calls_of(bob.pk) == []
    sits(room, bob)


def be_invited(alice: User, bob: User, carol: User, block: Block) -> None:
    """Also by somebody who has nothing to do with it: it would lead nowhere."""
    room = open_bruno(carol)
    service.sit(code=room.code, user=alice, seat=1)
    block()
    for sender in (alice, carol):
        assert calls.invite(code=room.code, sender=sender, name="bob") == bob
    assert not Notice.objects.exists()


def quick_match(alice: User, bob: User, carol: User, block: Block) -> None:
    block()
    for user in (alice, bob, carol, UserFactory.create()):
        tickets.join(user=user, kind="bruno")
    waited = timezone.now() - timedelta(minutes=1)
    Ticket.objects.update(since=waited)
    assert matches.run(timezone.now()) == 0
    tickets.join(user=UserFactory.create(), kind="bruno")
    Ticket.objects.update(since=waited)
    assert matches.run(timezone.now()) == 1


def quick_match_with_bots(alice: User, bob: User, carol: User, block: Block) -> None:
    block()
    for user in (alice, bob):
        tickets.join(user=user, kind="bruno")
    Ticket.objects.update(since=timezone.now() - timedelta(minutes=1), takes_bots=True)
    assert matches.run(timezone.now()) == 2


def be_matched_and_come(alice: User, bob: User, carol: User, block: Block) -> None:
    people = (alice, bob, carol, UserFactory.create())
    for user in people:
        tickets.join(user=user, kind="bruno")
    Ticket.objects.update(since=timezone.now() - timedelta(minutes=1))
    assert matches.run(timezone.now()) == 1
    room = Room.objects.get()
    block()
    for user in people:
        if room.seats.filter(user=user).exists():
            service.ready(code=room.code, user=user)
    assert matches.run(timezone.now()) == 0
    assert set(Ticket.objects.filter(room=None).values_list("user", flat=True)) == {
        user.pk for user in people
    }


def wait_as_partners(alice: User, bob: User, carol: User, block: Block) -> None:
    parties.together(user=alice, kind="bruno")
    block()
    with pytest.raises(Refused, match="This invitation is not for you any more."):
        parties.accept(user=bob, code=Party.objects.get().code)


def be_asked_as_a_partner(alice: User, bob: User, carol: User, block: Block) -> None:
    parties.together(user=alice, kind="bruno")
    parties.ask(user=alice, name="bob")
    block()
    assert reads.calls_of(bob.pk) == []
    parties.ask(user=alice, name="bob")
    assert reads.calls_of(bob.pk) == []


DOORS = [
    sit_at_a_table_of_theirs,
    sit_at_somebody_else_s_table,
    take_a_seat_that_was_kept,
    play_again_with_those_who_played,
    play_again_late,
    follow_an_invitation,
    be_invited,
    quick_match,
    quick_match_with_bots,
    be_matched_and_come,
    wait_as_partners,
    be_asked_as_a_partner,
]


def together() -> set[frozenset[str]]:
    """Who sits with whom at a table that has not started, or waits with them as a pair."""
    tables = [User.objects.filter(room_seats__room=room) for room in Room.objects.filter(game=None)]
    pairs = [User.objects.filter(ticket__party=party) for party in Party.objects.all()]
    names = [[user.username for user in some] for some in (*tables, *pairs)]
    return {frozenset(pair) for some in names for pair in combinations(some, 2)}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("is_blocked_by_the_other", [False, True])
def test_nobody_comes_to_sit_with_somebody_who_is_blocked(
    four: list[User], door: Callable[..., None], is_blocked_by_the_other: bool
) -> None:
    alice, bob, carol, _dave = four
    by, of = (bob, alice) if is_blocked_by_the_other else (alice, bob)
    door(alice, bob, carol, lambda: blocks.block(by, of))
    assert frozenset({"alice", "bob"}) not in together()


@pytest.mark.parametrize("door", [sit_at_a_table_of_theirs, sit_at_somebody_else_s_table])
def test_who_is_only_muted_sits_where_they_like(
    four: list[User], door: Callable[..., None]
) -> None:
    alice, bob, carol, _dave = four
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        door(alice, bob, carol, lambda: blocks.mute(alice, bob))
    assert frozenset({"alice", "bob"}) in together()


# What writes a seat. A new place belongs here, and among the doors if people come to sit by it.
SEATED_BY = {
    "lobby.service.seats: sit",
    "lobby.service.opening: open_room",  # its host, alone
    "lobby.service.opening: open_kept",  # for play_now (one person), play_again and quick match
    "lobby.service.opening: _kept",
    "lobby.service.opening: _joined",
    "lobby.service.hosting: add_bot",
    "lobby.service.hosting: fill",
    "lobby.service.hosting: reseat",  # those who sit there, in other seats
    "lobby.management.demonstration: _seat",  # of games that have begun
    "lobby.management.demonstration: set_tables",
}


def test_no_other_place_seats_anybody() -> None:
    makes = ("create", "update_or_create", "get_or_create", "bulk_create")
    found = set()
    for path in sources("lobby"):
        for function in ast.walk(tree_of(path)):
            if isinstance(function, ast.FunctionDef):
                called = [n.func for n in ast.walk(function) if isinstance(n, ast.Call)]
                texts = {ast.unparse(each) for each in called}
                if texts & {"RoomSeat", *(f"RoomSeat.objects.{name}" for name in makes)}:
                    found.add(f"{module_of(path)}: {function.name}")
    assert found == SEATED_BY


ASKED = {"is_blocked", "blocked_pairs", "blocked_with", "blocked_with_each", "blocks_among"}


def test_one_place_alone_asks_who_has_blocked_whom() -> None:
    asking = {
        module_of(path)
        for path in sources("lobby")
        for name, _call in calls_in(path)
        if name in ASKED
    }
    assert asking == {"lobby.seating_rules"}
