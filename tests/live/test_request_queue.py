"""Many requests of one address at once do not delay anyone else (P14)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from pytest_django import Settings

from bruno_site import asgi
from bruno_site.live import hub, quotas
from bruno_site.live.quotas import (
    ANSWERS_AT_ONCE,
    LONGEST_REST,
    MOST_WAITING,
    RESTS,
    WORK_AT_ONCE,
    AddressQueue,
    PageQuotas,
)
from bruno_site.live.request_queue import RequestQueue

ADDRESS = "203.0.113.9"


class Site:
    """An application that answers when the test lets it."""

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
    encoded = [(name.encode(), text.encode()) for name, text in headers.items()]
    scope = {"type": "http", "path": "/", "client": (address, 1), "headers": encoded}
    return [asyncio.create_task(RequestQueue(site)(scope, None, None)) for _time in range(times)]


async def let_tasks_run() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_only_a_few_requests_of_an_address_are_answered_at_once() -> None:
    site = Site()
    asked = ask(site, ANSWERS_AT_ONCE + 3, ADDRESS)
    await let_tasks_run()
    assert site.asked == ANSWERS_AT_ONCE
    asked += ask(site, 1, "203.0.113.10")
    await let_tasks_run()
    assert site.asked == ANSWERS_AT_ONCE + 1
    site.may_answer.set()
    await asyncio.gather(*asked)
    assert site.asked == ANSWERS_AT_ONCE + 4
    await hub.running_hub().close()


async def test_far_too_many_requests_are_refused_with_a_sentence() -> None:
    """The body of a request counts as well: it is kept for as long as the request waits."""
    site, sent = Site(), list[dict[str, Any]]()

    async def record(message: dict[str, Any]) -> None:
        sent.append(message)

    asked = ask(site, 5, ADDRESS, **{"content-length": str(2**21)})
    asked += ask(site, MOST_WAITING - 5 * 33, ADDRESS)
    await let_tasks_run()
    italian = [(b"accept-language", b"it")]
    scope = {"type": "http", "path": "/", "client": (ADDRESS, 1), "headers": italian}
    await RequestQueue(site)(scope, None, record)
    assert sent[0]["status"] == 503 and b"Aspetta un momento." in sent[1]["body"]
    await RequestQueue(Site.ready())(scope | {"path": "/healthz"}, None, record)
    site.may_answer.set()
    await asyncio.gather(*asked)
    assert site.asked == len(asked)
    await hub.running_hub().close()


async def test_requests_of_an_unknown_address_do_not_wait(settings: Settings) -> None:
    settings.CLIENT_ADDRESS_HEADER = "X-Real-IP"
    site = Site()
    asked = ask(site, 2 * ANSWERS_AT_ONCE, ADDRESS)
    await let_tasks_run()
    assert site.asked == 2 * ANSWERS_AT_ONCE
    site.may_answer.set()
    await asyncio.gather(*asked)
    await hub.running_hub().close()


async def test_the_queue_of_an_address_is_forgotten_afterwards() -> None:
    here = PageQuotas()
    async with here.answering(ADDRESS):
        pass
    here.answers[ADDRESS].work.left = WORK_AT_ONCE
    here.forget_unused()
    assert not here.answers


async def test_after_too_much_work_each_request_is_followed_by_a_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Requests that come one after the other are work as well, and others wait for it."""
    monkeypatch.setattr(quotas, "RESTS", 10_000)
    monkeypatch.setattr(quotas, "LONGEST_REST", 60)
    calm, tired = AddressQueue(), AddressQueue()
    tired.work.charge(WORK_AT_ONCE)
    for _page in range(ANSWERS_AT_ONCE):
        for turns in (calm, tired):
            async with turns.one():
                await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)
    assert tired.free.locked() and not calm.free.locked()


def test_a_rest_grows_with_the_work_up_to_a_limit() -> None:
    turns = AddressQueue()
    assert turns.rest_after(0.05) == 0
    turns.work.charge(WORK_AT_ONCE)
    assert turns.rest_after(0.05) == 0.05 * RESTS
    assert turns.rest_after(60) == LONGEST_REST


async def test_an_address_with_a_request_in_progress_is_not_forgotten() -> None:
    here = PageQuotas()
    async with here.answering(ADDRESS):
        here.forget_unused()
        assert here.answers


def test_the_site_answers_its_requests_through_the_queue() -> None:
    within = asgi.application.inner.application_mapping["http"]
    assert isinstance(within, RequestQueue) and within.inner is asgi.http
