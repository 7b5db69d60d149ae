"""A table on which cards come and go, and nothing else moves."""

from __future__ import annotations

import pytest
from django.conf import settings
from playwright.sync_api import expect

from games.log import window
from games.models import Game
from games.rules.game import ConfigValue
from tests.kit.browser.people import People, Person
from tests.kit.browser.tables import actions_of, on_turn, play_one, table_of

# Where the parts of a table begin, from the top: what a finger aims at, and where the eye rests.
PLACES = """() => Object.fromEntries(
  [".you > .plate", "#act", "#hand", ".demand", ".pending", "#pile", "#contract", "#seat-1",
   "#seat-2", ".laid"]
    .map((selector) => [selector, document.querySelector(selector)])
    .filter(([, element]) => element && element.checkVisibility())
    .map(([selector, element]) => [selector, Math.round(element.getBoundingClientRect().top)]))"""
SIZES = ((360, 640), (390, 844), (768, 1024), (1280, 800))
SLACK = 1
MOVES = 24


def places(person: Person) -> dict[str, int]:
    """At every size of a window."""
    found = {}
    for width, height in SIZES:
        person.page.set_viewport_size({"width": width, "height": height})
        for selector, top in person.page.evaluate(PLACES).items():
            found[f"{width}: {selector}"] = top
    return found


# In these deals, played so, a hand becomes so large that it is laid out in another way, and an
# auction is followed by a trick, a call and more tricks.
@pytest.mark.parametrize(
    ("kind", "which", "options", "changing"),
    [
        ("bruno", 0, {}, "#hand"),
        ("uno", -1, {"hand_size": 8}, "#hand"),
        ("briscalone", 0, {}, "#act"),
    ],
)
def test_nothing_moves_when_hands_and_piles_grow(
    people: People, kind: str, which: int, options: dict[str, ConfigValue], changing: str
) -> None:
    alice = people.arrive("alice")
    game = table_of(kind, alice.user, moves=0, **options)
    alice.go(game.get_absolute_url())
    alice.is_connected()
    stood, moved, looks = places(alice), {}, set()
    for _move in range(MOVES):
        play_one(game, which)
        seq = window.seq_of(game.pk)
        alice.sees_seq(seq)
        looks.add(alice.page.locator(changing).get_attribute("class"))
        for where, top in places(alice).items():
            if abs(stood.setdefault(where, top) - top) > SLACK:
                moved[seq, where] = stood[where], top
    assert len(looks) > 1
    assert moved == {}


def has_a_pair_that_does_something(game: Game) -> bool:
    plays = [each.split()[1:] for each in actions_of(game, 0) if each.startswith("play")]
    return any(len(cards) > 1 and cards[0][:-1] in {"2", "3", "9", "10"} for cards in plays)


def test_nothing_moves_when_cards_are_chosen(people: People) -> None:
    """Also not for the longest words on the button, which has room to grow, and a choice of how
    many."""
    alice = people.arrive("alice")
    cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": "it", "url": people.url}
    alice.context.add_cookies([cookie])  # type: ignore[list-item]
    game = table_of("bruno", alice.user, moves=0)
    while on_turn(game) != 0 or not has_a_pair_that_does_something(game):
        play_one(game)
    alice.go(game.get_absolute_url())
    alice.is_connected()
    stood, moved = places(alice), {}
    for card in alice.page.locator("#hand .can > button").all():
        card.click()
        expect(card).to_have_attribute("aria-pressed", "true")
        for where, top in places(alice).items():
            if not where.endswith("#act") and abs(stood[where] - top) > SLACK:
                moved[card.get_attribute("aria-label"), where] = stood[where], top
    assert moved == {}
