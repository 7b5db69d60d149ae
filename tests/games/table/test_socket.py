"""A table over the one socket: whoever looks sees the newest, and whatever is sent is answered."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import AsyncExitStack
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError

from bruno_site.live import hub
from bruno_site.live.page import Closed, LoggedOut
from bruno_site.live.socket import RECONNECT
from bruno_site.live.threads import in_thread
from games.log import writing
from games.log.position import Position
from games.models import Move
from tests.kit.at_table import AtTable
from tests.kit.board import cookie_of
from tests.kit.factories import UserFactory
from tests.kit.sockets import answer_to, notice_of, seq_of, table_line

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_beat_by_itself")]

MOVED_ON = "The table has moved on. Look again before you play."


async def at_table() -> AtTable:
    return await in_thread(AtTable)


async def stored() -> int:
    return await in_thread(Move.objects.count)


async def turn_of(table: AtTable) -> tuple[int, int, str]:
    return await in_thread(lambda: (table.turn, table.seq, table.some_action()))


async def zoe() -> Any:
    return await in_thread(lambda: UserFactory.create(username="zoe"))


def is_whole(message: str) -> bool:
    return '<main hx-swap-oob="true" ' in message


async def test_who_connects_is_shown_the_whole_table_at_once() -> None:
    table = await at_table()
    async with table_line(table.code, table.users[0]) as alice:
        message = await alice.hear()
        assert seq_of(message) == 1 and is_whole(message)


async def test_somebody_who_takes_another_name_is_called_by_it_within_a_beat() -> None:
    table = await at_table()
    bob = table.users[1]
    async with table_line(table.code, table.users[0]) as alice:
        assert bob.username in await alice.hear()
        bob.username = "xaver"
        await in_thread(bob.save)
        await hub.running_hub().beat()
        message = await alice.hear()
        assert "xaver" in message and 'popovertarget="person-1"' in message


async def test_who_comes_back_is_shown_the_newest_and_may_act() -> None:
    table = await at_table()
    user = table.users[(await turn_of(table))[0]]
    async with table_line(table.code, user) as first:
        await first.hear_seq(1)
    while (await turn_of(table))[1] == 1 or table.users[(await turn_of(table))[0]] != user:
        await in_thread(table.play)
    _seat, seq, action = await turn_of(table)
    async with table_line(table.code, user) as again:
        message = await again.hear()
        assert seq_of(message) == seq and is_whole(message)
        await again.send(seq=seq, action=action)
        assert await answer_to(again) == ""
    assert await in_thread(lambda: table.seq) > seq


async def test_a_move_is_shown_to_every_seat_and_to_a_spectator() -> None:
    table = await at_table()
    stranger, (seat, seq, action) = await zoe(), await turn_of(table)
    people = [table.users[seat], table.users[seat], table.users[(seat + 1) % 4], stranger]
    async with AsyncExitStack() as lines:
        mover, *others = [
            await lines.enter_async_context(table_line(table.code, person)) for person in people
        ]
        for each in (mover, *others):
            await each.hear_seq(seq)
        await mover.send(seq=seq, action=action)
        assert await answer_to(mover) == ""
        assert mover.shown == seq + 1
        for each in others:
            message = await each.hear_seq(seq + 1)
            assert notice_of(message) is None and not is_whole(message)


async def test_a_move_brings_other_pages_only_what_it_changed() -> None:
    table = await at_table()
    seat, seq, action = await turn_of(table)
    async with table_line(table.code, table.users[(seat + 1) % 4]) as waiting:
        whole = await waiting.hear_seq(seq)
        await in_thread(table.play, action)
        message = await waiting.hear_seq(seq + 1)
    line = f'<ul hx-swap-oob="afterbegin:#full-log"><li id="m{seq + 1}"'
    assert line in message and 'id="m1"' in whole and 'id="m1"' not in message
    assert len(message) < len(whole) / 2


async def test_a_move_from_an_older_page_is_refused_with_a_sentence_and_the_fresh_table() -> None:
    table = await at_table()
    seat, seq, action = await turn_of(table)
    async with table_line(table.code, table.users[seat]) as line:
        await line.hear_seq(seq)
        await in_thread(unheard, table, action)
        await line.send(seq=seq, action=action)
        message = await line.hear()
        assert notice_of(message) == MOVED_ON
        assert seq_of(message) == seq + 1
    assert await stored() == seq + 1


def unheard(table: AtTable, action: str) -> None:
    """Played in another process whose poke gets lost."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writing, "poke", lambda topic, stamp: None)
        table.play(action)


