"""One table, looked at and played in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from pytest_django import Settings

from games.log import window
from games.models import Game
from tests.kit.browser.people import PHONE, People, Person
from tests.kit.browser.tables import bruno, on_turn, play_one, table_of, take_a_turn


@pytest.fixture
def seated(people: People) -> list[Person]:
    return [people.arrive(name) for name in ("alice", "bob", "carol", "dave")]


def mover_of(game: Game, seated: list[Person]) -> Person:
    return seated[on_turn(game)]


def test_a_chosen_card_says_on_the_button_what_will_happen(seated: list[Person]) -> None:
    game = bruno(*seated)
    mover = mover_of(game, seated)
    mover.go(game.get_absolute_url())
    act = mover.page.locator("#act")
    expect(act).to_contain_text("Choose a card")
    expect(act.locator("button[name=action]:visible")).to_have_count(0)
    mover.page.locator("#hand .can button").first.click()
    button = act.locator("button[name=action]:visible")
    expect(button).to_have_count(1)
    expect(button).to_have_text(re.compile("^Play "))
    button.click()
    mover.sees_seq(game.seq + 1)
    assert window.seq_of(game.pk) == game.seq + 1


def test_fewer_cards_of_a_rank_are_chosen_with_the_stepper(seated: list[Person]) -> None:
    game = bruno(*seated, seed=3)
    mover = mover_of(game, seated)
    mover.go(game.get_absolute_url())
    several = mover.page.locator("#hand .can:has(.times) button").first
    several.click()
    fewer = mover.page.get_by_role("button", name="One fewer")
    expect(mover.page.locator(".stepper output")).to_have_text("2")
    fewer.click()
    expect(mover.page.locator(".stepper output")).to_have_text("1")
    expect(fewer).to_be_disabled()
    mover.page.locator("#act button[name=action]:visible").click()
    mover.sees_seq(game.seq + 1)
    assert len(game.moves.get(seq=game.seq + 1).action.split(" ")) == 2


def test_a_whole_turn_is_played_with_the_keyboard_alone(seated: list[Person]) -> None:
    game = bruno(*seated)
    mover = mover_of(game, seated)
    mover.go(game.get_absolute_url())
    page = mover.page
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To your cards")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("#hand button").first).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(30):
        if page.evaluate("document.activeElement.name") == "action":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    mover.sees_seq(game.seq + 1)
    expect(page.locator("#hand")).to_be_focused()
    while mover_of(game, seated) is not mover:
        play_one(game)
    mover.sees_seq(window.seq_of(game.pk))
    expect(page.locator("#hand")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#hand button").first).to_be_focused()


# Noted down the moment a table on which it is one's turn is there.
PLAYABLE = """() => document.addEventListener("table:shown", () => {
  if (document.querySelector("#prompt[data-mine]")) {
    window.playable ??= document.querySelectorAll("#hand .can").length;
  }
})"""


def test_a_page_without_a_socket_marks_its_cards_with_the_table_and_not_after_it(
    seated: list[Person],
) -> None:
    game = bruno(*seated)
    waiting = seated[(on_turn(game) + 1) % 4]
    waiting.context.route_web_socket("**/ws/**", lambda socket: socket.close())
    waiting.go(game.get_absolute_url())
    waiting.page.evaluate(PLAYABLE)
    while mover_of(game, seated) is not waiting:
        play_one(game)
    waiting.sees_seq(window.seq_of(game.pk))
    legal = window.seen_by(game.pk, on_turn(game), window.seq_of(game.pk)).actions
    assert any(str(action).startswith("play") for action in legal)
    assert waiting.page.evaluate("window.playable") > 0


def test_without_script_every_legal_action_is_a_button(people: People) -> None:
    seated = [people.arrive(name, script=False) for name in ("alice", "bob", "carol", "dave")]
    game = bruno(*seated)
    mover = mover_of(game, seated)
    mover.go(game.get_absolute_url())
    legal = window.seen_by(game.pk, on_turn(game), game.seq).actions
    buttons = mover.page.locator("#act button[name=action]")
    expect(buttons).to_have_count(len(legal))
    expect(buttons.first).to_be_visible()
    buttons.first.click()
    mover.sees_seq(game.seq + 1)


def test_a_card_that_cannot_be_played_says_why(seated: list[Person]) -> None:
    game = bruno(*seated)
    while len(window.seen_by(game.pk, on_turn(game), window.seq_of(game.pk)).actions) != 1:
        play_one(game, which=-1)
    mover = mover_of(game, seated)
    mover.go(game.get_absolute_url())
    dimmed = mover.page.locator("#hand .cannot button").first
    expect(dimmed).to_have_attribute("aria-disabled", "true")
    dimmed.click(force=True)  # Playwright would wait until it is enabled
    expect(mover.page.get_by_role("alert")).to_contain_text("That card is")


def test_two_tabs_of_one_player_stay_in_step_and_only_one_moves(seated: list[Person]) -> None:
    game = bruno(*seated)
    mover = mover_of(game, seated)
    mover.go(game.get_absolute_url())
    second = mover.context.new_page()
    second.goto(mover.page.url)
    mover.page.locator("#hand .can button").first.click()
    mover.page.locator("#act button[name=action]:visible").click()
    expect(second.locator("#seq")).to_have_attribute("value", str(game.seq + 1))
    expect(second.locator("#act")).to_contain_text("Waiting for")


def test_a_move_for_an_older_position_is_refused_with_a_sentence(seated: list[Person]) -> None:
    game = bruno(*seated)
    mover = mover_of(game, seated)
    mover.go(game.get_absolute_url())
    mover.is_connected()
    mover.page.locator("#hand .can button").first.click()
    mover.page.evaluate("document.querySelector('input[name=seq]').value = 0")
    mover.page.locator("#act button[name=action]:visible").click()
    expect(mover.page.get_by_role("alert")).to_have_text(
        "The table has moved on. Look again before you play."
    )


def test_a_page_without_a_socket_is_told_what_was_too_fast(
    seated: list[Person], settings: Settings
) -> None:
    game = bruno(*seated)
    mover = mover_of(game, seated)
    mover.context.route_web_socket("**/ws/**", lambda socket: socket.close())
    settings.MESSAGES_AT_ONCE = 0
    mover.go(game.get_absolute_url())
    mover.page.locator("#hand .can button").first.click()
    mover.page.locator("#act button[name=action]:visible").click()
    expect(mover.page.get_by_role("alert")).to_have_text("That was too fast. Wait a moment.")
    assert window.seq_of(game.pk) == game.seq


@pytest.mark.parametrize("code", [1000, 3000, 4000])
def test_the_page_comes_back_within_four_seconds_after_any_close(
    seated: list[Person], code: int
) -> None:
    game = bruno(*seated)
    mover, watcher = mover_of(game, seated), seated[(on_turn(game) + 1) % 4]
    mover.go(game.get_absolute_url())
    watcher.go(game.get_absolute_url())
    watcher.is_connected()
    watcher.page.evaluate("(code) => window.sockets.forEach((s) => s.close(code))", code)
    expect(watcher.page.locator("#lost")).to_have_text("Connection lost. Trying again…")
    expect(watcher.page.locator("#lost")).to_have_text("", timeout=4_500)
    take_a_turn(mover, game.seq)
    watcher.sees_seq(game.seq + 1, within=2_000)


def test_a_log_out_elsewhere_is_not_answered_with_endless_returns(seated: list[Person]) -> None:
    game = bruno(*seated)
    alice = seated[0]
    alice.go(game.get_absolute_url())
    alice.is_connected()
    alice.context.clear_cookies()
    alice.page.evaluate("window.sockets.forEach((socket) => socket.close(1000))")
    alice.page.wait_for_timeout(6_000)
    assert alice.page.evaluate("window.sockets.length") == 2


# All at once, since a swap may come between two questions.
OUTSIDE_THE_PAGE = """
["html", "#plate-you", "#hand", "#act", "#demand", "#pile"].filter((part) => {
  const element = document.querySelector(part);
  const box = element.getBoundingClientRect();
  return element.scrollHeight > innerHeight || element.scrollWidth > innerWidth
    || box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
})
"""


@pytest.mark.parametrize("moves", [0, 30, 90])
def test_nothing_scrolls_on_a_phone_during_play(people: People, moves: int) -> None:
    seated = [people.arrive(name, size=PHONE) for name in ("alice", "bob", "carol", "dave")]
    game = bruno(*seated, moves=moves, seed=5)
    for person in seated:
        person.go(game.get_absolute_url())
        assert person.page.evaluate(OUTSIDE_THE_PAGE) == []


RING = 4  # around what is chosen
# How far what is drawn of a card reaches past the window.
PAST_THE_WINDOW = """(card) => [card, card.querySelector(".tick"), card.querySelector(".card")]
  .map((each) => each.getBoundingClientRect().right - innerWidth)"""


def test_on_a_phone_the_last_of_eight_cards_is_whole_when_it_is_chosen(people: People) -> None:
    alice = people.arrive("alice", size=PHONE)
    game = table_of("uno", alice.user, moves=0, hand_size=8)
    while on_turn(game) != 0:
        play_one(game)
    alice.go(game.get_absolute_url())
    alice.is_connected()
    last = alice.page.locator("#hand > li:last-child")
    last.locator("button").click()
    expect(last).to_have_class(re.compile("chosen"))
    assert max(last.evaluate(PAST_THE_WINDOW)) <= -RING
    assert alice.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
