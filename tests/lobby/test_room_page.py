"""The room is a live page: whatever happens there, everyone who looks at it sees."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from bruno_site.live.http_fallback import with_first_beat
from bruno_site.live.page import Closed
from bruno_site.live.threads import in_thread
from bruno_site.live.visitors import Visitor
from lobby import queries, service
from lobby.models import Room, RoomSeat
from lobby.room_page import RoomPage
from tests.kit.factories import all_ready, open_bruno, seated
from tests.kit.sockets import line_of

live = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_beat_by_itself")]


def page_of(user: User, room: Room) -> RoomPage:
    return with_first_beat(RoomPage(queries.room_of(room.code, user.pk), Visitor(user, "", "en")))


def text(page: RoomPage) -> str:
    return "".join(page.draw(None).whole().values())


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_beat_by_itself")
async def test_what_one_presses_the_other_sees(room: Room, four: list[User]) -> None:
    async with line_of(four[0], room) as alice, line_of(four[1], room) as bob:
        await alice.hear()
        await bob.hear()
        await bob.send(sit="2", seq="0")
        await alice.hears_of("bob")
        await bob.hears_of(">You<")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_beat_by_itself")
async def test_all_are_led_to_the_game_when_it_begins(room: Room, four: list[User]) -> None:
    await in_thread(seated, room, *four)
    async with line_of(four[0], room) as alice:
        await alice.hear()
        game = await in_thread(all_ready, room)
        await alice.hears_of(f'data-go="{game.get_absolute_url()}"')


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_beat_by_itself")
async def test_whoever_only_looks_on_is_not_led_to_a_private_game(
    room: Room, four: list[User], zoe: User
) -> None:
    room.is_listed = False
    await in_thread(room.save)
    await in_thread(seated, room, *four)
    async with line_of(zoe, room) as looking_on:
        await looking_on.hear()
        game = await in_thread(all_ready, room)
        assert game.code not in await looking_on.hears_of("This table is closed")
    async with line_of(zoe, room) as late:
        assert await late.closed_with() == Closed.code


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_beat_by_itself")
async def test_all_are_told_when_the_table_is_closed(room: Room, four: list[User]) -> None:
    async with line_of(four[1], room) as bob:
        await bob.hear()
        await in_thread(close, room, four[0])
        await bob.hears_of("This table is closed")


def close(room: Room, user: User) -> None:
    service.close(code=room.code, user=user)


@pytest.mark.django_db
def test_the_seal_stands_on_the_page_before_anybody_s_share_is_sent(
    client: Client, zoe: User
) -> None:
    client.force_login(zoe)
    page = client.post("/play-now/", {"kind": "bruno", "level": "easy"}, follow=True)
    shown = page.content.decode()
    assert 'id="seal"' in shown and "data-at-once" in shown and ">Deal<" in shown
    assert RoomSeat.objects.get(user=zoe).nonce == ""


@pytest.mark.django_db
def test_whoever_chose_a_seat_presses_ready_by_hand(room: Room, four: list[User]) -> None:
    shown = text(page_of(four[0], room))
    assert "I am ready" in shown and "data-at-once" not in shown


@pytest.mark.django_db
def test_whose_page_is_open_is_there(room: Room, four: list[User]) -> None:
    long_ago = timezone.now() - timedelta(minutes=1)
    seated(room, *four[:2], seen_at=long_ago)
    bob = page_of(four[1], room)
    assert ">away<" in text(bob).replace("host · ", "")
    page_of(four[0], room)
    bob.beat([bob])
    assert "away" not in text(bob)


@pytest.mark.django_db
def test_only_the_host_is_offered_what_the_host_does(room: Room, four: list[User]) -> None:
    seated(room, *four[:2])
    for verb in ("fill", "shuffle", "close", "hand_over", "remove", "add_bot"):
        assert f'name="{verb}"' in text(page_of(four[0], room))
        assert f'name="{verb}"' not in text(page_of(four[1], room))


@pytest.mark.django_db
def test_whoever_is_alone_with_a_table_closes_it_instead_of_standing_up(
    room: Room, four: list[User]
) -> None:
    alone = text(page_of(four[0], room))
    assert 'name="close"' in alone and 'name="stand"' not in alone
    seated(room, *four[:2])
    for user in four[:2]:
        assert 'name="stand"' in text(page_of(user, room))


@pytest.mark.django_db
def test_only_those_who_sit_there_are_asked_whom_they_invite(
    client: Client, room: Room, four: list[User]
) -> None:
    alice, bob = (page_of(user, room) for user in four[:2])
    assert 'id="invite-name"' in text(alice) and 'id="invite-name"' not in text(bob)
    service.sit(code=room.code, user=four[1], seat=1)
    bob.beat([bob])
    assert 'id="invite-name"' in bob.draw(None).parts["room-invite"]
    client.force_login(four[2])
    page = client.get(room.get_absolute_url()).content.decode()
    assert 'id="link"' in page and 'id="invite-name"' not in page


@pytest.mark.django_db
def test_whoever_closes_a_table_at_which_others_sit_is_asked_once(
    room: Room, four: list[User]
) -> None:
    alice = four[0]
    assert "would have to leave" not in text(page_of(alice, room))
    seated(room, *four[:2])
    page = text(page_of(alice, room))
    assert "bob would have to leave too." in page and "Yes, close it" in page


@pytest.mark.django_db
def test_the_queries_of_a_beat_do_not_grow_with_the_rooms(four: list[User]) -> None:
    counts = []
    for rooms in (1, 4):
        pages = [page_of(four[0], open_bruno(four[0])) for _ in range(rooms)]
        with CaptureQueriesContext(connection) as asked:
            RoomPage.beat(pages)
        counts.append(len(asked))
    assert counts[0] == counts[1]


@pytest.mark.django_db
def test_a_page_without_a_socket_asks_again_and_hears_only_of_changes(
    client: Client, room: Room, four: list[User]
) -> None:
    client.force_login(four[0])
    poll = f"/t/{room.code}/poll/"
    assert client.get(poll, {"stamp": "0"}).status_code == 204
    service.sit(code=room.code, user=four[1], seat=2)
    changed = client.get(poll, {"stamp": "0"}).content.decode()
    assert "bob" in changed and "<html" not in changed


@pytest.mark.django_db
def test_what_others_do_leaves_one_s_own_buttons_as_they_are(room: Room, four: list[User]) -> None:
    seated(room, *four[:2])
    before = page_of(four[1], room).draw(None).parts
    service.ready(code=room.code, user=four[0])
    after = page_of(four[1], room).draw(None).parts
    changed = {name for name in before if before[name] != after[name]}
    assert "room-seats" in changed and "room-own" not in changed
