"""The table by keys, and moves that make themselves."""

from __future__ import annotations

from playwright.sync_api import expect

from games.log import window
from games.models import Game
from tests.kit.browser.people import People, Person
from tests.kit.browser.tables import bruno, on_turn, play_one

CHOSEN = "#hand [aria-pressed=true]"


def at_the_table(game: Game, person: Person) -> None:
    person.go(game.get_absolute_url())
    person.is_connected()
    person.waits_for("document.getElementById('beat').dataset.n > 0")


def actions_of(game: Game) -> int:
    return len(window.seen_by(game.pk, on_turn(game), window.seq_of(game.pk)).actions)


def test_a_card_is_chosen_by_its_number_and_played_with_enter(people: People) -> None:
    seated = [people.arrive(name) for name in ("alice", "bob", "carol", "dave")]
    game = bruno(*seated)
    mover = seated[on_turn(game)]
    at_the_table(game, mover)
    seq, page = mover.seq, mover.page
    page.keyboard.press("1")
    expect(page.locator("#hand button").first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#hand button").nth(1)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(CHOSEN)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#seq")).not_to_have_attribute("value", str(seq))


def test_the_only_move_is_made_by_itself_for_whoever_wants_that(people: People) -> None:
    seated = [people.arrive(name) for name in ("alice", "bob", "carol", "dave")]
    for person in seated:
        person.user.plays_only_move = True
        person.user.save()
    game = bruno(*seated)
    while actions_of(game) > 1:
        play_one(game, -1)
    mover, seq = seated[on_turn(game)], window.seq_of(game.pk)
    at_the_table(game, mover)
    expect(mover.page.locator("#seq")).not_to_have_attribute("value", str(seq))
