"""A socket at the table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser

from bruno_site.live import topics
from games.log import door
from games.models import Move
from games.table import consumers
from tests.factories import UserFactory

from .kit import AtTable
from .sockets import notice_of, seq_of, socket

pytestmark = pytest.mark.django_db(transaction=True)


async def at_table() -> AtTable:
    return await database_sync_to_async(AtTable)()


async def stored() -> int:
    return await database_sync_to_async(Move.objects.count)()


async def turn_of(table: AtTable) -> tuple[int, int, str]:
    def read() -> tuple[int, int, str]:
        return table.turn, table.seq, table.some_action()

    return await database_sync_to_async(read)()


async def test_who_connects_is_shown_the_table_at_once() -> None:
    table = await at_table()
    async with socket(table.id, table.users[0]) as alice:
        assert seq_of(await alice.hear()) == 1


async def test_a_move_is_shown_to_every_seat_and_to_a_spectator() -> None:
    table = await at_table()
    zoe = await database_sync_to_async(UserFactory.create)(username="zoe")
    seat, seq, action = await turn_of(table)
    other = table.users[(seat + 1) % 4]
    async with (
        socket(table.id, table.users[seat]) as mover,
        socket(table.id, table.users[seat]) as second_tab,
        socket(table.id, other) as next_one,
        socket(table.id, zoe) as stranger,
    ):
        everyone = (mover, second_tab, next_one, stranger)
        for each in everyone:
            await each.hear_seq(seq)
        await mover.send(seq=seq, action=action)
        for each in everyone:
            assert notice_of(await each.hear_seq(seq + 1)) == ""


BAD = [
    pytest.param("not json", "no move", id="not JSON"),
    pytest.param("[]", "no move", id="a list"),
    pytest.param("17", "no move", id="a number"),
    pytest.param("null", "no move", id="null"),
    pytest.param("{}", "no move", id="nothing in it"),
    pytest.param('{"seq": 1}', "no move", id="no action"),
    pytest.param('{"seq": "x", "action": "pass"}', "no move", id="seq is a word"),
    pytest.param('{"seq": [1], "action": "pass"}', "no move", id="seq is a list"),
    pytest.param('{"seq": true, "action": 7}', "no move", id="action is a number"),
    pytest.param('{"seq": 1, "action": "\\u0000"}', "is no action", id="a null character"),
    pytest.param('{"seq": 1e999, "action": "pass"}', "no move", id="infinite"),
    pytest.param('{"seq": "' + "9" * 5000 + '", "action": "pass"}', "no move", id="huge number"),
    pytest.param("[" * 5000, "no move", id="deep nesting"),
    pytest.param(json.dumps({"seq": 1, "action": "x" * 100_000}), "no move", id="100 KB"),
    pytest.param('{"seq": 1, "action": "dance"}', "“dance” is no action", id="unknown action"),
    pytest.param('{"seq": 1, "action": "play 4s", "seat": 2}', "", id="a seat is not listened to"),
    pytest.param('{"seq": 0, "action": "pass"}', "moved on", id="an older position"),
]


@pytest.mark.parametrize(("text", "sentence"), BAD)
async def test_a_bad_message_gets_a_sentence_and_the_socket_stays_open(
    text: str, sentence: str
) -> None:
    table = await at_table()
    waiting = table.users[((await turn_of(table))[0] + 1) % 4]
    async with socket(table.id, waiting) as bob:
        await bob.hear_seq(1)
        await bob.communicator.send_to(text_data=text)
        answer = await bob.hear()
        assert seq_of(answer) == 1
        assert sentence in notice_of(answer)
        assert notice_of(answer)
        assert await stored() == 1
        await bob.communicator.send_to(text_data="still there?")
        assert seq_of(await bob.hear()) == 1


async def test_bytes_are_no_move() -> None:
    table = await at_table()
    async with socket(table.id, table.users[0]) as alice:
        await alice.hear()
        await alice.communicator.send_to(bytes_data=b"\xff\xfe")
        assert "no move" in notice_of(await alice.hear())


async def test_a_stranger_may_watch_but_not_play() -> None:
    table = await at_table()
    zoe = await database_sync_to_async(UserFactory.create)(username="zoe")
    _seat, seq, action = await turn_of(table)
    async with socket(table.id, zoe) as stranger:
        await stranger.hear()
        await stranger.send(seq=seq, action=action)
        assert "you may only watch" in notice_of(await stranger.hear())
        assert await stored() == 1


async def test_nobody_without_an_account_sees_a_table() -> None:
    table = await at_table()
    async with socket(table.id, AnonymousUser()) as visitor:
        assert await visitor.closed_with() == consumers.LOGGED_OUT


async def test_a_table_that_is_not_there_closes_the_socket_for_good() -> None:
    zoe = await database_sync_to_async(UserFactory.create)(username="zoe")
    async with socket(987654, zoe) as stranger:
        assert await stranger.closed_with() == consumers.NO_SUCH_GAME


async def test_a_lost_poke_is_made_good_by_the_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "HEARTBEAT_SECONDS", 0.05)
    monkeypatch.setattr(door, "poke", lambda topic, stamp: None)
    table = await at_table()
    seat, seq, action = await turn_of(table)
    async with socket(table.id, table.users[(seat + 1) % 4]) as waiting:
        await waiting.hear_seq(seq)
        await database_sync_to_async(table.play)(action)
        await waiting.hear_seq(seq + 1)


async def test_a_layer_that_fails_costs_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        async def group_send(self, group: str, message: dict[str, Any]) -> None:
            raise ConnectionError("no Redis")

    table = await at_table()
    seat, seq, action = await turn_of(table)
    async with socket(table.id, table.users[seat]) as mover:
        await mover.hear_seq(seq)
        monkeypatch.setattr(topics, "get_channel_layer", Broken)
        await mover.send(seq=seq, action=action)
        assert notice_of(await mover.hear_seq(seq + 1)) == ""


async def test_the_announcement_tells_what_happened_and_what_is_asked() -> None:
    table = await at_table()
    seat, seq, action = await turn_of(table)
    async with socket(table.id, table.users[(seat + 1) % 4]) as next_one:
        await next_one.hear_seq(seq)
        await database_sync_to_async(table.play)(action)
        message = await next_one.hear_seq(seq + 1)
        said = message.split('id="say"')[1]
        assert "dave plays 3: you are skipped. bob is to play." in said
