"""One socket for a page, ever: after any cut exactly one new one, and never a storm. P6"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Route, expect
from pytest_django import Settings

from games.models import Game
from tests.kit.browser.people import People, Person
from tests.kit.browser.site import Site
from tests.kit.browser.tables import bruno, on_turn, play_one
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


def test_a_press_that_reaches_nobody_is_answered_with_a_sentence(
    alice: Person, proxy: Proxy, game: Game
) -> None:
    while on_turn(game):
        play_one(game)
    alice.sees_seq(newest(game))
    proxy.is_refusing = True
    proxy.cut()
    expect(alice.page.locator("#lost")).not_to_be_empty()
    before = newest(game)
    play_the_first_card(alice)
    expect(alice.page.locator("#notice")).to_contain_text("We do not know whether this was stored.")
    assert newest(game) == before
    proxy.is_refusing = False
    alice.is_connected()
    play_the_first_card(alice)
    expect(alice.page.locator("#notice")).to_be_empty()
    alice.sees_seq(before + 1)


def test_a_press_whose_line_was_cut_before_its_answer_is_answered_with_a_sentence(
    alice: Person, proxy: Proxy, game: Game
) -> None:
    """It may have arrived: the table that comes with the next line tells."""
    while on_turn(game):
        play_one(game)
    alice.sees_seq(newest(game))
    proxy.forget()
    play_the_first_card(alice)
    proxy.cut()
    expect(alice.page.locator("#notice")).to_contain_text("We do not know whether this was stored.")
    alice.is_connected()
    play_the_first_card(alice)
    expect(alice.page.locator("#notice")).to_be_empty()
    play_one(game, 0)
    alice.sees_seq(newest(game))
    proxy.cut()
    expect(alice.page.locator("#lost")).not_to_be_empty()
    expect(alice.page.locator("#notice")).to_be_empty()


def play_the_first_card(person: Person) -> None:
    person.page.locator("#hand .can button").first.click()
    person.page.locator("#act button[name=action]:visible").click()


# What lies where the words are, and how much of them is in the window.
WORDS = """(element) => {
  const words = document.createRange();
  words.selectNodeContents(element);
  const { left, right, top, bottom } = words.getBoundingClientRect();
  const isOnTop = (x, y) => document.elementFromPoint(x, y) === element;
  return left >= 0 && right <= innerWidth && top >= 0
    && isOnTop(left + 1, top + 1) && isOnTop(right - 1, bottom - 1)
    && bottom - top < 40;
}"""


def test_on_a_phone_it_is_said_in_full_that_there_is_no_line(
    alice: Person, proxy: Proxy, game: Game
) -> None:
    alice.page.set_viewport_size({"width": 360, "height": 640})
    proxy.is_refusing = True
    proxy.cut()
    lost = alice.page.locator("#lost")
    expect(lost).to_have_text("Connection lost. Trying again…")
    assert lost.evaluate(WORDS)
    lost.evaluate("(element) => (element.textContent = element.dataset.over)")
    assert lost.evaluate(WORDS)


def test_what_is_never_answered_holds_up_nothing_else(alice: Person, proxy: Proxy) -> None:
    """A browser asks one site six things at once, and no more."""
    proxy.is_black_hole = True
    proxy.cut()
    expect(alice.page.locator("#lost")).not_to_be_empty()
    for _press in range(6):
        alice.page.evaluate("document.getElementById('move').requestSubmit()")
    alice.page.wait_for_timeout(500)
    proxy.forget()
    proxy.is_black_hole = False
    alice.is_connected()
    expect(alice.page.locator("#notice")).to_contain_text("We do not know whether this was stored")
    alice.go("/")


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


SEQ = '<input type="hidden" id="seq" value="{}" hx-swap-oob="true">'


def test_a_late_answer_takes_nothing_back_that_a_socket_showed(people: People, game: Game) -> None:
    alice, asked = people.arrive("alice"), list[Route]()
    alice.page.add_init_script(MUTE_SOCKETS)
    alice.page.route("**/poll/?stamp=*", lambda route: asked.append(route))
    alice.page.clock.install()
    alice.go(game.get_absolute_url())
    alice.page.clock.run_for(5_000)
    alice.page.evaluate("window.sockets[0].answer()")
    alice.page.evaluate("(data) => window.sockets[0].onmessage({ data })", SEQ.format(42))
    alice.sees_seq(42)
    with alice.page.expect_request_finished():
        asked[0].fulfill(body=SEQ.format(41))
    alice.page.wait_for_timeout(500)
    assert alice.seq == 42
