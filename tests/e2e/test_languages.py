"""Every kind of page in another language, on a phone."""

from __future__ import annotations

import pytest
from django.conf import settings

from games.log import door
from games.models import Game
from games.rules import kinds
from lobby import service
from tests.kit.browser.people import PHONE, People, Person
from tests.kit.browser.tables import play_one
from tests.kit.factories import UserFactory

# What is cut off by its own box, or leaves the screen.
CUT = """() => {
  const hides = (element) => ["hidden", "clip"].includes(getComputedStyle(element).overflowX);
  const cuts = (element) => hides(element)
    && element.clientWidth > 1
    && element.scrollWidth > element.clientWidth + 1;
  const leaves = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && (box.right > innerWidth + 1 || box.left < -1);
  };
  const words = "a, button, h1, h2, h3, p, label, legend, summary, dt, dd, strong, .btn, .tag";
  const found = [...document.querySelectorAll(words)]
    .filter((element) => element.checkVisibility() && !element.closest(".sr, .skip, .scroll"))
    .filter((element) => cuts(element) || leaves(element))
    .map((element) => element.textContent.trim().slice(0, 60));
  const wide = document.documentElement.scrollWidth > innerWidth ? ["the page"] : [];
  return [...wide, ...found];
}"""
PAGES = (
    *("/", "/accounts/settings/", "/accounts/account/", "/accounts/shuns/", "/games/", "/people/"),
    *("/games/records/", "/notices/", "/accounts/sign-up/", "/nowhere/"),
)
OF_A_GAME = ("/learn/{}/", "/tables/new/{}/", "/rules/{}/")


def table_of(kind: str, person: Person, moves: int = 6) -> Game:
    rules = kinds()[kind]
    others = [UserFactory.create() for _seat in range(rules.META.seats[-1] - 1)]
    game = door.start(
        kind=kind,
        config=rules.META.configure({}),
        players=[person.user, *others],
        server_seed=bytes(32),
        nonces=[""] * (1 + len(others)),
    )
    for _move in range(moves):
        play_one(game)
    return game


@pytest.mark.parametrize("language", ["it", "zh-hans"])
def test_nothing_is_cut_off_or_wider_than_a_phone(people: People, language: str) -> None:
    alice = people.arrive("alice", size=PHONE)
    cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": people.url}
    alice.context.add_cookies([cookie])  # type: ignore[list-item]
    room = service.open_room(user=alice.user, kind="uno", size=6, config={})
    tables = [f"/games/{table_of(kind, alice).code}/" for kind in kinds()]
    of_games = [page.format(kind) for page in OF_A_GAME for kind in kinds()]
    faults = {}
    for path in (*PAGES, *of_games, *tables, room.get_absolute_url()):
        alice.go(path)
        assert alice.page.locator("html").get_attribute("lang") == language
        if cut := alice.page.evaluate(CUT):
            faults[path] = cut
    assert faults == {}
