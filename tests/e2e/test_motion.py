"""Cards that are seen to move."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from games.log import window
from games.models import Game
from tests.kit.browser.people import People, Person
from tests.kit.browser.tables import bruno, on_turn, play_one

# Where each copy began and where it ended, however quickly it flew.
NOTE_FLIGHTS = """
window.flights = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (path, options) {
  if (this.closest(".flights")) {
    const { x, y, width, height } = this.getBoundingClientRect();
    const by = new DOMMatrix(path[0].transform);
    window.flights.push({
      from: [x + width / 2 + by.e, y + height / 2 + by.f],
      to: [x + width / 2, y + height / 2],
      ms: options.duration,
    });
  }
  return animate.call(this, path, options);
};
"""
MIDDLE = """(element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


def looking_on(people: People, *, moves: bool) -> tuple[Game, Person]:
    """carol, while alice or bob is to lay the first card."""
    names = ("alice", "bob", "carol", "dave")
    seated = [people.arrive(name, moves=moves) for name in names]
    game = bruno(*seated)
    person = seated[(on_turn(game) + 2) % 4]
    person.context.add_init_script(NOTE_FLIGHTS)
    person.go(game.get_absolute_url())
    person.is_connected()
    person.waits_for("document.getElementById('beat').dataset.n > 0")
    return game, person


def flights_seen(person: Person) -> list[dict[str, Any]]:
    seen: list[dict[str, Any]] = person.page.evaluate("window.flights")
    return seen


def test_a_card_flies_from_the_plate_of_whoever_lays_it_to_the_pile(people: People) -> None:
    game, carol = looking_on(people, moves=True)
    mover = on_turn(game)
    play_one(game)
    carol.sees_seq(window.seq_of(game.pk))
    carol.waits_for("window.flights.length > 0")
    (flight,) = flights_seen(carol)
    plate = carol.page.locator(f"#plate-{mover}").evaluate(MIDDLE)
    pile = carol.page.locator("#pile .card").last.evaluate(MIDDLE)
    assert flight["from"] == pytest.approx(plate, abs=1)
    assert flight["to"] == pytest.approx(pile, abs=1)
    assert 150 <= flight["ms"] <= 350
    expect(carol.page.locator(".flights > *")).to_have_count(0)


def test_who_wants_no_motion_sees_none(people: People) -> None:
    game, carol = looking_on(people, moves=False)
    play_one(game)
    carol.sees_seq(window.seq_of(game.pk))
    assert flights_seen(carol) == []
    assert carol.page.locator("#pile .card").last.is_visible()
