"""One visitor, one press: whole games against bots, and a seat that stays its owner's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from bruno_site.live import hub
from games.log import door, window
from games.models import Game, Player
from games.rules import rules_of
from games.time import clock, house
from games.time.pace import PACES
from tests.kit.browser.keeper import Keeper
from tests.kit.browser.people import People, Person

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


@pytest.mark.parametrize(
    ("title", "level"), [("Bruno", "hard"), ("UNO", "medium"), ("Briscalone", "easy")]
)
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
    offer.get_by_role("button", name="Against bots").click()
    expect(alice.page.locator("#table")).to_be_visible()
    game = Game.objects.get()
    play_until(lambda: Game.objects.get(pk=game.pk).is_over, alice)
    expect(alice.page.locator("#score")).to_be_visible(timeout=15_000)
    game.refresh_from_db()
    assert game.result is not None
    assert set(game.moves.exclude(seat=None).values_list("by", flat=True)) == {"player", "bot"}
    alice.page.get_by_role("button", name="Play again").click()
    expect(alice.page.locator("#hand")).to_be_visible()
    assert Game.objects.count() == 2


def play_until(enough: Callable[[], bool], *players: Person) -> None:
    for _ in range(LONGEST):
        if enough():
            return
        for player in players:
            act(player.page)
    raise AssertionError("this takes too long")


# Whatever can be done is a button; a hurried player takes the first that comes.
ACT = """() => {
  const seen = (element) => element.checkVisibility();
  const press = [...document.querySelectorAll("#table button[name=ready]")].find(seen);
  if (press) return press.click();
  if (!document.querySelector("#prompt[data-mine]")) return;
  const buttons = () =>
    [...document.querySelectorAll("#table button[name=action]:enabled")].filter(seen);
  const card = document.querySelector("#hand .can button");
  if (card && !buttons().length) card.click();
  const pass = buttons().find((button) => button.value === "pass");
  const button = pass || buttons()[0];
  if (button) button.click();
}"""


def act(page: Page) -> None:
    before = page.locator("#seq").get_attribute("value")
    page.evaluate(ACT)
    page.wait_for_timeout(40 if before == page.locator("#seq").get_attribute("value") else 5)


ALICE = 0
TIME = timedelta(seconds=1.2)
BANK = timedelta(seconds=0.4)
AMPLE = timedelta(minutes=10)


@pytest.fixture
def people_have(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """So much time for a move. Whoever is not seen for a second is away."""
    monkeypatch.setattr(clock, "LEASE", timedelta(seconds=1))
    monkeypatch.setattr(hub, "BEAT_SECONDS", 0.2)

    def have(time: timedelta) -> None:
        monkeypatch.setitem(PACES, "fast", PACES["fast"]._replace(move=time, bank=BANK))

    return have


def test_who_leaves_comes_back_takes_the_seat_back_and_finishes(
    people: People, bots_take: Pace, people_have: Callable[[timedelta], None]
) -> None:
    bots_take(60)
    people_have(AMPLE)
    alice, bob = people.arrive("alice"), people.arrive("bob")
    game = fast_game(alice, bob)
    for person in (alice, bob):
        person.go(game.get_absolute_url())
    # Before her next turn it is bob's, who waits until she is gone.
    play_until(lambda: moves_for(game, ALICE, "player") != [], alice)
    alice.page.close()
    people_have(TIME)
    play_until(lambda: len(moves_for(game, ALICE, "house")) >= 2, bob)
    her_time_ran_out_twice(game)
    expect(bob.page.locator("#attend")).to_contain_text("alice is played by the house")
    people_have(AMPLE)  # and yet nobody waits for her any more
    play_until(lambda: len(moves_for(game, ALICE, "house")) >= 3, bob)

    alice.page = alice.context.new_page()
    alice.listen()
    alice.go(game.get_absolute_url())
    back = alice.page.get_by_role("button", name="I am back")
    expect(back).to_contain_text("the house plays for you")
    bots_take(3000)  # so that the house is not about to move when she presses
    seq = window.seq_of(game.pk)
    play_until(lambda: window.seq_of(game.pk) > seq, bob)
    back.click()
    expect(back).to_have_count(0)
    by_house = moves_for(game, ALICE, "house")
    bots_take(5)
    play_until(lambda: Game.objects.get(pk=game.pk).is_over, alice, bob)
    expect(alice.page.locator("#score")).to_be_visible(timeout=15_000)
    assert moves_for(game, ALICE, "house") == by_house, "the seat is hers again"
    assert moves_for(game, ALICE, "player")[-1] > by_house[-1]


def test_who_is_left_at_a_table_without_a_clock_lets_the_house_play_and_finishes(
    people: People, bots_take: Pace
) -> None:
    bots_take(5)
    alice, bob = people.arrive("alice"), people.arrive("bob")
    game = door.start(
        kind="uno",
        config=rules_of("uno").META.configure({"hand_size": 3, "uno_check": False}),
        players=[alice.user, bob.user],
        server_seed=bytes(32),
        nonces=["", ""],
    )
    long_ago = timezone.now() - timedelta(minutes=2)
    Player.objects.filter(game=game, user=bob.user).update(seen_at=long_ago)
    alice.go(game.get_absolute_url())
    alice.page.get_by_label("Table menu").click()
    alice.page.get_by_text("Let the house play for bob").click()
    alice.page.get_by_role("button", name="Let the house play").click()
    expect(alice.page.locator("#seat-1")).to_contain_text("house plays")
    play_until(lambda: Game.objects.get(pk=game.pk).is_over, alice)
    expect(alice.page.locator("#score")).to_be_visible(timeout=15_000)
    assert moves_for(game, 1, "player") == []


def test_who_gives_up_sees_it_at_their_own_table_at_once_and_after_a_reload(
    people: People, people_have: Callable[[timedelta], None]
) -> None:
    people_have(AMPLE)
    alice, bob = people.arrive("alice"), people.arrive("bob")
    game = fast_game(alice, bob)
    alice.go(game.get_absolute_url())
    alice.is_connected()
    expect(alice.page.get_by_role("timer")).to_be_visible()
    alice.page.get_by_label("Table menu").click()
    alice.page.get_by_text("Give up my seat").click()
    alice.page.get_by_role("button", name="Yes, give up").click()
    for look in (lambda: None, alice.page.reload):
        look()
        page = alice.page
        expect(page.locator("#attend")).to_contain_text("You have given up your seat")
        expect(page.locator("#clock")).to_have_text("You gave up")
        expect(page.locator("#doing-you")).to_contain_text("gave up")
        expect(page.locator("#prompt[data-mine]")).to_have_count(0)
        expect(page.locator('#table button[name="action"]')).to_have_count(0)
    assert alice.faults == []


def fast_game(alice: Person, bob: Person) -> Game:
    return door.start(
        kind="bruno",
        config=rules_of("bruno").META.configure({"first_seat": ALICE}),
        players=[alice.user, "hard", bob.user, "hard"],
        server_seed=bytes(32),
        nonces=[""] * 4,
        pace="fast",
    )


def moves_for(game: Game, seat: int, by: str) -> list[int]:
    moves = game.moves.filter(seat=seat, by=by).order_by("seq")
    return list(moves.values_list("seq", flat=True))


def her_time_ran_out_twice(game: Game) -> None:
    """Once with all she had, once with nothing left in the bank."""
    at = dict(game.moves.values_list("seq", "at"))
    first, second, *_ = moves_for(game, ALICE, "house")
    assert at[first] - at[first - 1] >= TIME + BANK
    assert at[second] - at[second - 1] >= TIME
