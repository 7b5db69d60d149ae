"""Two people play a whole game of Lowest, each in a browser of their own."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from games.log import window
from games.rules import rules_of
from tests.kit.browser.people import PHONE, People
from tests.kit.browser.tables import on_turn, sit_down_and_start, take_a_turn

PLAYS = 8
# Who deals is the seed, so both endings happen.
ENDING = re.compile("wins?|Shared by")


def test_two_people_play_a_whole_game_of_lowest(people: People) -> None:
    seated = [people.arrive("alice"), people.arrive("bob", size=PHONE)]
    game = sit_down_and_start(seated, "Lowest")
    by_seat = {window.visit(game.code, person.user.pk).seat: person for person in seated}
    for _ in range(PLAYS):
        take_a_turn(by_seat[on_turn(game)], window.seq_of(game.pk))
    seq = window.seq_of(game.pk)
    assert rules_of("lowest").result(window.state_of(game.pk, seq)) is not None
    for person in seated:
        expect(person.page.locator("#standings li")).to_have_count(len(seated))
        expect(person.page.locator("#score h2")).to_contain_text(ENDING)
