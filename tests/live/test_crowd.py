"""What one person, or one address, may say and hold open (P14)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import RequestFactory
from pytest_django import Settings

from accounts.models import User
from bruno_site.live import crowd, fallback, haste, hub
from bruno_site.live.crowd import A_CLASS, Allowance, Crowd, Handshakes, Saying
from bruno_site.live.socket import REST
from bruno_site.live.threads import in_thread
from bruno_site.live.visitors import Visitor, visitor_of
from tests.kit.board import Board, BoardPage, cookie_of, line_to
from tests.kit.factories import UserFactory

needs_database = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_beat_by_itself"),
]


class Forms:
    """One visitor without a socket."""

    def __init__(self, board: Board, user: Any, address: str = "203.0.113.9") -> None:
        self.board, self.user = board, user
        self.ask = RequestFactory(REMOTE_ADDR=address)

    def _answered(self, how: str, request: Any, *args: str) -> HttpResponse:
        request.user, request.htmx = self.user, True
        page = BoardPage(self.board, Visitor(self.user, "", "en"))
        return haste.unhurried(lambda asked: getattr(fallback, how)(asked, page, *args))(request)

    def press(self, text: str) -> HttpResponse:
        return self._answered("post", self.ask.post("/", {"line": "a", "text": text}), "/")

    def poll(self) -> HttpResponse:
        return self._answered("poll", self.ask.get("/"))


class TestForms:
    pytestmark = needs_database

    def test_what_is_pressed_too_fast_is_refused_in_a_sentence(
        self, board: Board, settings: Settings
    ) -> None:
        settings.MESSAGES_AT_ONCE, settings.MESSAGES_A_SECOND = 2, 0
        zoe = Forms(board, UserFactory.create())
        assert [zoe.press(text).status_code for text in "xy"] == [200, 200]
        refused = zoe.press("z")
        assert (refused.status_code, refused["Retry-After"]) == (429, "1")
        assert "too fast" in refused.content.decode() and board.lines["a"] == "y"
        assert Forms(board, UserFactory.create()).press("z").status_code == 200

    async def test_it_is_the_same_as_what_is_said_on_sockets(
        self, board: Board, settings: Settings
    ) -> None:
        settings.MESSAGES_AT_ONCE, settings.MESSAGES_A_SECOND = 2, 0
        user = await in_thread(UserFactory.create)
        async with line_to(board, await in_thread(cookie_of, user)) as line:
            assert (await in_thread(Forms(board, user).press, "eins")).status_code == 200
            await line.send(line="a", text="zwei")
            await line.hears_of("zwei")
            assert (await in_thread(Forms(board, user).press, "drei")).status_code == 429
            await line.send(line="a", text="vier")
            await line.hears_of("too fast")

    def test_nobody_has_it_together_with_all_of_their_address(
        self, board: Board, settings: Settings
    ) -> None:
        settings.MESSAGES_AT_ONCE, settings.MESSAGES_A_SECOND = 1, 0
        here, elsewhere = [Forms(board, AnonymousUser(), f"203.0.113.{n}") for n in (9, 10)]
        answers = [here.press("x").status_code for _ in range(A_CLASS + 1)]
        assert answers == [200] * A_CLASS + [429]
        assert elsewhere.press("x").status_code == 200

    def test_behind_a_proxy_that_does_not_tell_nobody_is_counted(
        self, board: Board, settings: Settings
    ) -> None:
        settings.MESSAGES_AT_ONCE, settings.CLIENT_ADDRESS_HEADER = 0, "X-Real-IP"
        assert Forms(board, AnonymousUser()).press("x").status_code == 200

    def test_what_pages_ask_by_themselves_leaves_some_of_it(
        self, board: Board, settings: Settings
    ) -> None:
        settings.MESSAGES_AT_ONCE, settings.MESSAGES_A_SECOND = 6, 0
        zoe = Forms(board, UserFactory.create())
        assert [zoe.poll().status_code for _ in range(6)] == [200] * 5 + [429]
        assert [zoe.press("x").status_code for _ in range(2)] == [200, 429]


class TestNobody:
    pytestmark = needs_database

    async def test_nobody_has_it_together_with_all_of_their_address(
        self, board: Board, settings: Settings
    ) -> None:
        """Whoever has no account opens as many sockets as the address may."""
        settings.MESSAGES_AT_ONCE, settings.MESSAGES_A_SECOND = 1, 0
        async with AsyncExitStack() as stack:
            *a_class, last = [
                await stack.enter_async_context(line_from(board)) for _ in range(A_CLASS + 1)
            ]
            elsewhere = await stack.enter_async_context(line_from(board, "203.0.113.10"))
            for number, line in enumerate(a_class):
                await line.send(line="a", text=f"said {number}")
                await line.hears_of(f"said {number}")
            await last.send(line="a", text="one more")
            await last.hears_of("too fast")
            await elsewhere.send(line="a", text="from elsewhere")
            await elsewhere.hears_of("from elsewhere")


class TestAllowances:
    @pytest.fixture
    def clock(self, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
        """Nothing takes longer here than the test says."""
        clock = SimpleNamespace(now=0.0)
        monkeypatch.setattr(crowd, "time", SimpleNamespace(monotonic=lambda: clock.now))
        return clock

    def test_five_pages_without_sockets_and_a_quick_player_never_meet_the_limit(
        self, clock: SimpleNamespace
    ) -> None:
        """At the pace of live.js, at the worst moment for it: all at once. With what stands beside
        a table, talk, notices and what is announced."""
        left = crowd.usual_allowance()
        for second in range(120):
            clock.now = float(second)
            assert left.take()
            asked = 5 * ((second % 5 == 0) + 3 * (second % 15 == 0))
            assert all(left.take_a_look() for _ in range(asked))

    def test_what_pages_ask_shuts_nobody_out(self) -> None:
        left = Allowance(30, 0)
        while left.take_a_look():
            pass
        assert left.take() and not left.refused

    def test_who_has_said_nothing_for_a_while_is_forgotten(
        self, clock: SimpleNamespace, settings: Settings
    ) -> None:
        settings.MESSAGES_AT_ONCE, settings.MESSAGES_A_SECOND = 2, 1
        saying, zoe = Saying(), User(pk=1)
        spent = saying.allowance_of(zoe, "")
        assert spent is not None and spent.take()
        saying.forget_the_calm()
        assert saying.allowance_of(zoe, "") is spent
        clock.now += 1
        saying.forget_the_calm()
        assert not saying.left


class TestPages:
    pytestmark = needs_database

    @pytest.fixture(autouse=True)
    def few(self, settings: Settings) -> Iterator[None]:
        settings.PAGES_A_PERSON, settings.PAGES_AN_ADDRESS = 2, 4
        yield

    async def test_the_page_that_was_used_longest_ago_rests(self, board: Board) -> None:
        cookie = await in_thread(lambda: cookie_of(UserFactory.create()))
        async with line_to(board, cookie) as first, line_to(board, cookie) as second:
            await first.hear()
            await second.hear()
            await first.send(line="a", text="eins")
            await first.hears_of("eins")
            async with line_to(board, cookie) as third:
                await third.hear()
                await second.hears_of("this one rests")
                assert await second.closed_with() == REST
                await first.send(line="a", text="zwei")
                await first.hears_of("zwei")
            assert len(hub.here().sockets) == 1

    async def test_other_people_are_not_counted(self, board: Board) -> None:
        cookies = [await in_thread(lambda: cookie_of(UserFactory.create())) for _ in range(3)]
        async with AsyncExitStack() as stack:
            for cookie in (*cookies, b""):
                line = await stack.enter_async_context(line_to(board, cookie))
                assert 'id="board"' in await line.hear()
            assert len(hub.here().sockets) == 4

    async def test_an_address_has_so_many_and_the_next_must_ask(
        self, board: Board, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        looked_up: list[str] = []

        def look_up(scope: dict[str, Any]) -> Visitor:
            looked_up.append(scope["path"])
            return visitor_of(scope)

        monkeypatch.setattr("bruno_site.live.socket.visitor_of", look_up)
        async with AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(line_from(board)) for _ in range(5)]
            *others, last = lines
            assert "brought up to date less often" in await last.hear()
            assert await last.closed_with() == REST
            assert len(looked_up) == 4
            elsewhere = await stack.enter_async_context(line_from(board, "203.0.113.10"))
            for line in (*others, elsewhere):
                assert 'id="board"' in await line.hear()
            here = hub.here()
        assert not here.crowd.from_address and not here.crowd.of_person

    async def test_behind_a_proxy_that_does_not_tell_nobody_is_counted(
        self, board: Board, settings: Settings
    ) -> None:
        settings.CLIENT_ADDRESS_HEADER = "X-Real-IP"
        async with AsyncExitStack() as stack:
            for _ in range(5):
                line = await stack.enter_async_context(line_from(board))
                assert 'id="board"' in await line.hear()


def line_from(board: Board, address: str = "203.0.113.9") -> Any:
    return line_to(board, client=address)


async def most_inside(crowd: Crowd, address: str) -> int:
    """Of five who come at once."""
    inside: list[int] = []
    most = 0

    async def come() -> None:
        nonlocal most
        async with crowd.turn_of(address):
            inside.append(1)
            most = max(most, len(inside))
            await asyncio.sleep(0)
            inside.pop()

    await asyncio.gather(*(come() for _ in range(5)))
    return most


class TestOpening:
    async def test_pages_of_one_address_are_opened_one_after_the_other(self) -> None:
        assert await most_inside(Crowd(), "203.0.113.9") == 1

    async def test_of_no_address_all_at_once(self) -> None:
        assert await most_inside(Crowd(), "") == 5

    async def test_nothing_is_kept_of_it(self) -> None:
        crowd = Crowd()
        await most_inside(crowd, "203.0.113.9")
        async with asyncio.timeout(5):
            while crowd.opening:
                crowd.forget_the_calm()
                await asyncio.sleep(0.01)


class TestHandshakes:
    def test_an_address_comes_so_often_and_no_more(self, settings: Settings) -> None:
        settings.HANDSHAKES_AT_ONCE, settings.HANDSHAKES_A_SECOND = 3, 0
        handshakes = Handshakes()
        assert [handshakes.may_come("203.0.113.9") for _ in range(5)] == [True] * 3 + [False] * 2
        assert handshakes.may_come("203.0.113.10") and handshakes.may_come("")

    def test_who_has_not_come_for_a_while_is_forgotten(self, settings: Settings) -> None:
        settings.HANDSHAKES_AT_ONCE, settings.HANDSHAKES_A_SECOND = 3, 0
        handshakes = Handshakes()
        handshakes.may_come("203.0.113.9")
        handshakes.forget_the_calm()
        assert handshakes.coming.keys() == {"203.0.113.9"}
        handshakes.coming["203.0.113.9"].left = 3
        handshakes.forget_the_calm()
        assert not handshakes.coming
