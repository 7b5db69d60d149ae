"""Four people play a whole game of Bruno, each in a browser of their own."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.log import states, window
from games.models import Game
from games.rules import rules_of
from tests.kit.browser.people import PHONE, Cable, People, Person
from tests.kit.browser.tables import deal_always, sit_down_and_start, take_a_turn
from tests.kit.sockets import seq_of
from tests.kit.worlds import leaks

LONGEST = 2500
# Of this deal, played like this, comes a short game with every kind of move in it.
SEED = bytes([209, 0]) * 16


def test_four_people_play_a_whole_game_one_cut_off_one_without_sockets(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_always(SEED, monkeypatch)
    alice, bob = people.arrive("alice"), people.arrive("bob", size=PHONE)
    carol, dave = people.arrive("carol"), people.arrive("dave")
    zoe = people.arrive("zoe")
    dave.context.route_web_socket("**/ws/**", lambda socket: socket.close())
    seated = [alice, bob, carol, dave]
    game = sit_down_and_start(seated, "Bruno")
    zoe.go(game.get_absolute_url())
    play_to_the_end(game, seated, cut=carol)
    game.refresh_from_db()
    assert game.result is not None
    won = "and carol win" if 0 in game.result["winners"] else "and dave win"
    for person in seated[:2]:
        expect(person.page.locator("#score h2")).to_contain_text(won, timeout=15_000)
    for person in (alice, bob, carol, zoe):
        assert saw_only_what_it_may(person, game) > 5


def saw_only_what_it_may(person: Person, game: Game) -> int:
    """How many tables this browser was sent over its socket."""
    seat = window.visit(game.code, person.user.pk).seat
    tables = [(seq_of(frame), frame) for frame in person.received if seq_of(frame) > 0]
    for seq, frame in tables:
        assert not leaks(game.kind, frame, states.steps(game.pk, 0, seq), seat), (seat, seq)
    return len(tables)


def play_to_the_end(game: Game, seated: list[Person], cut: Person) -> None:
    by_seat = {window.visit(game.code, person.user.pk).seat: person for person in seated}
    rules = rules_of(game.kind)
    line = Cable(cut)
    for number in range(LONGEST):
        seq = window.seq_of(game.pk)
        to_act = rules.to_act(window.state_of(game.pk, seq))
        if not to_act:
            return
        person = by_seat[to_act[0]]
        if person is cut:
            line.mend()
        take_a_turn(person, seq)
        if person is cut and number < 20:
            line.cut()
