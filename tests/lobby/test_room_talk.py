"""Talk in a room: who may speak there changes while the page is open, and ends with the table."""

from __future__ import annotations

import logging

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from bruno_site.live import hub
from bruno_site.live.threads import in_thread
from lobby import service
from lobby.models import Room
from lobby.notices import calls
from lobby.talk.panel import Talk
from lobby.talk.places import spot
from tests.kit.board import Line
from tests.kit.factories import all_ready, seated
from tests.kit.sockets import line_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_beat_by_itself")]

FIELD = 'id="talk-text"'


def sit(room: Room, user: User, seat: int) -> None:
    service.sit(code=room.code, user=user, seat=seat)


def stand(room: Room, user: User) -> None:
    service.stand(code=room.code, user=user)


async def hears_all(line: Line, *texts: str) -> str:
    """All messages until each of these has come: what stands beside a page comes when it likes."""
    heard = ""
    while not all(text in heard for text in texts):
        heard += await line.hear()
    return heard


async def test_who_sits_down_may_speak_at_once_and_who_stands_up_no_longer(
    room: Room, four: list[User]
) -> None:
    async with line_of(four[1], room) as bob:
        assert FIELD not in await bob.hears_of('id="talk-form"')
        await bob.send(sit="2", seq="0")
        await bob.hears_of(FIELD)
        await bob.send(stand="1", seq="0")
        assert FIELD not in await bob.hears_of('id="talk-form"')


async def test_who_is_sent_away_may_speak_no_longer(room: Room, four: list[User]) -> None:
    await in_thread(sit, room, four[1], 2)
    async with line_of(four[1], room) as bob:
        await bob.hears_of(FIELD)
        await in_thread(lambda: service.remove(code=room.code, user=four[0], seat=2))
        assert FIELD not in await bob.hears_of('id="talk-form"')


async def test_a_seat_whose_poke_was_lost_brings_the_field_with_the_beat(
    room: Room, four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with line_of(four[1], room) as bob:
        assert FIELD not in await bob.hears_of('id="talk-form"')
        with monkeypatch.context() as deaf:
            deaf.setattr(hub, "all_hubs", list)
            await in_thread(sit, room, four[1], 2)
        await hub.running_hub().beat()
        await bob.hears_of(FIELD)


async def test_a_table_that_is_closed_fails_no_page_beside_it(
    room: Room, four: list[User], caplog: pytest.LogCaptureFixture
) -> None:
    """Each of those who sat there was called to it, so their pages hear that the call is over."""
    await in_thread(seated, room, *four)
    people = [user.pk for user in four]
    await in_thread(
        lambda: calls.call(why=calls.INVITED, where=room, people=people[1:], sender=four[0])
    )
    async with line_of(four[1], room) as bob, line_of(four[2], room) as carol:
        for line in (bob, carol):
            await line.hears_of(FIELD)
        await in_thread(lambda: service.close(code=room.code, user=four[0]))
        for line in (bob, carol):
            heard = await hears_all(line, "This table is closed", 'id="talk-form"')
            assert FIELD not in heard
        await hub.running_hub().beat()
        await bob.send(to="talk", text="Is anybody here?")
        await bob.hears_of("There is nobody here any longer.")
    failed = [record.getMessage() for record in caplog.records if record.levelno > logging.INFO]
    assert failed == []


async def test_when_the_game_begins_nobody_speaks_in_the_room_any_longer(
    room: Room, four: list[User]
) -> None:
    await in_thread(seated, room, *four)
    async with line_of(four[1], room) as bob:
        await bob.hears_of(FIELD)
        await in_thread(all_ready, room)
        assert FIELD not in await bob.hears_of('id="talk-form"')


def test_what_talk_asks_does_not_grow_with_the_pages_of_a_room(
    room: Room, four: list[User]
) -> None:
    seated(room, *four)
    counts = []
    for some in (four[:1], four * 10):
        talks = [Talk(user, spot(room.code, user)) for user in some]
        for talk in talks:
            talk.poked(service.topic_of(room.pk), room.version)
        with CaptureQueriesContext(connection) as asked:
            assert list(Talk.beat(talks)) == []
            Talk.prepare(talks)
        counts.append(len(asked))
    assert counts[0] == counts[1]
