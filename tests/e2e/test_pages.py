"""Pages beside the table, on a phone."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from random import Random

import pytest
from playwright.sync_api import Locator, expect

from games.log import papers
from games.log.listeners import tell
from games.management.evenings import Table, play_out
from games.models import Game
from games.rules import kinds, rules_of
from games.rules.lesson import lessons
from lobby import service
from tests.kit.browser.people import PHONE, People, Person
from tests.kit.browser.tables import bruno, on_turn, play_one

LONGEST_NAME = "x" * 24


@pytest.fixture
def alice(people: People) -> Person:
    return people.arrive("alice", size=PHONE)


def is_no_wider_than_the_phone(person: Person) -> bool:
    return bool(person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def is_whole(words: Locator) -> bool:
    return bool(words.evaluate("(words) => words.scrollWidth <= words.clientWidth"))


def test_the_steps_of_a_replay_are_in_view_and_its_heading_is_whole(
    people: People, alice: Person
) -> None:
    game = bruno(alice, *(people.arrive(name) for name in ("bob", "carol", "dave")))
    while not Game.objects.get(pk=game.pk).is_over:
        play_one(game)
    waiting = bruno(alice, *(people.arrive(name) for name in ("bob", "carol", "dave")))
    while on_turn(waiting) != 0:
        play_one(waiting)
    alice.go(f"/games/{game.code}/replay/")
    expect(alice.page.locator("#notices-count")).to_be_visible()  # which leaves less room
    for control in ("#at", "#step-back", "#step-on", ".seg"):
        expect(alice.page.locator(control)).to_be_in_viewport(ratio=1)
    assert is_whole(alice.page.locator(".bar-title small"))
    alice.go(f"/games/{waiting.code}/back/")
    assert is_whole(alice.page.locator(".bar-title"))


def test_on_a_phone_the_words_about_a_record_have_most_of_its_row(alice: Person) -> None:
    papers.keep(user=alice.user, file=lessons()["bruno"].record.to_json().encode())
    alice.go("/games/records/")
    row = alice.page.locator(".row-item")
    widths = [each.bounding_box() for each in (row.locator("> div").first, row)]
    words, whole = (box["width"] for box in widths if box)
    assert words > whole / 2


def test_the_figures_of_a_person_stand_in_one_row_on_a_tablet(people: People) -> None:
    alice = people.arrive("alice", size={"width": 768, "height": 1024})
    alice.user.standings.create(kind="bruno", mu=1288.0, sigma=63.0, sure=1162.0, games=9)
    alice.go("/people/alice/")
    figures = alice.page.locator(".figures > div")
    expect(figures).to_have_count(4)
    assert len({box["y"] for each in figures.all() if (box := each.bounding_box())}) == 1


def test_the_longest_name_leaves_the_button_to_play_in_view(people: People, alice: Person) -> None:
    others = [people.arrive(name + LONGEST_NAME[1:]) for name in ("b", "c", "d")]
    game = bruno(alice, *others)
    while on_turn(game) != 0:
        play_one(game)
    alice.go("/")
    expect(alice.page.locator(".banner .btn")).to_be_in_viewport(ratio=1)
    assert is_no_wider_than_the_phone(alice)


@pytest.mark.parametrize("kind", kinds())
def test_rules_are_no_wider_than_a_phone(alice: Person, kind: str) -> None:
    alice.go(f"/rules/{kind}/")
    assert is_no_wider_than_the_phone(alice)


def test_nothing_to_choose_or_to_copy_in_a_room_is_cut_off(alice: Person) -> None:
    room = service.open_room(user=alice.user, kind="uno", size=6, config={})
    alice.go(room.get_absolute_url())
    assert is_whole(alice.page.locator("#link"))
    # A list that is shut does not say how wide its words are; one as wide as they are does.
    words = """(list) => {
      const have = list.clientWidth;
      list.style.inlineSize = "max-content";
      return list.clientWidth <= have;
    }"""
    assert alice.page.locator("#level").evaluate(words)


def test_without_script_a_table_is_opened_all_the_same(people: People) -> None:
    bob = people.arrive("bob", size=PHONE, script=False)
    bob.go("/")
    bob.page.get_by_role("link", name="Open a table Bruno").click()
    bob.page.get_by_role("button", name="Open this table").click()
    expect(bob.page.locator(".place strong").first).to_have_text("You")


@pytest.mark.parametrize(
    ("script", "told"),
    [(True, r"finished Mar 2, 2026, 5:30\sAM"), (False, "finished March 1, 2026, 8:30 p.m. UTC")],
)
def test_a_moment_is_told_by_the_readers_own_clock(people: People, script: bool, told: str) -> None:
    """Without a script by the house's, which says so."""
    alice = people.arrive("alice", script=script, zone="Asia/Tokyo")
    ends = datetime(2026, 3, 1, 20, 30, tzinfo=UTC)
    config = rules_of("uno").META.configure({})
    play_out(Table("uno", config, [alice.user, "easy"], ("easy", "easy"), ends), Random(1))
    alice.go(Game.objects.get().get_absolute_url())
    expect(alice.page.locator(".head .muted")).to_have_text(re.compile(told))


def test_games_are_looked_for_by_the_readers_own_days(people: People) -> None:
    alice = people.arrive("alice", zone="Asia/Tokyo")
    ends = datetime(2026, 3, 1, 20, 30, tzinfo=UTC)
    config = rules_of("uno").META.configure({})
    play_out(Table("uno", config, [alice.user, "easy"], ("easy", "easy"), ends), Random(1))
    tell(ends)
    alice.go("/games/")
    alice.page.get_by_text("Filter").click()
    alice.page.get_by_label("From").fill("2026-03-02")
    alice.page.get_by_role("button", name="Show these games").click()
    row = alice.page.locator("#past .row-item")
    expect(row).to_have_count(1)
    expect(row.locator("time")).to_have_text("Mar 2, 2026")
