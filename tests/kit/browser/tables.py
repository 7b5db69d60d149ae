"""Games to look at, in the position a test wants."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import Locator, TimeoutError, expect
from pytest import MonkeyPatch

from accounts.models import User
from games.log import audit, door, window
from games.models import Game
from games.rules import fair, rules_of
from games.rules.game import ConfigValue, Seat
from tests.kit.browser.people import Person
from tests.kit.factories import UserFactory


def deal_always(seed: bytes, monkeypatch: MonkeyPatch) -> None:
    """This deal, which is not the one that is sealed: the site would freeze the table for that."""
    monkeypatch.setattr(fair, "game_seed", lambda server_seed, nonces: seed)
    monkeypatch.setattr(audit, "audit_game", lambda game: True)


def bruno(*people: Person, moves: int = 0, seed: int = 1) -> Game:
    """A running game of these four, some moves on; the first legal action is always taken."""
    rules = rules_of("bruno")
    game = door.start(
        kind="bruno",
        config=rules.META.configure({}),
        players=[person.user for person in people],
        server_seed=bytes([seed]) * 32,
        nonces=[""] * 4,
    )
    for _ in range(moves):
        play_one(game)
    return game


def table_of(kind: str, user: User, moves: int = 6, **options: ConfigValue) -> Game:
    """A full table with one person we know in its first seat."""
    rules = rules_of(kind)
    others = [UserFactory.create() for _seat in range(max(rules.META.seats) - 1)]
    game = door.start(
        kind=kind,
        config=rules.META.configure(options),
        players=[user, *others],
        server_seed=bytes(32),
        nonces=[""] * (1 + len(others)),
    )
    for _move in range(moves):
        play_one(game)
    return game


def sit_down_and_start(seated: list[Person], title: str) -> Game:
    """Through the lobby, as people do."""
    host, *guests = seated
    host.go("/")
    host.page.get_by_role("link", name=f"Open a table {title}").click()
    if (size := host.page.get_by_label(str(len(seated)), exact=True)).count():
        size.check()
    host.page.get_by_label("No clock").check()  # however slow the machine is
    host.page.get_by_role("button", name="Open this table").click()
    expect(host.page.locator("#room")).to_be_visible()
    link = host.page.url.removeprefix(host.url)
    for guest in guests:
        guest.go(link)
        guest.page.get_by_role("button", name="Sit here").first.click()
        # Whoever comes next is to see that this seat is taken.
        expect(guest.page.get_by_role("button", name="I am ready")).to_be_visible()
    for person in seated:
        person.page.get_by_role("button", name="I am ready").click()
    for person in seated:
        expect(person.page.locator("#table")).to_be_visible(timeout=15_000)
        person.page.wait_for_load_state()  # what is pressed before its script is there is lost
    return Game.objects.get()


def on_turn(game: Game) -> int:
    rules, seq = rules_of(game.kind), window.seq_of(game.pk)
    return rules.to_act(window.state_of(game.pk, seq))[0]


def actions_of(game: Game, seat: Seat) -> list[str]:
    """What this seat may do now, on turn or not."""
    return [str(each) for each in window.seen_by(game.pk, seat, window.seq_of(game.pk)).actions]


def play_one(game: Game, which: int = 0) -> None:
    seat, seq = on_turn(game), window.seq_of(game.pk)
    action = window.seen_by(game.pk, seat, seq).actions[which]
    door.play(game_id=game.pk, seat=seat, seq=seq, action=str(action))


def appears(button: Locator) -> bool:
    with suppress(TimeoutError):
        button.wait_for(timeout=5_000)
    return button.count() > 0


def take_a_turn(person: Person, seq: int) -> None:
    """As a hurried player would: the first card that can be played, all of its rank."""
    person.sees_seq(seq)
    card = person.page.locator("#hand .can button").first
    button = person.page.locator("#act button[name=action]:visible").first
    # A fresh table takes a moment until its cards can be pressed.
    expect(card.or_(button).first).to_be_visible()
    if card.count():
        card.click()
        # A press on a card that a fresh table replaces at this very moment is lost.
        if not appears(button):
            card.click()
    button.click()
    expect(person.page.locator("#seq")).not_to_have_attribute("value", str(seq))
