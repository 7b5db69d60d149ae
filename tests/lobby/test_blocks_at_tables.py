"""Somebody blocks somebody with whom they sit at a table, or whose table the lobby shows."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts import blocks
from accounts.models import Block, User
from bruno_site.live.threads import in_thread
from bruno_site.live.topics import this_moment
from bruno_site.live.visitors import Visitor
from lobby import hall, seating_rules, service
from lobby.again import Again
from lobby.models import Party, Room, Ticket
from lobby.queue import parties
from tests.kit.factories import all_ready, finish, open_bruno, seated
from tests.kit.sockets import line_of

pytestmark = pytest.mark.django_db

NOT_TOGETHER = "You cannot sit down at this table."

Blocks = Callable[[User, User], None]


@pytest.fixture
def block_now(django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> Blocks:
    def block(by: User, of: User) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            blocks.block(by, of)

    return block


def sitters(room: Room) -> list[str]:
    return [seat.name for seat in room.seats.exclude(user=None)]


# Who blocks whom at a table that is alice's, and who sits there afterwards.
CASES = [
    ("alice", "bob", ["alice", "carol"]),
    ("bob", "alice", ["alice", "carol"]),
    ("bob", "carol", ["alice", "carol"]),
    ("carol", "bob", ["alice", "bob"]),
]


@pytest.mark.parametrize(("by", "of", "left"), CASES)
def test_the_host_stays_and_else_the_one_who_blocks_gets_up(
    four: list[User], room: Room, block_now: Blocks, by: str, of: str, left: list[str]
) -> None:
    seated(room, *four[:3])
    people = {user.username: user for user in four}
    block_now(people[by], people[of])
    assert sitters(room) == left
    room.refresh_from_db()
    assert room.host.username == "alice" and room.unwelcome == []


def test_at_every_table_at_which_they_sit_together_and_at_no_other(
    four: list[User], block_now: Blocks
) -> None:
    alice, bob, carol, _dave = four
    theirs, other = [seated(open_bruno(alice), alice, bob) for _ in range(2)], open_bruno(carol)
    seated(other, carol, bob)
    block_now(alice, bob)
    assert [sitters(room) for room in (*theirs, other)] == [["alice"], ["alice"], ["carol", "bob"]]


def test_a_game_that_has_begun_is_left_alone(
    four: list[User], room: Room, block_now: Blocks
) -> None:
    game = all_ready(seated(room, *four))
    block_now(four[0], four[1])
    assert len(sitters(room)) == 4 and game.players.count() == 4


def test_a_mute_moves_nobody(
    four: list[User],
    room: Room,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    seated(room, *four[:2])
    with django_capture_on_commit_callbacks(execute=True):
        blocks.mute(four[0], four[1])
    assert sitters(room) == ["alice", "bob"]


def test_the_clock_parts_those_whom_a_process_that_has_gone_did_not(
    four: list[User], room: Room
) -> None:
    seated(room, *four[:3], seen_at=timezone.now())
    blocks.block(four[0], four[1])
    assert sitters(room) == ["alice", "bob", "carol"]
    assert service.tidy(timezone.now()) == 1
    assert sitters(room) == ["alice", "carol"]
    assert service.tidy(timezone.now()) == 0


def test_a_block_holds_though_the_two_could_not_be_parted(
    client: Client,
    four: list[User],
    room: Room,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    def fail(by: int, of: int) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(blocks, "_block_listeners", [fail])
    client.force_login(four[0])
    with django_capture_on_commit_callbacks(execute=False) as left:
        page = client.post("/accounts/block/", {"name": "bob", "how": "block"}, follow=True)
    assert "bob is blocked" in page.content.decode() and len(left) == 2
    assert Block.objects.count() == 1


def test_who_was_called_to_play_again_is_called_no_longer(
    four: list[User], room: Room, block_now: Blocks
) -> None:
    alice, bob, *_others = four
    game = all_ready(seated(room, *four))
    finish(game, 0, 2)
    again = service.play_again(user=alice, code=game.code)
    beside = Again.open(Visitor(bob, "", "en"), game.code)
    assert beside is not None
    assert "alice wants to play again" in beside.draw()["felt-again"]
    block_now(bob, alice)
    beside.poked(service.again_topic_of(game.pk), 1)
    assert "wants to play again" not in beside.draw()["felt-again"]
    assert sitters(again) == ["alice", "carol", "dave"]


@pytest.mark.parametrize("is_the_friend", [False, True])
def test_two_who_wait_as_partners_wait_as_such_no_longer(
    four: list[User], block_now: Blocks, is_the_friend: bool
) -> None:
    alice, bob, *_others = four
    parties.together(user=alice, kind="bruno")
    parties.accept(user=bob, code=Party.objects.get().code)
    pair = (bob, alice) if is_the_friend else (alice, bob)
    block_now(*pair)
    assert [ticket.user for ticket in Ticket.objects.all()] == [alice]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_beat_by_itself")
async def test_who_loses_the_seat_is_told_so_and_not_by_whom(room: Room, four: list[User]) -> None:
    alice, bob, *_others = four
    await in_thread(seated, room, alice, bob)
    async with line_of(bob, room) as line:
        await line.hears_of(">You<")
        await in_thread(blocks.block, alice, bob)
        heard = await line.hears_of(NOT_TOGETHER)
        assert "block" not in heard and 'name="sit"' not in heard
        await line.send(sit="2", seq="0")
        assert NOT_TOGETHER in await line.hears_of('id="notice"')


def lobby(client: Client, user: User) -> str:
    client.force_login(user)
    return str(client.get("/").content.decode())


def test_tables_of_people_who_blocked_each_other_are_not_offered_to_them(
    client: Client, four: list[User], zoe: User
) -> None:
    alice, bob, carol, dave = four
    open_bruno(alice)
    service.sit(code=open_bruno(carol).code, user=alice, seat=1)
    open_bruno(dave)
    blocks.block(bob, alice)
    for user, offered in ((bob, 1), (alice, 3), (zoe, 3)):
        assert lobby(client, user).count("Bruno with ") == offered, user.username
    blocks.remove_block(bob, alice)
    blocks.block(alice, bob)
    assert lobby(client, bob).count("Bruno with ") == 1
    page = client.get("/poll/", {"stamp": "0"}).content.decode()
    assert "Bruno with dave" in page and "Bruno with alice" not in page


def test_what_is_not_offered_is_not_counted_either(
    client: Client, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob, *_others = four
    monkeypatch.setattr(hall, "MOST_TABLES", 1)
    for host in (alice, alice, four[2]):
        open_bruno(host)
    assert "2 more tables are open." in lobby(client, bob)
    blocks.block(bob, alice)
    page = lobby(client, bob)
    assert "Bruno with carol" in page and "more table" not in page


def test_for_who_has_blocked_nobody_here_nothing_is_drawn_again(
    four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    open_bruno(four[0])
    seen = hall.hall_at(this_moment())
    shared = hall.parts_of(seen)
    assert hall.parts_of(seen, frozenset({four[1].pk})) is shared
    own = hall.parts_of(seen, frozenset({four[0].pk}))
    assert {name for name in shared if own[name] is not shared[name]} == {"tables"}


def test_who_may_not_sit_with_whom_is_asked_once_for_all(four: list[User]) -> None:
    blocks.block(four[0], four[1])
    for some in (four[:1], four):
        with CaptureQueriesContext(connection) as asked:
            apart = seating_rules.apart_from_all([user.pk for user in some])
        assert len(asked) == 1 and apart[four[0].pk] == {four[1].pk}
    assert set(apart) == {four[0].pk, four[1].pk}
