"""How much one user, or one address, may send and hold open (P14)."""

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
from bruno_site.live import form_throttle, http_fallback, hub, quotas
from bruno_site.live.quotas import ADDRESS_FACTOR, Allowance, Handshakes, MessageQuotas, PageQuotas
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
        return form_throttle.throttle_forms(
            lambda asked: getattr(http_fallback, how)(asked, page, *args)
        )(request)

    def press(self, text: str) -> HttpResponse:
        return self._answered("post", self.ask.post("/", {"line": "a", "text": text}), "/")

    def poll(self) -> HttpResponse:
        return self._answered("poll", self.ask.get("/"))


class TestForms:
    pytestmark = needs_database

    def test_forms_that_are_sent_too_fast_are_refused_with_a_sentence(
        self, board: Board, settings: Settings
    ) -> None:
        settings.MESSAGES_AT_ONCE, settings.MESSAGES_A_SECOND = 2, 0
        zoe = Forms(board, UserFactory.create())
        assert [zoe.press(text).status_code for text in "xy"] == [200, 200]
        refused = zoe.press("z")
        assert (refused.status_code, refused["Retry-After"]) == (429, "1")
        assert "too fast" in refused.content.decode() and board.lines["a"] == "y"
        assert Forms(board, UserFactory.create()).press("z").status_code == 200

    async def test_forms_and_sockets_share_one_allowance(
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

    def test_visitors_without_a_login_share_the_allowance_of_their_address(
        self, board: Board, settings: Settings
    ) -> None:
        settings.MESSAGES_AT_ONCE, settings.MESSAGES_A_SECOND = 1, 0
        here, elsewhere = [Forms(board, AnonymousUser(), f"203.0.113.{n}") for n in (9, 10)]
        answers = [here.press("x").status_code for _ in range(ADDRESS_FACTOR + 1)]
        assert answers == [200] * ADDRESS_FACTOR + [429]
        assert elsewhere.press("x").status_code == 200

    def test_behind_a_proxy_that_sends_no_address_there_is_no_limit(
        self, board: Board, settings: Settings
    ) -> None:
        settings.MESSAGES_AT_ONCE, settings.CLIENT_ADDRESS_HEADER = 0, "X-Real-IP"
        assert Forms(board, AnonymousUser()).press("x").status_code == 200

    def test_polls_leave_a_part_of_the_allowance_for_forms(
        self, board: Board, settings: Settings
    ) -> None:
        settings.MESSAGES_AT_ONCE, settings.MESSAGES_A_SECOND = 6, 0
        zoe = Forms(board, UserFactory.create())
        assert [zoe.poll().status_code for _ in range(6)] == [200] * 5 + [429]
        assert [zoe.press("x").status_code for _ in range(2)] == [200, 429]


class TestStrangers:
    pytestmark = needs_database

    async def test_visitors_without_a_login_share_the_allowance_of_their_address(
        self, board: Board, settings: Settings
    ) -> None:
        """A visitor who is not logged in may open as many sockets as the address may, so they share
        one allowance."""
        settings.MESSAGES_AT_ONCE, settings.MESSAGES_A_SECOND = 1, 0
        async with AsyncExitStack() as stack:
            *a_class, last = [
                await stack.enter_async_context(line_from(board)) for _ in range(ADDRESS_FACTOR + 1)
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
        """A clock that only the test advances."""
        clock = SimpleNamespace(now=0.0)
        monkeypatch.setattr(quotas, "time", SimpleNamespace(monotonic=lambda: clock.now))
        return clock

    def test_five_pages_without_sockets_and_a_quick_player_never_meet_the_limit(
        self, clock: SimpleNamespace
    ) -> None:
        """At the pace of live.js, and at the worst moment: all pages poll at once, each with the
        widgets of a table: chat, notifications and announcements."""
        left = quotas.usual_allowance()
        for second in range(120):
            clock.now = float(second)
            assert left.take()
            asked = 5 * ((second % 5 == 0) + 3 * (second % 15 == 0))
            assert all(left.take_for_poll() for _ in range(asked))

    def test_polls_alone_never_use_up_the_allowance(self) -> None:
        left = Allowance(30, 0)
        while left.take_for_poll():
            pass
        assert left.take() and not left.refused

    def test_the_allowance_of_a_silent_visitor_is_forgotten(
        self, clock: SimpleNamespace, settings: Settings
    ) -> None:
        settings.MESSAGES_AT_ONCE, settings.MESSAGES_A_SECOND = 2, 1
        quotas_of_all, zoe = MessageQuotas(), User(pk=1)
        spent = quotas_of_all.allowance_of(zoe, "")
        assert spent is not None and spent.take()
        quotas_of_all.forget_unused()
        assert quotas_of_all.allowance_of(zoe, "") is spent
        clock.now += 1
        quotas_of_all.forget_unused()
        assert not quotas_of_all.left


class TestPages:
    pytestmark = needs_database

    @pytest.fixture(autouse=True)
    def few(self, settings: Settings) -> Iterator[None]:
        settings.PAGES_A_PERSON, settings.PAGES_AN_ADDRESS = 2, 4
        yield

    async def test_of_too_many_pages_the_one_used_longest_ago_is_stopped(
        self, board: Board
    ) -> None:
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
            assert len(hub.running_hub().sockets) == 1

    async def test_the_pages_of_other_users_are_not_counted(self, board: Board) -> None:
        cookies = [await in_thread(lambda: cookie_of(UserFactory.create())) for _ in range(3)]
        async with AsyncExitStack() as stack:
            for cookie in (*cookies, b""):
                line = await stack.enter_async_context(line_to(board, cookie))
                assert 'id="board"' in await line.hear()
            assert len(hub.running_hub().sockets) == 4

    async def test_an_address_that_has_too_many_pages_gets_no_further_socket(
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
            here = hub.running_hub()
        assert not here.crowd.from_address and not here.crowd.of_person

    async def test_behind_a_proxy_that_sends_no_address_there_is_no_limit(
        self, board: Board, settings: Settings
    ) -> None:
        settings.CLIENT_ADDRESS_HEADER = "X-Real-IP"
        async with AsyncExitStack() as stack:
            for _ in range(5):
                line = await stack.enter_async_context(line_from(board))
                assert 'id="board"' in await line.hear()


def line_from(board: Board, address: str = "203.0.113.9") -> Any:
    return line_to(board, client=address)


async def most_at_the_same_time(crowd: PageQuotas, address: str) -> int:
    """Return how many of five pages of this address are opened at the same time."""
    inside: list[int] = []
    most = 0

    async def open_page() -> None:
        nonlocal most
        async with crowd.turn_of(address):
            inside.append(1)
            most = max(most, len(inside))
            await asyncio.sleep(0)
            inside.pop()

    await asyncio.gather(*(open_page() for _ in range(5)))
    return most


class TestOpening:
    async def test_pages_of_one_address_are_opened_one_after_the_other(self) -> None:
        assert await most_at_the_same_time(PageQuotas(), "203.0.113.9") == 1

    async def test_pages_of_an_unknown_address_are_opened_at_once(self) -> None:
        assert await most_at_the_same_time(PageQuotas(), "") == 5

    async def test_the_lock_of_an_address_is_forgotten_afterwards(self) -> None:
        crowd = PageQuotas()
        await most_at_the_same_time(crowd, "203.0.113.9")
        async with asyncio.timeout(5):
            while crowd.opening:
                crowd.forget_unused()
                await asyncio.sleep(0.01)


class TestHandshakes:
    def test_the_handshakes_of_an_address_are_limited(self, settings: Settings) -> None:
        settings.HANDSHAKES_AT_ONCE, settings.HANDSHAKES_A_SECOND = 3, 0
        handshakes = Handshakes()
        assert [handshakes.spend_handshake("203.0.113.9") for _ in range(5)] == [True] * 3 + [
            False
        ] * 2
        assert handshakes.spend_handshake("203.0.113.10") and handshakes.spend_handshake("")

    def test_an_address_that_stays_away_for_a_while_is_forgotten(self, settings: Settings) -> None:
        settings.HANDSHAKES_AT_ONCE, settings.HANDSHAKES_A_SECOND = 3, 0
        handshakes = Handshakes()
        handshakes.spend_handshake("203.0.113.9")
        handshakes.forget_unused()
        assert handshakes.coming.keys() == {"203.0.113.9"}
        handshakes.coming["203.0.113.9"].left = 3
        handshakes.forget_unused()
        assert not handshakes.coming