async def test_of_two_tabs_that_send_at_once_one_moves_and_the_other_is_told() -> None:
    table = await at_table()
    for _ in range(6):
        seat, seq, action = await turn_of(table)
        user = table.users[seat]
        async with table_line(table.code, user) as one, table_line(table.code, user) as two:
            tabs = (one, two)
            for tab in tabs:
                await tab.hear_seq(seq)
            await asyncio.gather(*(tab.send(seq=seq, action=action) for tab in tabs))
            assert sorted([await answer_to(tab) for tab in tabs]) == ["", MOVED_ON]
        moves = await in_thread(table.game.moves.filter(seq__gt=seq, seat=seat).count)
        assert moves == 1


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
    pytest.param('{"seq": "²", "action": "pass"}', "no move", id="no digit of ours"),
    pytest.param('{"seq": 1, "action": "\\u0000"}', "no move", id="a null character"),
    pytest.param('{"seq": 1, "action": "\\ud800"}', "no move", id="half a character"),
    pytest.param('{"seq": 1e999, "action": "pass"}', "no move", id="infinite"),
    pytest.param('{"seq": 1' + "0" * 40 + ', "action": "pass"}', "moved on", id="beyond a column"),
    pytest.param('{"seq": "' + "9" * 5000 + '", "action": "pass"}', "no move", id="huge number"),
    pytest.param("[" * 5000, "no move", id="deep nesting"),
    pytest.param(json.dumps({"seq": 1, "action": "x" * 100_000}), "longer than", id="100 KB"),
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
    async with table_line(table.code, waiting) as bob:
        await bob.hear_seq(1)
        await bob.communicator.send_to(text_data=text)
        notice = await answer_to(bob)
        assert notice and sentence in notice and "went wrong" not in notice
        assert await stored() == 1
        await bob.communicator.send_to(text_data="still there?")
        assert "no move" in await answer_to(bob)
        await bob.send(again=True)
        await bob.hear_seq(1)


async def test_bytes_are_no_move() -> None:
    table = await at_table()
    async with table_line(table.code, table.users[0]) as alice:
        await alice.hear()
        await alice.communicator.send_to(bytes_data=b"\xff\xfe")
        assert "no move" in await answer_to(alice)


async def test_a_stranger_may_watch_but_not_play() -> None:
    table = await at_table()
    _seat, seq, action = await turn_of(table)
    async with table_line(table.code, await zoe()) as stranger:
        await stranger.hear()
        await stranger.send(seq=seq, action=action)
        assert "you may only watch" in await answer_to(stranger)
        assert await stored() == 1


async def test_nobody_without_an_account_sees_a_table() -> None:
    table = await at_table()
    async with table_line(table.code, None) as visitor:
        assert await visitor.closed_with() == LoggedOut.code == 4401


async def test_the_scope_is_not_believed_who_looks() -> None:
    """Only the session says who it is: what a middleware put there may be out of date."""
    table = await at_table()
    async with table_line(table.code, None, scope_user=table.users[0]) as visitor:
        assert await visitor.closed_with() == LoggedOut.code


@pytest.mark.parametrize("code", ["0", "987654", "abcdefghjkmn", "a" * 300])
async def test_a_table_that_is_not_there_closes_the_socket_for_good(code: str) -> None:
    async with table_line(code, await zoe()) as stranger:
        assert await stranger.closed_with() == Closed.code == 4404


async def test_whose_table_cannot_be_read_now_is_not_sent_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unreadable(*_game: object) -> None:
        raise OperationalError("no database")

    table = await at_table()
    monkeypatch.setattr(Position, "of", unreadable)
    async with table_line(table.code, table.users[0]) as alice:
        assert await alice.closed_with() == RECONNECT


async def test_who_has_logged_out_elsewhere_moves_no_more() -> None:
    """P16"""
    table = await at_table()
    seat, seq, action = await turn_of(table)
    cookie = await in_thread(cookie_of, table.users[seat])
    async with table_line(table.code, table.users[seat], cookie) as line:
        await line.hear_seq(seq)
        await in_thread(Session.objects.all().delete)
        await line.send(seq=seq, action=action)
        assert await line.closed_with() == RECONNECT
    assert await stored() == 1
    async with table_line(table.code, table.users[seat], cookie) as again:
        assert await again.closed_with() == LoggedOut.code


async def test_a_lost_poke_is_made_good_by_the_beat() -> None:
    table = await at_table()
    seat, seq, action = await turn_of(table)
    async with table_line(table.code, table.users[(seat + 1) % 4]) as waiting:
        await waiting.hear_seq(seq)
        await in_thread(unheard, table, action)
        assert await waiting.hears_nothing()
        await hub.running_hub().beat()
        await waiting.hear_seq(seq + 1)


async def test_a_layer_that_fails_costs_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def __getattr__(self, name: str) -> Any:
            raise ConnectionError("no Redis")

    monkeypatch.setattr(hub, "_layer", Broken)
    table = await at_table()
    seat, seq, action = await turn_of(table)
    other = table.users[(seat + 1) % 4]
    async with (
        table_line(table.code, table.users[seat]) as mover,
        table_line(table.code, other) as sees,
    ):
        await mover.hear_seq(seq)
        await sees.hear_seq(seq)
        await mover.send(seq=seq, action=action)
        assert await answer_to(mover) == ""
        await sees.hear_seq(seq + 1)


async def test_the_announcement_tells_what_happened_and_what_is_asked() -> None:
    table = await at_table()
    seat, seq, action = await turn_of(table)
    async with table_line(table.code, table.users[(seat + 1) % 4]) as next_one:
        await next_one.hear_seq(seq)
        await in_thread(table.play, action)
        message = await next_one.hear_seq(seq + 1)
        (said,) = re.findall(r'<p id="say"[^>]*>(.*?)</p>', message)
        assert said == "dave plays 3: you are skipped. bob is to play."
