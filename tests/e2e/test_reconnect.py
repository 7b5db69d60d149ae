"""One socket for a page, ever: after any cut exactly one new one, and never a storm. P6"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect
from pytest_django import Settings

from games.models import Game
from tests.kit.browser.people import People, Person
from tests.kit.browser.site import Site
from tests.kit.browser.tables import bruno, play_one
from tests.kit.proxy import Proxy

Cut = Callable[[Proxy], None]


@pytest.fixture
def proxy(site: Site) -> Iterator[Proxy]:
    with Proxy(int(site.url.rsplit(":", 1)[1])) as proxy:
        yield proxy


@pytest.fixture
def game(people: People) -> Game:
    return bruno(*(people.arrive(name) for name in ("alice", "bob", "carol", "dave")))


@pytest.fixture
def alice(people: People, proxy: Proxy, game: Game) -> Person:
    """Through the proxy."""
    people.url, direct = proxy.url, people.url
    alice = people.arrive("alice")
    people.url = direct
    alice.go(game.get_absolute_url())
    alice.is_connected()
    return alice


def sockets(person: Person) -> tuple[int, int]:
    """How many were opened so far, and how many are open or being opened."""
    opened = person.page.evaluate("window.sockets.length")
    living = person.page.evaluate("window.sockets.filter((s) => s.readyState < 2).length")
    return int(opened), int(living)


def reset(proxy: Proxy) -> None:
    proxy.cut(by_reset=True)


def close(proxy: Proxy) -> None:
    proxy.cut()


@pytest.mark.parametrize("cut", [reset, close])
def test_a_cut_line_is_one_new_socket(alice: Person, proxy: Proxy, game: Game, cut: Cut) -> None:
    for _ in range(3):
        before, _living = sockets(alice)
        cut(proxy)
        alice.waits_for(f"window.sockets.length > {before}", within=5)
        alice.is_connected()
        alice.page.wait_for_timeout(500)
        assert sockets(alice) == (before + 1, 1)
    play_one(game)
    alice.sees_seq(newest(game))


def test_a_black_hole_is_noticed_and_left_by_one_new_socket(
    alice: Person, proxy: Proxy, game: Game
) -> None:
    proxy.forget()
    play_one(game)
    alice.waits_for("window.sockets.length > 1", within=20)
    alice.is_connected()
    alice.sees_seq(newest(game))
    alice.page.wait_for_timeout(500)
    assert sockets(alice) == (2, 1)


def test_a_site_that_stands_still_and_goes_on_gets_one_new_socket(
    alice: Person, proxy: Proxy, game: Game
) -> None:
    """It takes lines and what comes through them, and answers when it goes on."""
    proxy.is_black_hole = True
    play_one(game)
    alice.waits_for("window.sockets.length > 1", within=20)
    expect(alice.page.locator("#lost")).not_to_be_empty()
    proxy.is_black_hole = False
    alice.sees_seq(newest(game))
    alice.is_connected()  # it may have been polled
    alice.page.wait_for_timeout(12_000)
    assert sockets(alice) == (2, 1)


def test_a_site_that_answers_nobody_is_asked_again_and_again_but_not_all_the_time(
    alice: Person, proxy: Proxy, game: Game
) -> None:
    proxy.is_refusing = True
    proxy.cut()
    alice.page.wait_for_timeout(6_000)
    opened, living = sockets(alice)
    assert 2 <= opened <= 12 and living <= 1
    proxy.is_refusing = False
    play_one(game)
    alice.sees_seq(newest(game))
    alice.is_connected()


def newest(game: Game) -> int:
    game.refresh_from_db()
    return game.seq


def test_of_too_many_pages_one_rests_until_somebody_turns_to_it(
    alice: Person, people: People, game: Game, settings: Settings
) -> None:
    settings.PAGES_A_PERSON = 1
    other = people.arrive("alice")
    other.go(game.get_absolute_url())
    other.is_connected()
    expect(alice.page.locator("#notice")).to_contain_text("this one rests")
    expect(alice.page.locator("#lost")).to_be_empty()
    alice.waits_for("window.sockets.every((socket) => socket.readyState === WebSocket.CLOSED)")
    alice.page.evaluate("window.dispatchEvent(new Event('focus'))")
    alice.is_connected()
    expect(alice.page.locator("#notice")).to_be_empty()
    expect(other.page.locator("#notice")).to_contain_text("this one rests")


# One that is told by the test when it is open, and says nothing.
MUTE_SOCKETS = """
window.sockets = [];
window.WebSocket = class {
  static OPEN = 1;
  readyState = 0;
  constructor() { window.sockets.push(this); }
  answer() { this.readyState = 1; this.onopen(); }
  fail(code) { this.readyState = 3; this.onclose({ code }); }
  send() {}
  close() { this.readyState = 3; }
};
"""
# Of the line, of servers that end or restart, and ours, after which a page comes again.
CODES = [1000, 1001, 1006, 1011, 1012, 1013, 4000] * 2


def test_a_socket_that_opens_late_has_as_long_for_its_first_word(
    people: People, game: Game
) -> None:
    page = people.arrive("alice").page
    page.add_init_script(MUTE_SOCKETS)
    page.clock.install()
    page.goto(people.url + game.get_absolute_url())
    page.clock.run_for(8_000)
    page.evaluate("window.sockets[0].answer()")
    page.clock.run_for(8_000)
    assert page.evaluate("window.sockets.length") == 1
    page.clock.run_for(6_000)
    assert page.evaluate("window.sockets.length") == 2


def test_however_often_and_however_it_was_cut_a_page_comes_again_as_soon(
    people: People, game: Game
) -> None:
    """The fourteenth time as the first: a back-off that grows would keep it away for minutes."""
    page = people.arrive("alice").page
    page.add_init_script(MUTE_SOCKETS)
    page.clock.install()
    page.goto(people.url + game.get_absolute_url())
    for opened, code in enumerate(CODES, start=1):
        page.evaluate(f"window.sockets.at(-1).fail({code})")
        page.clock.run_for(4_000)
        assert page.evaluate("window.sockets.length") == opened + 1, code
