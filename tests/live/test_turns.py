"""What one address asks for at once keeps nobody else waiting (P14)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from pytest_django import Settings

from bruno_site import asgi
from bruno_site.live import crowd, hub
from bruno_site.live.crowd import (
    ANSWERS_AT_ONCE,
    LONGEST_REST,
    MOST_WAITING,
    RESTS,
    WORK_AT_ONCE,
    Crowd,
    Turns,
)
from bruno_site.live.turns import InTurn

HERE = "203.0.113.9"


class Site:
    """It answers when it is told to."""

    def __init__(self) -> None:
        self.asked = 0
        self.may_answer = asyncio.Event()

    @classmethod
    def ready(cls) -> Site:
        site = cls()
        site.may_answer.set()
        return site

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked += 1
        await self.may_answer.wait()


def ask(site: Site, times: int, address: str, **headers: str) -> list[asyncio.Task[None]]:
    said = [(name.encode(), text.encode()) for name, text in headers.items()]
    scope = {"type": "http", "path": "/", "client": (address, 1), "headers": said}
    return [asyncio.create_task(InTurn(site)(scope, None, None)) for _time in range(times)]


async def a_moment() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_so_many_of_one_address_are_answered_at_once_and_the_others_wait() -> None:
    site = Site()
    asked = ask(site, ANSWERS_AT_ONCE + 3, HERE)
    await a_moment()
    assert site.asked == ANSWERS_AT_ONCE
    asked += ask(site, 1, "203.0.113.10")
    await a_moment()
    assert site.asked == ANSWERS_AT_ONCE + 1
    site.may_answer.set()
    await asyncio.gather(*asked)
    assert site.asked == ANSWERS_AT_ONCE + 4
    await hub.here().close()


async def test_who_asks_for_far_too_much_is_refused_in_a_sentence() -> None:
    """What is brought along counts as well: it is kept for as long as its page waits."""
    site, told = Site(), list[dict[str, Any]]()

    async def tell(message: dict[str, Any]) -> None:
        told.append(message)

    asked = ask(site, 5, HERE, **{"content-length": str(2**21)})
    asked += ask(site, MOST_WAITING - 5 * 33, HERE)
    await a_moment()
    italian = [(b"accept-language", b"it")]
    scope = {"type": "http", "path": "/", "client": (HERE, 1), "headers": italian}
    await InTurn(site)(scope, None, tell)
    assert told[0]["status"] == 503 and b"Aspetta un momento." in told[1]["body"]
    await InTurn(Site.ready())(scope | {"path": "/healthz"}, None, tell)
    site.may_answer.set()
    await asyncio.gather(*asked)
    assert site.asked == len(asked)
    await hub.here().close()


async def test_an_address_that_is_not_known_is_nobodys(settings: Settings) -> None:
    settings.CLIENT_ADDRESS_HEADER = "X-Real-IP"
    site = Site()
    asked = ask(site, 2 * ANSWERS_AT_ONCE, HERE)
    await a_moment()
    assert site.asked == 2 * ANSWERS_AT_ONCE
    site.may_answer.set()
    await asyncio.gather(*asked)
    await hub.here().close()


async def test_nothing_is_kept_of_it() -> None:
    here = Crowd()
    async with here.answering(HERE):
        pass
    here.answers[HERE].work.left = WORK_AT_ONCE
    here.forget_the_calm()
    assert not here.answers


async def test_who_was_worked_for_too_long_rests_after_each_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Pages one after the other are work as well, and others wait for it."""
    monkeypatch.setattr(crowd, "RESTS", 10_000)
    monkeypatch.setattr(crowd, "LONGEST_REST", 60)
    calm, tired = Turns(), Turns()
    tired.work.charge(WORK_AT_ONCE)
    for _page in range(ANSWERS_AT_ONCE):
        for turns in (calm, tired):
            async with turns.one():
                await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)
    assert tired.free.locked() and not calm.free.locked()


def test_a_rest_is_as_long_as_there_was_work_and_has_an_end() -> None:
    turns = Turns()
    assert turns.rest_after(0.05) == 0
    turns.work.charge(WORK_AT_ONCE)
    assert turns.rest_after(0.05) == 0.05 * RESTS
    assert turns.rest_after(60) == LONGEST_REST


async def test_whoever_is_worked_for_is_not_forgotten() -> None:
    here = Crowd()
    async with here.answering(HERE):
        here.forget_the_calm()
        assert here.answers


def test_the_pages_of_the_site_are_answered_so() -> None:
    within = asgi.application.inner.application_mapping["http"]
    assert isinstance(within, InTurn) and within.inner is asgi.http
