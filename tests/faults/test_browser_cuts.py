"""P6 in a real browser: after every cut exactly one new socket, and the newest page. Never a storm.

It looks on at a table of bots, which never stands still.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.kit.browser.chromium import FLAGS, find_chromium
from tests.kit.browser.people import KEEP_SOCKETS
from tests.kit.faults.dealt import Dealer, Wanted
from tests.kit.faults.measures import percentile
from tests.kit.faults.stack import Stack, port_of
from tests.kit.figures import Note
from tests.kit.proxy import Proxy

pytestmark = [pytest.mark.services, pytest.mark.browser, pytest.mark.soak]

TIMES = 20
BACK_WITHIN, NOTICED_WITHIN, STOPPED_FOR = 5.0, 10.0, 12.0
LIVING = "window.sockets.filter((socket) => socket.readyState === 1).length"
Cut = Callable[[Stack, Proxy], None]


@pytest.fixture
def proxy(stack: Stack) -> Iterator[Proxy]:
    with Proxy(port_of(f"http://{stack.addresses[0]}")) as proxy:
        yield proxy


@contextmanager
def chromium() -> Iterator[Browser]:
    path = find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def onlooker(dealer: Dealer, proxy: Proxy) -> Iterator[tuple[Page, int]]:
    """The page, and the game it shows."""
    table = dealer.deal(Wanted("briscalone", people=0, bots=5))
    name, _is, value = dealer.deal(Wanted("bruno", people=4)).cookies[0].partition("=")
    with chromium() as browser:
        context = browser.new_context(reduced_motion="reduce")
        context.add_cookies([{"name": name, "value": value, "url": proxy.url}])
        context.add_init_script(KEEP_SOCKETS)
        page = context.new_page()
        page.goto(f"{proxy.url}/games/{table.codes[0]}/")
        wait(page, lambda: page.evaluate(LIVING) == 1)
        yield page, table.games[0]


def wait(page: Page, ready: Callable[[], bool], most: float = 60) -> None:
    until = time.monotonic() + most
    while not ready():
        assert time.monotonic() < until, "not even now"
        page.wait_for_timeout(50)


def reset(stack: Stack, proxy: Proxy) -> None:
    proxy.cut(by_reset=True)


def close(stack: Stack, proxy: Proxy) -> None:
    proxy.cut()


def black_hole(stack: Stack, proxy: Proxy) -> None:
    proxy.forget()


def stopped_and_continued(stack: Stack, proxy: Proxy) -> None:
    with stack.parts["web0"].stopped():
        time.sleep(STOPPED_FOR)


def shown(page: Page) -> int:
    return int(page.locator("#seq").get_attribute("value") or 0)


def newest(stack: Stack, game: int) -> int:
    return int(stack.rows("SELECT seq FROM games_game WHERE id = %s", [game])[0][0])


@pytest.mark.parametrize("cut", [reset, close, black_hole, stopped_and_continued])
def test_a_browser_comes_back_with_one_new_socket(
    stack: Stack, proxy: Proxy, onlooker: tuple[Page, int], cut: Cut, note: Note
) -> None:
    page, game = onlooker
    seconds, most_new = [], 0
    for _time in range(TIMES):
        opened = page.evaluate("window.sockets.length")
        begin = time.monotonic()
        cut(stack, proxy)
        wait(page, lambda: page.evaluate("window.sockets.length") > opened)  # noqa: B023
        wait(page, lambda: page.evaluate(LIVING) == 1)
        seq = newest(stack, game)
        wait(page, lambda: shown(page) >= seq)  # noqa: B023
        seconds.append(time.monotonic() - begin)
        page.wait_for_timeout(1000)  # for one that is not wanted
        assert page.evaluate(LIVING) == 1
        most_new = max(most_new, page.evaluate("window.sockets.length") - opened)
    note(
        "P6",
        f"Chromium, {TIMES} × {cut.__name__.replace('_', ' ')}",
        f"newest page again p99 {percentile(seconds, 99):.1f} s, new sockets a cut ≤ {most_new}",
    )
    assert percentile(seconds, 99) <= BACK_WITHIN + (NOTICED_WITHIN if is_silent(cut) else 0)
    assert most_new == 1


def is_silent(cut: Cut) -> bool:
    return cut in (black_hole, stopped_and_continued)
