"""Who has given up their seat is told so at their own table: at once, and after a reload."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from bruno_site.live.threads import in_thread
from games.log import ends, states
from games.models import Game
from games.rules import kinds
from tests.kit.factories import UserFactory, four_players
from tests.kit.pages import page_at, page_text
from tests.kit.sockets import table_line
from tests.kit.timed import everybody_looks, new_game

pytestmark = pytest.mark.django_db

SAID = "You have given up your seat: the house plays it to the end."


def at_table(kind: str = "bruno", pace: str = "off") -> Game:
    fifth = [UserFactory.create(username="erin")] if kind == "briscalone" else []
    game = new_game(*four_players(), *fifth, kind=kind, pace=pace)
    everybody_looks(game)
    return game


def part(page: str, name: str) -> str:
    """An element and all in it, up to the next of its kind that closes."""
    found = re.search(rf'<(\w+)[^>]* id="{name}".*?</\1>', page, re.S)
    assert found is not None, name
    return found[0]


def pressable(page: str) -> list[str]:
    """The buttons that make a move."""
    buttons = re.findall(r'<button[^>]*name="action"[^>]*>', page)
    return [button for button in buttons if " disabled" not in button and " hidden" not in button]


def turn_of(game: Game) -> int:
    seat = Game.objects.get(pk=game.pk).turn
    assert seat is not None
    return seat


@pytest.mark.parametrize("kind", kinds())
def test_nothing_is_asked_any_more_of_the_seat_on_turn_that_was_given_up(kind: str) -> None:
    game = at_table(kind)
    seat = turn_of(game)
    before = page_text(game.pk, seat)
    assert "data-mine" in before and pressable(before)
    name = states.facts(game.pk).names[seat]
    ends.give_up(game_id=game.pk, seat=seat)
    page = page_text(game.pk, seat)
    assert "data-mine" not in page and not pressable(page)
    assert "our turn" not in page and name in part(page, "prompt")
    assert SAID in part(page, "attend")


def test_the_plate_and_the_place_of_the_clock_say_so(client: Client) -> None:
    game = at_table(pace="fast")
    seat = turn_of(game)
    assert 'role="timer"' in page_text(game.pk, seat)
    page = page_at(game.pk, seat)
    page.draw(None)
    assert page.hear({"give_up": "1"}) == ""
    user = game.players.get(seat=seat).user
    assert user is not None
    client.force_login(user)
    at_once = "".join(page.draw(None).whole().values())
    for shown in (at_once, client.get(game.get_absolute_url()).content.decode()):
        assert '<i class="stands">gave up</i>' in part(shown, "doing-you")
        assert "You gave up" in part(shown, "clock") and 'role="timer"' not in shown
    other = page_text(game.pk, (seat + 1) % 4)
    assert '<i class="stands">gave up</i>' in part(other, f"doing-{seat}")


def test_a_page_without_a_script_comes_again_though_the_turn_is_the_given_up_seat_s(
    client: Client,
) -> None:
    game = at_table()
    seat = turn_of(game)
    user = game.players.get(seat=seat).user
    assert user is not None
    client.force_login(user)
    assert 'http-equiv="refresh"' not in client.get(game.get_absolute_url()).content.decode()
    ends.give_up(game_id=game.pk, seat=seat)
    assert 'http-equiv="refresh"' in client.get(game.get_absolute_url()).content.decode()


def test_the_seat_that_the_house_plays_until_its_owner_is_back_says_so_too() -> None:
    game = at_table()
    game.players.filter(seat=0).update(house_moves=2)
    page = page_text(game.pk, 0)
    assert '<i class="stands">house plays</i>' in part(page, "doing-you")
    assert "I am back" in page and "Your turn" in page


def test_whose_side_wins_without_them_is_told_that_they_lost() -> None:
    game = at_table()
    ends.give_up(game_id=game.pk, seat=0)
    for seat in (1, 3):
        ends.concede(game_id=game.pk, seat=seat)
    for seat, has_lost in ((0, True), (2, False), (1, True)):
        assert ("You lost" in page_text(game.pk, seat)) is has_lost
    assert "You win" not in page_text(game.pk, 0)


def test_a_closed_game_counts_for_nobody_not_even_for_who_gave_up() -> None:
    game = at_table()
    ends.give_up(game_id=game.pk, seat=0)
    ends.close(game_id=game.pk)
    assert "You lost" not in page_text(game.pk, 0)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_beat_by_itself")
async def test_a_second_page_of_the_same_person_learns_of_it_at_once() -> None:
    game: Any = await in_thread(at_table)
    user = await in_thread(lambda: game.players.select_related("user").get(seat=0).user)
    async with table_line(game.code, user) as here, table_line(game.code, user) as there:
        await here.hear(), await there.hear()
        await here.send(give_up="1")
        for line in (here, there):
            heard = await line.hears_of(SAID)
            assert "You gave up" in heard and "data-mine" not in heard
