"""One visitor, one press: whole games against bots, and a seat that stays its owner's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from games import clock, house, queries, service
from games.models import Game, Player

from .keeper import Keeper
from .people import People, Person
from .tables import bruno, on_turn

LONGEST = 1500


Pace = Callable[[int], None]


@pytest.fixture
def bots_take(monkeypatch: pytest.MonkeyPatch) -> Pace:
    """Bots at a table of people take their time, which nobody here has."""
    monkeypatch.setattr(house, "TICK_SECONDS", 0.01)

    def take(milliseconds: int) -> None:
        for name in ("SOONEST", "SPREAD", "WINDOW"):
            monkeypatch.setattr(clock, name, timedelta(milliseconds=milliseconds))

    return take


@pytest.fixture(autouse=True)
def keeper(people: People) -> Iterator[Keeper]:
    """Somebody keeps the time, as the clock process does where there are several."""
    with Keeper() as keeper:
        yield keeper


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("title", ["Bruno", "UNO", "Briscalone"])
def test_one_press_from_the_front_page_is_a_whole_game_against_bots(
    people: People, bots_take: Pace, title: str, level: str
) -> None:
    bots_take(5)
    alice = people.arrive("alice")
    alice.go("/")
    offer = alice.page.get_by_role("article").filter(
        has=alice.page.get_by_role("heading", name=title, exact=True)
    )
    offer.get_by_label("Strength of the bots").select_option(level)
    offer.get_by_role("button", name="Play now against bots").click()
    expect(alice.page.locator("#table")).to_be_visible()
    game = Game.objects.get()
    play_to_the_end(alice, game)
    expect(alice.page.locator("#score")).to_be_visible(timeout=15_000)
    game.refresh_from_db()
    assert game.result is not None
    assert set(game.moves.exclude(seat=None).values_list("by", flat=True)) == {"player", "bot"}


def play_to_the_end(person: Person, game: Game) -> None:
    for _ in range(LONGEST):
        if Game.objects.get(pk=game.pk).is_over:
            return
        act(person.page)


# Whatever can be done is a button; a hurried player takes the first that comes.
ACT = """() => {
  const seen = (element) => element.checkVisibility();
  const press = [...document.querySelectorAll("#table button[name=press_on]")].find(seen);
  if (press) return press.click();
  if (!document.querySelector("#table[data-mine]")) return;
  const buttons = () =>
    [...document.querySelectorAll("#table button[name=action]:enabled")].filter(seen);
  const card = document.querySelector("#hand .can button");
  if (card && !buttons().length) card.click();
  const pass = buttons().find((button) => button.value === "pass");
  const button = pass || buttons()[0];
  if (button) button.click();
}"""


def act(page: Page) -> None:
    before = page.locator("#table").get_attribute("data-seq")
    page.evaluate(ACT)
    page.wait_for_timeout(40 if before == page.locator("#table").get_attribute("data-seq") else 5)


def test_who_leaves_comes_back_takes_the_seat_back_and_finishes(
    people: People, bots_take: Pace
) -> None:
    bots_take(150)
    alice, bob, carol, dave = (people.arrive(n) for n in ("alice", "bob", "carol", "dave"))
    game = bruno(alice, bob, carol, dave)
    Game.objects.filter(pk=game.pk).update(pace="fast")
    # Everyone but alice is a bot from here on.
    Player.objects.filter(game=game).exclude(user=alice.user).update(user=None, bot="easy")
    service_begins_to_keep_time(game)
    alice.go(game.get_absolute_url())
    seat = queries.seat_of(game.pk, alice.user.pk) or 0
    Player.objects.filter(game=game, seat=seat).update(house_moves=2)
    expect(alice.page.get_by_role("button", name="I am back")).to_be_visible(timeout=20_000)
    while game.moves.filter(by="house").count() < 3:
        assert not Game.objects.get(pk=game.pk).is_over
        alice.page.wait_for_timeout(50)
    alice.page.get_by_role("button", name="I am back").click()
    expect(alice.page.get_by_role("button", name="I am back")).to_have_count(0)
    bots_take(5)
    play_to_the_end(alice, game)
    assert game.moves.filter(by="player", seat=seat).exists()
    expect(alice.page.locator("#score")).to_be_visible(timeout=15_000)


def service_begins_to_keep_time(game: Game) -> None:
    from games import folds

    folds.forget_all()
    service.attend(game_id=game.pk, seat=on_turn(game))
