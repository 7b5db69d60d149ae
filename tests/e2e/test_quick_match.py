"""People who know nobody find a table, each in a browser of their own."""

from __future__ import annotations

import pytest
from django.conf import settings
from playwright.sync_api import expect

from accounts import blocks
from games.models import Game, Player
from lobby.models import Party, RoomSeat
from lobby.queue import tickets
from tests.kit.browser.people import PHONE, People, Person
from tests.kit.factories import UserFactory


def press(person: Person, button: str) -> None:
    person.go("/")
    person.page.get_by_role("button", name=f"{button} Bruno rated", exact=True).click()


def plays(person: Person) -> None:
    expect(person.page.locator("#table")).to_be_visible(timeout=40_000)


def test_a_pair_and_two_strangers_find_each_other_and_begin(people: People) -> None:
    alice, bob = people.arrive("alice"), people.arrive("bob", size=PHONE)
    carol, dave = people.arrive("carol"), people.arrive("dave")
    press(alice, "With a friend")
    bob.go(Party.objects.get().get_absolute_url())
    bob.page.get_by_role("button", name="Play together").click()
    expect(alice.page.locator("#queue")).to_contain_text("in one team with bob")
    press(carol, "Quick match")
    press(dave, "Quick match")
    for person in (alice, bob, carol, dave):
        plays(person)
    seats = dict(Player.objects.values_list("user__username", "seat"))
    assert abs(seats["alice"] - seats["bob"]) == 2
    game = Game.objects.get()
    assert game.is_rated and all(len(nonce) == 32 for nonce in game.seal.nonces)


def test_one_alone_begins_with_bots(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "BOTS_OFFERED_AFTER", 1)
    alice = people.arrive("alice")
    press(alice, "Quick match")
    alice.page.get_by_role("button", name="Begin now with bots").click()
    plays(alice)
    assert Player.objects.exclude(bot="").count() == 3


def test_a_blocked_person_is_never_matched(people: People) -> None:
    alice, bob = people.arrive("alice"), people.arrive("bob")
    blocks.block(alice.user, bob.user)
    press(alice, "Quick match")
    press(bob, "Quick match")
    for _stranger in range(2):
        tickets.join(user=UserFactory.create(), kind="bruno")
    expect(bob.page.locator("#queue")).to_contain_text("4 people are waiting", timeout=20_000)
    tickets.join(user=UserFactory.create(), kind="bruno")
    expect(alice.page.locator("#room")).to_be_visible(timeout=20_000)
    expect(bob.page.locator("#queue")).to_be_visible()
    assert not RoomSeat.objects.filter(user=bob.user).exists()
