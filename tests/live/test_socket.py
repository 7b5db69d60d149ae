"""The socket of a page: it sends only what differs, and whatever goes wrong, the visitor gets a
sentence."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import DatabaseError, Error, InterfaceError, OperationalError
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from bruno_site.live import hub, socket
from bruno_site.live.page import Closed
from bruno_site.live.socket import RECONNECT
from bruno_site.live.threads import in_thread
from bruno_site.live.topics import poke
from tests.kit.board import Board, BoardPage, cookie_of, line_at, line_to
from tests.kit.factories import UserFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_beat_by_itself")]


async def test_the_first_message_is_the_whole_page(board: Board) -> None:
    async with line_to(board) as zoe:
        assert '<main hx-swap-oob="true" id="board"' in await zoe.hear()


async def test_of_a_change_only_what_differs_is_sent(board: Board) -> None:
    async with line_to(board) as zoe:
        await zoe.hear()
        board.write("b", "zwei")
        poke("board", board.stamp)
        message = await zoe.hear()
    assert '<p hx-swap-oob="true" id="b">zwei</p>' in message
    assert 'id="a"' not in message and 'id="board"' not in message


async def test_another_frame_brings_the_whole_page_again(board: Board) -> None:
    async with line_to(board) as zoe:
        await zoe.hear()
        board.title = "Another"
        board.write("b", "zwei")
        poke("board", board.stamp)
        assert 'id="board"' in await zoe.hear()


async def test_the_sender_gets_an_answer_and_the_others_the_change(board: Board) -> None:
    async with line_to(board) as alice, line_to(board) as bob:
        await alice.hear()
        await bob.hear()
        await alice.send(line="a", text="eins")
        assert "eins" in await alice.hear()
        poke("board", board.stamp)
        message = await bob.hear()
        assert "eins" in message and "at 2" in message
        assert await alice.hears_nothing()


async def test_a_page_never_goes_back_to_an_older_stamp(board: Board) -> None:
    async with line_to(board) as zoe:
        board.stamp = 9
        await zoe.hear()
        board.stamp, board.lines["a"] = 8, "old"
        poke("board", 10)
        assert await zoe.hears_nothing()


async def test_a_refusal_is_shown_and_taken_away_again(board: Board) -> None:
    async with line_to(board) as zoe:
        await zoe.hear()
        await zoe.send(nonsense=1)
        assert "nothing for this board" in await zoe.hear()
        await zoe.send(line="a", text="<b>")
        assert '<p id="notice" hx-swap-oob="innerHTML"></p>' in await zoe.hear()


async def test_an_answer_that_got_lost_is_given_again_with_the_page(board: Board) -> None:
    async with line_to(board) as zoe:
        await zoe.hear()
        await zoe.send(again=True)
        assert "notice" not in await zoe.hear()  # nothing was asked yet
        await zoe.send(nonsense=1)
        await zoe.hear()
        await zoe.send(again=True)
        message = await zoe.hear()
        assert 'id="board"' in message and "nothing for this board" in message


@pytest.mark.parametrize("text", [" ", "{", "[]", "null", "[" * 5000, '{"line":' + "1" * 8000])
async def test_what_makes_no_sense_is_no_message(board: Board, text: str) -> None:
    """A message that is not a JSON object of a known form gets a sentence and changes nothing."""
    async with line_to(board) as zoe:
        await zoe.hear()
        await zoe.communicator.send_to(text_data=text)
        assert "nothing for this board" in await zoe.hear()
        await zoe.communicator.send_to(bytes_data=b"\x00")
        assert "nothing for this board" in await zoe.hear()
    assert board.stamp == 1


async def test_a_fault_of_ours_costs_neither_the_page_nor_the_socket(board: Board) -> None:
    """After an exception the visitor gets a sentence, and the page goes on working."""
    async with line_to(board) as zoe:
        await zoe.hear()
        await zoe.send(fail=1)
        assert "Something went wrong here." in await zoe.hear()
        await zoe.send(line="a", text="eins")
        message = await zoe.hear()
        assert "eins" in message and 'id="board"' in message


class TestWhileTheDatabaseIsAway:
    @pytest.mark.parametrize("fault", [OperationalError, InterfaceError, DatabaseError])
    async def test_nothing_is_claimed_of_what_may_be_stored(
        self, board: Board, monkeypatch: pytest.MonkeyPatch, fault: type[Error]
    ) -> None:
        """If the database fails while a message is handled, the visitor reads that it is not known
        whether it was stored."""
        async with line_to(board) as zoe:
            await zoe.hear()
            monkeypatch.setattr(BoardPage, "hear", lambda *given: fail(fault=fault))
            monkeypatch.setattr(BoardPage, "draw", fail)
            await zoe.send(line="a", text="eins")
            message = await zoe.hear()
            assert "We do not know whether this was stored." in message
            monkeypatch.undo()
            board.write("a", "eins")
            poke("board", board.stamp)
            assert "eins" in await zoe.hear()

    async def test_who_cannot_be_asked_for_changed_nothing(
        self, board: Board, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """If the visitor cannot be checked, nothing has been changed yet, and the sentence says
        so."""
        async with line_to(board) as zoe:
            await zoe.hear()
            monkeypatch.setattr(socket, "may_still_act", fail)
            await zoe.send(line="a", text="eins")
            message = await zoe.hear()
        assert "We cannot reach our own database. Nothing was changed." in message
        assert board.lines["a"] == "one"


def fail(*given: object, fault: type[Error] = OperationalError) -> None:
    raise fault("gone")


async def test_messages_are_numbered_and_a_page_that_missed_one_gets_the_whole(
    board: Board,
) -> None:
    async with line_to(board) as zoe:
        assert 'data-n="1"' in await zoe.hear()
        await zoe.send(line="a", text="eins")
        assert 'data-n="2"' in await zoe.hear()
        await zoe.send(again=True)
        message = await zoe.hear()
        assert 'data-n="3"' in message and 'id="board"' in message


async def test_so_many_messages_at_once_and_no_more(board: Board, settings: Settings) -> None:
    """Messages over the allowance are refused with a sentence and change nothing."""
    settings.MESSAGES_AT_ONCE, settings.MESSAGES_A_SECOND = 2, 1
    async with line_to(board) as zoe:
        await zoe.hear()
        for text in ("x", "y", "z"):
            await zoe.send(line="a", text=text)
            message = await zoe.hear()
        assert "too fast" in message and board.lines["a"] == "y"
        await zoe.send(again=True)
        assert 'id="board"' not in await zoe.hear(), "what is refused costs nothing"


async def test_a_page_that_is_not_there_sends_its_visitor_away(board: Board) -> None:
    def opens(visitor: object, name: str) -> None:
        raise Closed

    async with line_at("/unknown/", opens) as zoe:
        assert await zoe.closed_with() == 4404


async def test_the_hub_forgets_a_socket_that_closes(board: Board) -> None:
    async with line_to(board) as zoe:
        await zoe.hear()
        here = hub.running_hub()
        assert here.by_topic["board"]
    assert not here.sockets and not here.by_topic


class TestSession:
    """P16: a socket whose session or account is no longer valid changes nothing and is closed."""

    @pytest.fixture
    def alice(self, transactional_db: None) -> User:
        return UserFactory.create(username="alice")

    async def test_a_message_after_log_out_changes_nothing(self, board: Board, alice: User) -> None:
        cookie = await in_thread(cookie_of, alice)
        async with line_to(board, cookie) as line:
            await line.hear()
            await in_thread(log_out, cookie)
            await line.send(line="a", text="eins")
            assert await line.closed_with() == RECONNECT
        assert board.stamp == 1

    async def test_a_message_of_a_closed_account_changes_nothing(
        self, board: Board, alice: User
    ) -> None:
        cookie = await in_thread(cookie_of, alice)
        async with line_to(board, cookie) as line:
            await line.hear()
            await in_thread(close_account, alice)
            await line.send(line="a", text="eins")
            assert await line.closed_with() == RECONNECT
        assert board.stamp == 1

    async def test_a_message_after_a_new_password_changes_nothing(
        self, board: Board, alice: User
    ) -> None:
        cookie = await in_thread(cookie_of, alice)
        async with line_to(board, cookie) as line:
            await line.hear()
            await in_thread(new_password, alice)
            await line.send(line="a", text="eins")
            assert await line.closed_with() == RECONNECT
        assert board.stamp == 1

    async def test_a_message_of_a_suspended_person_changes_nothing(
        self, board: Board, alice: User
    ) -> None:
        cookie = await in_thread(cookie_of, alice)
        async with line_to(board, cookie) as line:
            await line.hear()
            await in_thread(suspend, alice, 1)
            await line.send(line="a", text="eins")
            assert await line.closed_with() == RECONNECT
        assert board.stamp == 1

    async def test_a_heartbeat_disconnects_a_user_while_they_are_suspended(
        self, board: Board, alice: User
    ) -> None:
        cookie = await in_thread(cookie_of, alice)
        async with line_to(board, cookie) as line:
            await line.hear()
            await in_thread(suspend, alice, -1)
            await hub.running_hub().beat()
            await line.send(line="a", text="eins")
            await line.hears_of("eins")
            await in_thread(suspend, alice, 1)
            await hub.running_hub().beat()
            assert await line.closed_with() == RECONNECT

    async def test_a_heartbeat_disconnects_after_a_new_password_or_a_closed_account(
        self, board: Board, alice: User
    ) -> None:
        for deed in (new_password, close_account):
            cookie = await in_thread(cookie_of, alice)
            async with line_to(board, cookie) as line:
                await line.hear()
                await in_thread(deed, alice)
                await hub.running_hub().beat()
                assert await line.closed_with() == RECONNECT

    async def test_a_beat_cuts_who_may_no_longer_look_and_nobody_else(
        self, board: Board, alice: User
    ) -> None:
        """A heartbeat disconnects a session that has logged out, and no other session of the same
        user."""
        cookie = await in_thread(cookie_of, alice)
        other = await in_thread(cookie_of, alice)
        async with line_to(board, cookie) as line, line_to(board, other) as stays:
            await line.hear()
            await stays.hear()
            await in_thread(log_out, cookie)
            await hub.running_hub().beat()
            assert await line.closed_with() == RECONNECT
            await stays.send(line="a", text="eins")
            await stays.hears_of("eins")

    async def test_a_cookie_that_is_none_is_nobody(self, board: Board) -> None:
        """A visitor with a malformed session cookie is not logged in, and gets the page."""
        for cookie in (b"sessionid=\x00", b"sessionid=" + b"x" * 3000, b";;=", b"\xff"):
            async with line_to(board, cookie) as line:
                assert 'id="board"' in await line.hear()


def log_out(cookie: bytes) -> None:
    from django.contrib.sessions.models import Session

    Session.objects.get(session_key=cookie.decode().partition("=")[2]).delete()


def new_password(user: User) -> None:
    user.set_password("another password")
    user.save()


def close_account(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def suspend(user: User, hours: int) -> None:
    until = timezone.now() + timedelta(hours=hours)
    User.objects.filter(pk=user.pk).update(suspended_until=until)
