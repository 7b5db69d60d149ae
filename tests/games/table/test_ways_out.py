"""What the table's menu offers those who go or are left, and how pages say that it is over."""

from __future__ import annotations

import re
from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from bruno_site.live.threads import in_thread
from games.log import ends
from games.models import Game, Player
from games.rules import kinds
from games.rules.record import Record
from games.rules.replay import check
from tests.kit.factories import UserFactory, four_players
from tests.kit.pages import page_at, page_text
from tests.kit.sockets import table_line
from tests.kit.timed import everybody_looks, new_game
from tests.kit.worlds import along, begun, believe, leaks, played_at_random, viewers

pytestmark = pytest.mark.django_db


def offered(html: str) -> list[str]:
    """The ways out of a page, by what they send."""
    menu = html.split('id="ways-out"')[1].split("</header>")[0]
    return re.findall(r'form="move"\s+name="(\w+)"', menu)


def away(game: Game, seat: int, seconds: float) -> None:
    then = timezone.now() - timedelta(seconds=seconds)
    Player.objects.filter(game=game, seat=seat).update(seen_at=then)


def test_the_menu_offers_what_can_be_done_at_this_table() -> None:
    alice, bob, carol, dave = four_players()
    game, alone = new_game(alice, bob, carol, dave), new_game(alice, "easy", "easy", "easy")
    everybody_looks(game)
    assert offered(page_text(game.pk, 0)) == ["concede", "give_up"]
    assert offered(page_text(game.pk, None)) == []
    assert offered(page_text(alone.pk, 0)) == ["end"]
    each_alone = new_game(alice, bob, carol, dave, kind="uno")
    everybody_looks(each_alone)
    assert offered(page_text(each_alone.pk, 0)) == ["give_up"]


def test_who_has_been_away_for_long_is_on_the_plate_and_can_be_played_for() -> None:
    game = new_game(*four_players())
    everybody_looks(game)
    away(game, 1, 30)
    page = page_text(game.pk, 0)
    assert '<i class="stands">away</i>' in page and "replace" not in offered(page)
    away(game, 1, 61)
    page = page_text(game.pk, 0)
    assert offered(page) == ["replace", "concede", "give_up"]
    assert "Let the house play for bob" in page
    assert page_at(game.pk, 0).hear({"replace": "1"}) == ""
    page = page_text(game.pk, 2)
    assert '<i class="stands">house plays</i>' in page and "replace" not in offered(page)
    assert "I am back" in page_text(game.pk, 1)
    assert page_at(game.pk, 1).hear({"take_back": "1"}) == ""
    assert ">house plays<" not in page_text(game.pk, 2)


@pytest.mark.parametrize("sent", [{"replace": "x"}, {"replace": ["1"]}, {"replace": "9" * 12}])
def test_a_seat_that_is_none_is_no_message(sent: dict[str, object]) -> None:
    game = new_game(*four_players())
    assert "Nothing was changed" in page_at(game.pk, 0).hear(sent)


def test_an_offer_to_concede_is_in_no_byte_of_what_others_are_sent() -> None:
    """P4; without a clock, whose digits differ from one second to the next."""
    game = new_game(*four_players())
    everybody_looks(game)
    others = (1, 3, None)
    before = [page_text(game.pk, seat) for seat in others]
    assert page_at(game.pk, 0).hear({"concede": "1"}) == ""
    everybody_looks(game)
    assert [page_text(game.pk, seat) for seat in others] == before
    assert "alice would concede" in page_text(game.pk, 2)
    assert offered(page_text(game.pk, 0)) == ["withdraw", "give_up"]


def test_after_giving_up_one_may_only_look_on(client: Client) -> None:
    alice, *others = four_players()
    game = new_game(alice, *others)
    everybody_looks(game)
    assert page_at(game.pk, 0).hear({"give_up": "1"}) == ""
    page = page_text(game.pk, 0)
    assert offered(page) == [] and "You have given up your seat" in page
    assert "I am back" not in page
    assert "given up" in page_at(game.pk, 0).hear({"take_back": "1"})
    ends.concede(game_id=game.pk, seat=1)
    ends.concede(game_id=game.pk, seat=3)
    client.force_login(alice)
    html = client.get(game.get_absolute_url()).content.decode()
    assert "you have lost" in html


