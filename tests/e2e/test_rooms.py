"""A private table with who may not look on and who may, and a rematch that calls everybody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from games.models import Game
from lobby import service
from lobby.models import Room
from tests.kit.browser.keeper import Keeper
from tests.kit.browser.people import People, Person
from tests.kit.browser.tables import bruno, play_one


@pytest.fixture(autouse=True)
def keeper(people: People) -> Iterator[Keeper]:
    with Keeper() as keeper:
        yield keeper


def opens(host: Person, come: str, seats: int = 3) -> str:
    """A table of UNO; returns its link."""
    host.go("/tables/new/uno/")
    host.page.get_by_label(str(seats), exact=True).check()
    host.page.get_by_label(come).check()
    host.page.get_by_role("button", name="Open this table").click()
    expect(host.page.locator("#room")).to_be_visible()
    return host.page.url.removeprefix(host.url)


def begins(host: Person, guest: Person, link: str) -> None:
    """With the guest in the next seat and a bot in the last."""
    guest.go(link)
    guest.page.locator("#sit-1").click()
    expect(host.page.locator(".place strong").filter(has_text=guest.user.username)).to_be_visible()
    host.page.get_by_role("button", name="Fill the free seats with bots").click()
    seal = host.page.locator("#seal").inner_text()
    assert len(seal.replace(" ", "")) == 64
    for person in (host, guest):
        person.page.get_by_role("button", name="I am ready").click()
    for person in (host, guest):
        expect(person.page.locator("#hand")).to_be_visible()


def test_by_link_nobody_looks_on_and_at_a_listed_table_everybody_may(people: People) -> None:
    alice, bob, zoe = [people.arrive(name) for name in ("alice", "bob", "zoe")]
    link = opens(alice, "By link only")
    zoe.go("/")
    assert link not in zoe.page.content()
    begins(alice, bob, link)
    game = Game.objects.get()
    assert all(len(nonce) == 32 for nonce in game.seal.nonces[:2])
    for path in (link, game.get_absolute_url()):
        zoe.go(path)
        expect(zoe.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    listed = opens(alice, "The lobby shows this table.")
    zoe.go("/")
    expect(zoe.page.get_by_text("UNO with alice")).to_be_visible()
    begins(alice, bob, listed)
    zoe.go("/")
    zoe.page.get_by_role("link", name="Watch UNO").click()
    expect(zoe.page.locator("#table")).to_be_visible()
    expect(zoe.page.locator("#hand .card")).to_have_count(0)


def test_a_table_whose_people_are_ready_starts_when_a_bot_takes_the_last_seat(
    people: People,
) -> None:
    alice, *others = [people.arrive(name) for name in ("alice", "bob", "carol", "dave")]
    room = service.open_room(user=alice.user, kind="uno", size=5, config={})
    for person in (alice, *others):
        person.go(room.get_absolute_url())
    for seat, person in enumerate(others, start=1):
        person.page.locator(f"#sit-{seat}").click()
    for person in (alice, *others):
        person.page.get_by_role("button", name="I am ready").click()
        expect(person.page.get_by_role("button", name="Not ready after all")).to_be_visible()
    expect(alice.page.locator("#room-status")).to_contain_text("when every seat is taken")
    alice.page.get_by_role("button", name="Fill the free seats with bots").click()
    for person in (alice, *others):
        expect(person.page.locator("#hand")).to_be_visible()


def test_who_presses_ready_is_heard_though_somebody_else_becomes_ready_meanwhile(
    people: People,
) -> None:
    alice, bob = people.arrive("alice"), people.arrive("bob")
    link = opens(alice, "By link only")
    bob.go(link)
    bob.page.locator("#sit-1").click()
    bob.page.locator("#ready-1").hover()
    bob.page.mouse.down()
    alice.page.locator("#ready-1").click()
    expect(bob.page.get_by_text("host · ready")).to_be_visible()
    bob.page.mouse.up()
    expect(bob.page.get_by_role("button", name="Not ready after all")).to_be_visible()


def test_a_rematch_with_swapped_partners_calls_everybody(people: People) -> None:
    four = [people.arrive(name) for name in ("alice", "bob", "carol", "dave")]
    game = bruno(*four)
    for person in four:
        person.go(game.get_absolute_url())
        person.is_connected()
    while not Game.objects.get(pk=game.pk).is_over:
        play_one(game)
    alice, *others = four
    alice.page.get_by_role("button", name="Swap partners and play").click()
    for person in others:
        expect(person.page.locator("#felt-again")).to_contain_text("alice wants to play again")
        person.page.get_by_role("button", name="Join").click()
    for person in four:
        expect(person.page.locator("#hand")).to_be_visible()
    again = Room.objects.get(after=game).game
    assert again is not None
    players = again.players.select_related("user").order_by("seat")
    assert [player.name for player in players] == ["alice", "dave", "bob", "carol"]
    assert all(len(nonce) == 32 for nonce in again.seal.nonces)


def test_whoever_has_no_socket_is_told_that_the_table_is_closed(people: People) -> None:
    alice, bob = people.arrive("alice"), people.arrive("bob")
    bob.context.route_web_socket("**/ws/**", lambda socket: socket.close())
    link = opens(alice, "By link only")
    bob.go(link)
    lost = bob.page.locator("#lost")
    expect(lost).to_have_text("Connection lost. Trying again…")
    alice.page.get_by_role("button", name="Close the table").click()
    expect(lost).to_have_text("You are no longer at this table here. Load the page again.")


def test_all_who_sat_at_a_table_see_that_it_is_closed(people: People) -> None:
    alice, *others = [people.arrive(name) for name in ("alice", "bob", "carol", "dave")]
    link = opens(alice, "By link only", seats=4)
    for seat, person in enumerate(others, start=1):
        person.go(link)
        person.page.locator(f"#sit-{seat}").click()
        expect(person.page.get_by_role("button", name="I am ready")).to_be_visible()
    for person in others:
        person.is_connected()
    alice.page.get_by_text("Close the table").click()
    alice.page.get_by_role("button", name="Yes, close it").click()
    for person in others:
        expect(person.page.get_by_role("heading", name="This table is closed")).to_be_visible()
        expect(person.page.get_by_role("link", name="To the lobby")).to_be_visible()
        expect(person.page.locator("#say")).to_have_text("This table is closed")
        for gone in ("Invite", "Talk"):
            expect(person.page.get_by_role("heading", name=gone)).to_be_hidden()
    assert [person.faults for person in others] == [[], [], []]


def test_the_field_of_the_chat_comes_with_the_seat_and_goes_with_it(people: People) -> None:
    alice, bob = people.arrive("alice"), people.arrive("bob")
    link = opens(alice, "By link only")
    bob.go(link)
    bob.is_connected()
    field = bob.page.get_by_role("textbox", name="Say something")
    expect(bob.page.get_by_role("heading", name="Talk")).to_be_visible()
    expect(field).to_be_hidden()
    bob.page.locator("#sit-1").click()
    field.fill("Good evening")
    bob.page.get_by_role("button", name="Send").click()
    expect(alice.page.locator("#talk-lines")).to_contain_text("bob Good evening")
    bob.page.get_by_role("button", name="Stand up").click()
    expect(field).to_be_hidden()
    expect(bob.page.locator("#talk-lines")).to_contain_text("You Good evening")
