"""What is said and what is called, from browser to browser."""

from __future__ import annotations

from playwright.sync_api import expect

from accounts import blocks
from tests.kit.browser.people import People
from tests.kit.browser.tables import bruno, on_turn, play_one


def test_a_phrase_appears_at_another_seat_and_not_at_one_who_muted(people: People) -> None:
    alice, bob, carol, dave = (people.arrive(name) for name in ("alice", "bob", "carol", "dave"))
    game = bruno(alice, bob, carol, dave)
    blocks.mute(carol.user, alice.user)
    for person in (alice, bob, carol):
        person.go(game.get_absolute_url())
        person.is_connected()
    alice.page.get_by_role("button", name="Well played").click()
    expect(bob.page.locator("#talk-lines")).to_contain_text("alice Well played")
    expect(bob.page.locator("#felt-talk")).to_contain_text("alice Well played")
    bob.page.get_by_role("button", name="Thank you").click()
    expect(carol.page.locator("#talk-lines")).to_contain_text("bob Thank you")
    expect(carol.page.locator("#talk-lines")).not_to_contain_text("Well played")
    assert [person.faults for person in (alice, bob, carol)] == [[], [], []]


def test_the_loudspeaker_is_a_setting_of_its_person(people: People) -> None:
    here, there = people.arrive("alice"), people.arrive("alice")
    for person in (here, there):
        person.go("/rules/")
    with here.page.expect_response("**/accounts/sounds/"):
        here.page.get_by_role("button", name="Sounds and notifications").click()
    expect(here.page.locator("#calls")).to_have_attribute("aria-pressed", "true")
    there.go("/accounts/settings/")
    expect(there.page.get_by_role("checkbox", name="Sounds and notifications")).to_be_checked()
    there.page.get_by_role("checkbox", name="Sounds and notifications").uncheck()
    there.page.get_by_role("button", name="Save").click()
    expect(there.page.get_by_text("Your settings are saved.")).to_be_visible()
    here.go("/rules/")
    expect(here.page.locator("#calls")).to_have_attribute("aria-pressed", "false")


def test_your_turn_is_told_on_the_lobby_page_with_the_title_and_the_icon(people: People) -> None:
    seated = [people.arrive(name) for name in ("alice", "bob", "carol", "dave")]
    game = bruno(*seated)
    waiting = seated[(on_turn(game) + 1) % 4]
    waiting.go("/")
    waiting.is_connected()
    expect(waiting.page.locator("#notices-count")).to_be_hidden()
    while seated[on_turn(game)] is not waiting:
        play_one(game)
    expect(waiting.page.locator("#notices-count")).to_have_text("1 1 notice")
    assert waiting.page.title().startswith("(1) ")
    assert "icon-call" in (waiting.page.locator("#tab-icon").get_attribute("href") or "")
    expect(waiting.page.locator("#calls")).to_have_attribute("aria-pressed", "false")
    waiting.page.locator(".notices summary").click()
    waiting.page.get_by_role("link", name="Your turn in Bruno").click()
    expect(waiting.page.locator("#table")).to_be_visible()
    assert waiting.faults == []