def test_the_pages_of_a_conceded_game_say_who_conceded(client: Client) -> None:
    alice, bob, carol, dave = four_players()
    game = new_game(alice, bob, carol, dave)
    for seat in (0, 2):
        ends.concede(game_id=game.pk, seat=seat)
    for user in (alice, bob, UserFactory.create(username="zoe")):
        client.force_login(user)
        html = client.get(game.get_absolute_url()).content.decode()
        assert "alice and carol concede." in html
        assert ("You lost" in html) == (user == alice)
        assert (
            "alice and carol concede." in client.get(f"/games/{game.code}/poll/").content.decode()
        )
        assert client.get(f"/games/{game.code}/replay/").status_code == 200
    stamp = Game.objects.get(pk=game.pk).stamp
    assert client.get(f"/games/{game.code}/poll/?stamp={stamp}").status_code == 204
    record = Record.from_json(client.get(f"/games/{game.code}/record.json").content)
    assert check(record).finished and record.ended is not None


def test_a_closed_game_says_that_it_counts_for_nobody(client: Client) -> None:
    alice, *_ = four_players()
    game = new_game(alice, "easy", "easy", "easy")
    client.force_login(alice)
    html = client.post(f"/games/{game.code}/play/", {"end": "1"}, follow=True).content.decode()
    assert "The table was closed. It counts for nobody." in html
    assert ">closed<" in client.get("/games/").content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_beat_by_itself")
async def test_a_side_learns_at_once_of_an_offer_to_concede_and_nobody_else_hears_a_thing() -> None:
    users = await in_thread(four_players)
    game = await in_thread(new_game, *users)
    async with (
        table_line(game.code, users[0]) as alice,
        table_line(game.code, users[1]) as bob,
        table_line(game.code, await in_thread(UserFactory.create)) as zoe,
    ):
        await alice.hear(), await bob.hear(), await zoe.hear()
        await in_thread(lambda: ends.concede(game_id=game.pk, seat=2))
        await alice.hears_of("carol would concede.")
        await in_thread(lambda: ends.withdraw(game_id=game.pk, seat=2))
        assert "carol would concede." not in await alice.hear()
        assert await bob.hears_nothing() and await zoe.hears_nothing()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_beat_by_itself")
async def test_everybody_learns_at_once_that_a_seat_was_given_up() -> None:
    users = await in_thread(four_players)
    game = await in_thread(new_game, *users)
    async with table_line(game.code, users[0]) as alice, table_line(game.code, users[1]) as bob:
        await alice.hear(), await bob.hear()
        await in_thread(lambda: ends.give_up(game_id=game.pk, seat=2))
        for line in (alice, bob):
            await line.hears_of("carol is played by the house")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_beat_by_itself")
async def test_who_looks_sees_at_once_that_a_side_has_conceded() -> None:
    users = await in_thread(four_players)
    game = await in_thread(new_game, *users)
    async with table_line(game.code, users[0]) as alice, table_line(game.code, users[1]) as bob:
        await in_thread(lambda: ends.concede(game_id=game.pk, seat=2))
        await alice.send(concede="1")
        await alice.hears_of("alice and carol concede.")
        await bob.hears_of("alice and carol concede.")


@pytest.mark.parametrize("kind", kinds())
def test_an_end_that_is_no_move_shows_no_card_that_was_hidden(kind: str) -> None:
    """P4: whoever wants to see the hands asks for the replay."""
    game = begun(kind)
    steps = played_at_random(game, "ended")
    *_, so_far = along(steps[: len(steps) // 2], 3, Random(1))
    believe(game, so_far)
    ends.close(game_id=game.pk)
    for seat in viewers(game):
        html = page_text(game.pk, seat)
        assert "The table was closed" in html
        assert not leaks(kind, html, so_far[-25:], seat), seat
