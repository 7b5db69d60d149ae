"""From the front page to the first card and to an account, without being asked anything before."""

from __future__ import annotations

import time

from playwright.sync_api import expect

from accounts.models import User
from games.log import ends
from games.models import Game
from tests.kit.browser.people import People, Person
from tests.kit.browser.tables import bruno, on_turn, take_a_turn
from tests.kit.factories import PASSWORD


def test_one_press_deals_and_a_name_keeps_the_game(people: People) -> None:
    somebody = people.pass_by()
    page = somebody.page
    somebody.go("/")
    page.get_by_role("button", name="Play now as a guest").click()
    expect(page.locator("#table")).to_be_visible()
    play_the_first_card(somebody)
    somebody.go("/accounts/sign-up/")
    for name, value in (("username", "zoe"), ("password1", PASSWORD), ("password2", PASSWORD)):
        page.fill(f"[name={name}]", value)
    page.get_by_role("button", name="Take a name").click()
    expect(page.get_by_text("Welcome, zoe")).to_be_visible()
    game = Game.objects.get()
    seat = game.players.get(user=User.objects.get(username="zoe")).seat
    ends.end(game_id=game.pk, seat=seat)
    is_in_the_history(somebody, game)
    saw_the_seal(somebody, game)


def saw_the_seal(person: Person, game: Game) -> None:
    """Before the first card, though there was no time to write it down."""
    person.go(f"/games/{game.code}/deal/")
    expect(person.page.locator("#verdict")).to_have_class("verdict verdict--good")
    expect(person.page.locator("#noted")).to_have_value(game.seal.commitment)
    expect(person.page.locator("#same-seal")).to_contain_text("It is the same")
    expect(person.page.locator("#by-itself")).to_be_visible()
    expect(person.page.locator("#proof")).to_contain_text("nobody could choose these cards")
    expect(person.page.locator("#same-shares")).to_contain_text("those your browser noted")
    expect(person.page.locator("#wasted")).to_be_empty()


def is_in_the_history(person: Person, game: Game) -> None:
    """The clock tells those who keep it, some time after the end."""
    link = person.page.locator(f'main a[href*="{game.code}"]').first
    until = time.monotonic() + 15
    person.go("/games/")
    while not link.is_visible():
        assert time.monotonic() < until
        person.page.wait_for_timeout(250)
        person.go("/games/")


def play_the_first_card(person: Person) -> None:
    """When the bots before this seat have played."""
    expect(person.page.locator("#prompt[data-mine]")).to_be_attached(timeout=30_000)
    take_a_turn(person, person.seq)


def test_whoever_likes_plays_with_one_press(people: People) -> None:
    seated = [people.arrive(name) for name in ("alice", "bob", "carol", "dave")]
    User.objects.update(plays_at_once=True)
    game = bruno(*seated)
    mover = seated[on_turn(game)]
    mover.go(game.get_absolute_url())
    mover.is_connected()
    mover.page.locator("#hand .can:not(:has(.times)) button").first.click()
    mover.sees_seq(game.seq + 1)
