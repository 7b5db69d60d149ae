"""What a browser fetches that has never been here: bytes on the wire, as we send them ourselves."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Request

from games.rules import kinds
from tests.kit.browser.people import People, Person
from tests.kit.browser.tables import on_turn, play_one, table_of

KB = 1000


def weights(person: Person, path: str) -> dict[str, int]:
    """Everything that is asked for until there is silence, by its address."""
    asked: list[Request] = []
    person.page.on("requestfinished", lambda request: asked.append(request))
    person.go(path)
    person.page.wait_for_load_state("networkidle")
    return {each.url.removeprefix(person.url): _size(each) for each in asked}


def _size(request: Request) -> int:
    sizes = request.sizes()
    return sizes["responseBodySize"] + sizes["responseHeadersSize"]


def is_drawn(page: Page) -> bool:
    return bool(page.evaluate("[...document.images].every((each) => each.naturalWidth > 0)"))


def test_the_front_page_weighs_less_than_100_kb(people: People) -> None:
    zoe = people.pass_by()
    found = weights(zoe, "/")
    assert is_drawn(zoe.page) and any(path.endswith(".css") for path in found)
    assert sum(found.values()) < 100 * KB, found


@pytest.mark.parametrize("kind", kinds())
def test_a_table_weighs_less_than_200_kb(people: People, kind: str) -> None:
    alice = people.arrive("alice")
    game = table_of(kind, alice.user)
    while on_turn(game) != 0:
        play_one(game)
    found = weights(alice, game.get_absolute_url())
    assert is_drawn(alice.page) and any(path.endswith(".svg") for path in found)
    assert sum(found.values()) < 200 * KB, found
