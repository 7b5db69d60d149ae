"""What a page keeps while others move, and how it finds out that something is missing."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import WebSocketRoute, expect

from games.log import window
from games.models import Game
from games.table import drawing
from games.table.live_page import TablePage
from tests.kit.browser.people import PHONE, People, Person
from tests.kit.browser.tables import bruno, on_turn, play_one
from tests.kit.pages import page_at
from tests.kit.uno.one_left import Table

# Of the table alone: what stands beside it says so.
TABLE, BEAT = 'id="seq"', '<i id="beat"'
MARK = "document.querySelectorAll('#felt [id]').forEach((element) => (element.isOld = true))"
OLD = "[...document.querySelectorAll('#felt [id]')].filter((e) => e.isOld).map((e) => e.id)"


@pytest.fixture
def seated(people: People) -> list[Person]:
    return [people.arrive(name) for name in ("alice", "bob", "carol", "dave")]


def waiting_at(game: Game, seated: list[Person], after: int = 2) -> Person:
    """So many seats after the one that is to move, looking at the table."""
    person = seated[(on_turn(game) + after) % 4]
    person.go(game.get_absolute_url())
    person.is_connected()
    person.waits_for("document.getElementById('beat').dataset.n > 0")
    return person


def parts_at(page: TablePage, seq: int) -> dict[str, str]:
    return dict(drawing.pieces(page.pov, seq).parts)


def test_what_a_move_leaves_as_it_was_stays_in_its_place(seated: list[Person]) -> None:
    game = bruno(*seated, moves=8)
    waiting = waiting_at(game, seated)
    page = page_at(game.pk, seated.index(waiting))
    for _ in range(3):
        seq = window.seq_of(game.pk)
        if on_turn(game) == page.pov.seat:
            play_one(game)
            waiting.sees_seq(window.seq_of(game.pk))
            continue
        waiting.page.evaluate(MARK)
        play_one(game)
        newest = window.seq_of(game.pk)
        waiting.sees_seq(newest)
        stays, goes = stayed_and_changed(parts_at(page, seq), parts_at(page, newest))
        old = set(waiting.page.evaluate(OLD))
        assert stays <= old and goes.isdisjoint(old)
        assert any(name.startswith("table-cards-") for name in stays)


def stayed_and_changed(before: dict[str, str], after: dict[str, str]) -> tuple[set[str], set[str]]:
    """The ids of the pieces that are as they were, and of those that are not."""
    names = {name for name in after if "/" not in name}
    stays = {name for name in names if before.get(name) == after[name]}
    return stays, names - stays


def test_who_looks_at_a_card_of_their_own_still_does_when_somebody_else_has_moved(
    seated: list[Person],
) -> None:
    """Out of turn, which only UNO knows: bob thinks while carol accuses alice in vain."""
    bob = seated[1]
    table = Table([person.user for person in seated], declares=True)
    bob.go(table.game.get_absolute_url())
    bob.is_connected()
    bob.waits_for("document.getElementById('beat').dataset.n > 0")
    card = bob.page.locator("#hand button").first
    card.focus()
    bob.page.evaluate("document.activeElement.isOld = true")
    table.play(2, "catch 0")
    bob.sees_seq(table.seq)
    assert bob.page.evaluate("document.activeElement.isOld") is True
    expect(card).to_be_focused()


def test_who_has_gone_to_a_card_is_still_at_it_when_it_is_their_turn(
    seated: list[Person],
) -> None:
    """Then the whole hand is drawn anew, and htmx remembers only what has an id: no button has."""
    game = bruno(*seated)
    waiting = waiting_at(game, seated)
    card = waiting.page.locator("#hand button").nth(1)
    card.focus()
    waiting.page.evaluate("document.activeElement.isOld = true")
    while seated[on_turn(game)] is not waiting:
        play_one(game)
    waiting.sees_seq(window.seq_of(game.pk))
    expect(card).to_be_focused()
    assert not waiting.page.evaluate("document.activeElement.isOld")


def test_an_open_log_stays_open_and_where_it_was_read(people: People) -> None:
    seated = [people.arrive(name, size=PHONE) for name in ("alice", "bob", "carol", "dave")]
    game = bruno(*seated, moves=40)
    waiting = waiting_at(game, seated)
    waiting.page.get_by_role("button", name="Log").click()
    side = waiting.page.locator("#side:popover-open")
    expect(side).to_be_visible()
    side.locator("#full-log").evaluate("(log) => { log.scrollTop = 60; log.isOld = true; }")
    line = f"#full-log #m{window.seq_of(game.pk) - 6}"
    where = top_of(waiting, line)
    play_one(game)
    waiting.sees_seq(window.seq_of(game.pk))
    expect(side).to_be_visible()
    expect(side.locator("li").first).to_have_attribute("id", f"m{window.seq_of(game.pk)}")
    assert side.locator("#full-log").evaluate("(log) => log.isOld && log.scrollTop > 0")
    assert top_of(waiting, line) == pytest.approx(where, abs=1)


def top_of(person: Person, selector: str) -> float:
    box = person.page.locator(selector).bounding_box()
    assert box is not None
    return box["y"]


@dataclass
class Lossy:
    """A line that swallows tables that the site sends, and counts the beats until the next one."""

    to_lose: int = 0
    beats: int = 0
    is_missing: bool = False

    def carry(self, line: WebSocketRoute) -> None:
        site = line.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if TABLE in str(message):
                self.is_missing = self.to_lose > 0
            elif self.is_missing and str(message).startswith(BEAT):
                self.beats += 1
            if self.to_lose and self.is_missing:
                self.to_lose -= 1
            else:
                line.send(message)

        site.on_message(pass_on)


def test_a_page_that_missed_pieces_is_whole_again_within_one_beat(seated: list[Person]) -> None:
    """P20"""
    game, lossy = bruno(*seated, moves=8), Lossy()
    for person in seated:
        person.context.route_web_socket("**/ws/**", lossy.carry)
    waiting = seated[(on_turn(game) + 2) % 4]
    waiting.go(game.get_absolute_url())
    waiting.waits_for("document.getElementById('beat').dataset.n > 0")
    lossy.to_lose = 1
    play_one(game)
    waiting.sees_seq(window.seq_of(game.pk))
    # What stands beside the table may tell it even sooner, and while it asks one more may come.
    assert lossy.to_lose == 0 and lossy.beats <= 2
    shows_what_a_fresh_page_shows(waiting)


def test_pieces_that_come_after_a_lost_one_bring_the_whole_table(seated: list[Person]) -> None:
    game, lossy = bruno(*seated, moves=8), Lossy()
    waiting = seated[(on_turn(game) + 3) % 4]
    waiting.context.route_web_socket("**/ws/**", lossy.carry)
    waiting.go(game.get_absolute_url())
    waiting.waits_for("document.getElementById('beat').dataset.n > 0")
    lossy.to_lose = 1
    play_one(game)
    while lossy.to_lose:
        waiting.page.wait_for_timeout(20)
    play_one(game)
    waiting.sees_seq(window.seq_of(game.pk))
    shows_what_a_fresh_page_shows(waiting)


SHOWN = """() => ["table", "full-log"].map((id) => {
  const shown = document.getElementById(id);
  return [shown.textContent, ...[...shown.querySelectorAll("[id]")].map((each) => each.id)];
})"""


def shows_what_a_fresh_page_shows(person: Person) -> None:
    fresh = person.context.new_page()
    fresh.goto(person.page.url)
    assert person.page.evaluate(SHOWN) == fresh.evaluate(SHOWN)
    fresh.close()


def test_a_log_out_in_another_tab_cuts_the_page_and_it_says_so(seated: list[Person]) -> None:
    """P16"""
    game = bruno(*seated)
    waiting = waiting_at(game, seated)
    lost = waiting.page.locator("#lost")
    expect(lost).to_be_empty()
    second = waiting.context.new_page()
    second.goto(waiting.url)
    second.locator("form[action$='log-out/'] button").dispatch_event("click")
    expect(lost).not_to_be_empty(timeout=5_000)
    expect(lost).to_have_text("You are no longer at this table here. Load the page again.")
