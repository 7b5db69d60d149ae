"""Widgets that other apps add to a page: they are sent through the page's socket, and one that
fails affects nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.http import HttpResponse
from django.test import RequestFactory

from bruno_site.live import http_fallback, hub, widgets
from bruno_site.live.socket import RECONNECT, Socket
from bruno_site.live.threads import in_thread
from bruno_site.live.topics import poke
from bruno_site.live.visitors import Visitor
from tests.kit.board import Board, Line, cookie_of, line_to
from tests.kit.factories import UserFactory
from tests.kit.slip import Desk, Slip, slips_beside

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_beat_by_itself")]


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    with slips_beside("board", desk):
        yield desk


async def hear_both(line: Line) -> str:
    """Return the page and its widgets, which come one after the other."""
    return await line.hear() + await line.hear()


async def test_a_widget_comes_after_the_page_through_the_same_socket(
    board: Board, desk: Desk
) -> None:
    async with line_to(board, place="board") as zoe:
        page, slip = await zoe.hear(), await zoe.hear()
    assert 'id="board"' in page and 'data-n="1"' in page
    assert '<p hx-swap-oob="true" id="slip">hello</p>' in slip and 'data-n="2"' in slip


async def test_only_pages_of_its_place_have_a_widget(board: Board, desk: Desk) -> None:
    async with line_to(board) as zoe:
        await zoe.hear()
        assert await zoe.hears_nothing(0.1)
    assert desk.drawings == 0


async def test_a_widget_for_every_place_is_on_every_page(board: Board, desk: Desk) -> None:
    with slips_beside(widgets.EVERYWHERE, desk):
        async with line_to(board) as zoe:
            assert 'id="slip"' in await hear_both(zoe)


async def test_a_poke_of_its_topic_sends_what_differs_and_no_page(board: Board, desk: Desk) -> None:
    async with line_to(board, place="board") as zoe:
        await hear_both(zoe)
        desk.text = "news"
        poke("slip", 1)
        message = await zoe.hear()
    assert '<p hx-swap-oob="true" id="slip">news</p>' in message
    assert 'id="still"' not in message and 'id="a"' not in message


async def test_a_change_of_the_page_draws_no_widget(board: Board, desk: Desk) -> None:
    async with line_to(board, place="board") as zoe:
        await hear_both(zoe)
        board.write("a", "eins")
        poke("board", board.stamp)
        await zoe.hear()
        await hub.running_hub().beat()
        assert await zoe.hears_nothing(0.1)
    assert desk.drawings == 1


async def test_the_topics_of_a_widget_may_change_with_a_drawing(board: Board, desk: Desk) -> None:
    async with line_to(board, place="board") as zoe:
        await hear_both(zoe)
        desk.topics, desk.text = ("other",), "moved"
        poke("slip", 1)
        await zoe.hear()
        desk.text = "again"
        poke("slip", 2)
        assert await zoe.hears_nothing(0.1)
        poke("other", 1)
        assert "again" in await zoe.hear()


async def test_the_heartbeat_finds_what_a_lost_poke_told(board: Board, desk: Desk) -> None:
    async with line_to(board, place="board") as zoe, line_to(board, place="board") as bob:
        await hear_both(zoe)
        await hear_both(bob)
        desk.text = "news"
        await hub.running_hub().beat()
        assert "news" in await zoe.hear()
    assert desk.beats == [2]


async def test_widgets_that_are_drawn_at_once_are_prepared_together(
    board: Board, desk: Desk
) -> None:
    async with line_to(board, place="board") as zoe, line_to(board, place="board") as bob:
        await hear_both(zoe)
        await hear_both(bob)
        desk.prepared.clear()
        desk.text = "news"
        poke("slip", 1)
        assert "news" in await zoe.hear() and "news" in await bob.hear()
    assert desk.prepared == [2]


async def test_if_preparing_fails_each_widget_is_drawn_alone(
    board: Board, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Slip, "prepare", lambda slips: 1 / 0)
    async with line_to(board, place="board") as zoe:
        assert "hello" in await hear_both(zoe)


def test_a_widget_that_could_not_be_read_is_read_the_next_time(desk: Desk) -> None:
    slip: Any = Slip(desk)
    slip.is_to_read = True
    with pytest.raises(ZeroDivisionError), widgets.unread_widgets([slip]):
        assert not slip.is_to_read  # or what is poked meanwhile would be forgotten
        _ = 1 / 0
    with widgets.unread_widgets([slip]) as some:
        assert some == [slip]
    with widgets.unread_widgets([slip]) as some:
        assert some == []


async def test_a_message_to_a_widget_is_handled_by_it(board: Board, desk: Desk) -> None:
    async with line_to(board, place="board") as zoe:
        await hear_both(zoe)
        await zoe.send(to="slip", text="mine")
        answer = await hear_both(zoe)
        assert '<p id="notice" hx-swap-oob="innerHTML"></p>' in answer and "mine" in answer
        await zoe.send(to="slip")
        assert "nothing for a slip" in await zoe.hear()
    assert board.lines["a"] == "one"


async def test_a_message_to_a_widget_after_log_out_changes_nothing(
    board: Board, desk: Desk
) -> None:
    """P16"""
    cookie = await in_thread(lambda: cookie_of(UserFactory.create()))
    async with line_to(board, cookie, place="board") as line:
        await hear_both(line)
        await in_thread(Session.objects.all().delete)
        await line.send(to="slip", text="mine")
        assert await line.closed_with() == RECONNECT
    assert desk.text == "hello"


@pytest.mark.parametrize("to", ["nobody", "", None, ["slip"], {"slip": 1}])
async def test_a_message_to_an_unknown_widget_gets_a_sentence(
    board: Board, desk: Desk, to: object
) -> None:
    async with line_to(board, place="board") as zoe:
        await hear_both(zoe)
        await zoe.send(to=to, line="a", text="eins")
        assert "There is nobody here to hear that." in await zoe.hear()
    assert board.lines["a"] == "one" and desk.text == "hello"


async def test_a_widget_that_fails_does_not_affect_the_page(board: Board, desk: Desk) -> None:
    desk.is_broken = True
    async with line_to(board, place="board") as zoe:
        assert 'id="board"' in await zoe.hear()
        board.write("a", "eins")
        poke("board", board.stamp)
        assert "eins" in await zoe.hear()
        desk.is_broken = False
        await hub.running_hub().beat()
        assert "hello" in await zoe.hear()


def test_a_widget_that_cannot_be_opened_is_left_out(board: Board, desk: Desk) -> None:
    nobody = Visitor(None, "", "en")
    assert widgets.open_widgets("board", nobody, {"name": "torn"}) == []
    assert widgets.draw_widgets("board", nobody, name="torn") == {}
    assert "slip" in widgets.draw_widgets("board", nobody, name="known")


async def test_a_page_that_missed_a_message_gets_its_widgets_whole_again(
    board: Board, desk: Desk
) -> None:
    async with line_to(board, place="board") as zoe:
        await hear_both(zoe)
        await zoe.send(again=True)
        again = await hear_both(zoe)
    assert 'id="board"' in again and 'id="slip"' in again and 'id="still"' in again


def test_nothing_older_is_sent_after_something_newer(desk: Desk) -> None:
    widget = widgets.SocketWidget(cast(Socket, None), Slip(desk))
    assert "new" in widget.message(2, {"slip": "<p id=slip>new</p>"})
    assert widget.message(1, {"slip": "<p id=slip>old</p>"}) == ""


async def test_the_widget_of_a_closed_page_is_not_drawn(board: Board, desk: Desk) -> None:
    async with line_to(board, place="board") as zoe:
        async with line_to(board, place="board") as bob:
            await hear_both(zoe)
            await hear_both(bob)
        drawings = desk.drawings
        desk.text = "news"
        poke("slip", 1)
        await zoe.hear()
    assert desk.drawings == drawings + 1


def test_without_a_socket_a_widget_is_polled_and_sent_only_if_it_differs(desk: Desk) -> None:
    slip = Slip(desk)

    def ask(**headers: str) -> HttpResponse:
        request = RequestFactory().get("/", headers=headers)
        request.user = AnonymousUser()
        return http_fallback.poll_widget(request, slip)

    first = ask()
    assert b'id="slip"' in first.content
    known = {"If-None-Match": first["ETag"]}
    assert ask(**known).status_code == 304
    desk.text = "news"
    assert b"news" in ask(**known).content
