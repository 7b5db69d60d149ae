"""Shares of the shuffle in real browsers: sealed first, opened when all are ready, used once."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.log import ends
from games.models import Game
from games.rules import fair
from lobby import service
from lobby.models import Room
from tests.kit.browser.keeper import Keeper
from tests.kit.browser.people import People, Person
from tests.kit.factories import UserFactory

UNKNOWN = "ab" * 16  # the nonce of a player whose browser is not here


@pytest.fixture(autouse=True)
def keeper(people: People) -> Iterator[Keeper]:
    with Keeper() as keeper:
        yield keeper


def opens(user: User) -> Room:
    """A table of UNO for two."""
    return service.open_room(user=user, kind="uno", size=2, config={})


def is_ready(person: Person) -> None:
    person.page.get_by_role("button", name="I am ready").click()


def plays(person: Person) -> None:
    expect(person.page.locator("#hand")).to_be_visible(timeout=20_000)


def test_a_browser_hashes_as_everybody_does(people: People) -> None:
    alice = people.arrive("alice")
    alice.go(opens(alice.user).get_absolute_url())
    texts = ["", "a", "ab" * 16, "x" * 55, "x" * 56, "x" * 64, "x" * 200]
    hashed = alice.page.evaluate("(texts) => texts.map(shares.sha256)", texts)
    assert hashed == [sha256(text.encode()).hexdigest() for text in texts]


def test_a_page_that_was_loaded_again_still_opens_its_share(people: People) -> None:
    alice, bob = people.arrive("alice"), people.arrive("bob")
    room = opens(alice.user)
    alice.go(room.get_absolute_url())
    is_ready(alice)
    alice.go(room.get_absolute_url())
    sealed = room.seats.get(user=alice.user).nonce_seal
    bob.go(room.get_absolute_url())
    bob.page.locator("#sit-1").click()
    is_ready(bob)
    for person in (alice, bob):
        plays(person)
    seal = Game.objects.get().seal
    assert seal.nonce_seals[0] == sealed and seal.could_choose == "nobody"


def test_without_a_socket_a_share_is_sealed_and_opened_too(people: People) -> None:
    alice, bob = people.arrive("alice"), people.arrive("bob")
    alice.context.route_web_socket("**/ws/**", lambda socket: socket.close())
    room = opens(bob.user)
    alice.go(room.get_absolute_url())
    alice.page.locator("#sit-1").click()
    is_ready(alice)
    expect(alice.page.get_by_role("button", name="Not ready after all")).to_be_visible()
    bob.go(room.get_absolute_url())
    is_ready(bob)
    for person in (alice, bob):
        plays(person)
    assert Game.objects.get().seal.could_choose == "nobody"


def test_who_leaves_after_the_shares_were_opened_is_named_and_new_ones_are_sealed(
    people: People,
) -> None:
    alice = people.arrive("alice")
    bob = UserFactory.create(username="bob")
    room = opens(alice.user)
    alice.go(room.get_absolute_url())
    service.sit(code=room.code, user=bob, seat=1)
    service.ready(code=room.code, user=bob, nonce_seal=fair.nonce_seal(UNKNOWN))
    is_ready(alice)
    expect(alice.page.locator("#room-status")).to_contain_text("The game starts now.")
    alice.waits_for("sessionStorage.length > 0")
    opened = room_with_opened_share(alice, room)
    service.stand(code=room.code, user=bob)
    banner = alice.page.locator("#room-status .banner")
    expect(banner).to_contain_text("opened 1 time here without a game starting")
    expect(banner).to_contain_text("bob left or did not open theirs")
    expect(alice.page.get_by_role("button", name="Not ready after all")).to_be_visible()
    again = room.seats.get(user=alice.user)
    assert again.is_ready and again.nonce_seal not in ("", opened)
    service.sit(code=room.code, user=bob, seat=1)
    service.ready(code=room.code, user=bob)
    plays(alice)
    game = Game.objects.get()
    assert game.seal.wasted_openings == 1
    ends.close(game_id=game.pk)
    alice.go(f"/games/{game.code}/deal/")
    expect(alice.page.get_by_text("shares were opened 1 time without")).to_be_visible()
    expect(alice.page.locator("#wasted")).to_contain_text("opened 2 shares")
    expect(alice.page.locator("#same-shares")).to_contain_text("those your browser noted")


def room_with_opened_share(person: Person, room: Room) -> str:
    """Waits until this person's share is open; returns its seal."""
    for _try in range(100):
        seat = room.seats.get(user=person.user)
        if seat.nonce:
            return seat.nonce_seal
        person.page.wait_for_timeout(50)
    raise AssertionError("the share was not opened")
