"""A finished game played again: the same seats, the same bots, the same agreement."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from bruno_site.live.threads import in_thread
from bruno_site.live.topics import this_moment
from bruno_site.live.visitors import Visitor
from games.log import door as games_service
from games.log.window import state_of
from games.models import Game
from games.rules import rules_of
from games.rules.game import Refused
from lobby import service
from lobby.again import Again
from lobby.hall import hall_at
from lobby.models import Room
from tests.kit.factories import all_ready, finish, four_players, nonce_of, ready_and_open
from tests.kit.races import at_once
from tests.kit.sockets import table_line

pytestmark = pytest.mark.django_db


def running(*sitters: User | str, teams: bool = False, is_watchable: bool = True) -> Game:
    return games_service.start(
        kind="uno",
        config=rules_of("uno").META.configure({"stack_skips": True, "teams": teams}),
        players=sitters,
        server_seed=bytes(32),
        nonces=[""] * len(sitters),
        pace="fast",
        is_watchable=is_watchable,
    )


def game_of(*sitters: User | str, teams: bool = False) -> Game:
    game = running(*sitters, teams=teams)
    finish(game, 0)
    return game


def again(user: User, game: Game, **wish: bool) -> Room:
    return service.play_again(user=user, code=game.code, **wish)


def ready(user: User, room: Room) -> Game | None:
    return ready_and_open(room, user).game


def sitters(game: Game) -> list[str]:
    return [player.bot or player.name for player in game.players.order_by("seat")]


def test_against_bots_alone_the_new_game_begins_when_the_seal_has_been_seen() -> None:
    alice, *_ = four_players()
    old = game_of("easy", alice, "hard")
    room = again(alice, old)
    assert room.game is None
    new = ready(alice, room)
    assert new is not None and new.pk != old.pk
    assert sitters(new) == sitters(old) == ["easy", "alice", "hard"]
    assert (new.kind, new.config, new.pace) == (old.kind, old.config, "fast")
    assert bytes(new.seal.server_seed) != bytes(old.seal.server_seed)
    assert new.seal.nonces == ["", nonce_of(alice), ""]
    assert new.seal.could_choose == "nobody"


def test_with_others_the_table_waits_for_the_last_of_them() -> None:
    alice, bob, *_ = four_players()
    old = game_of(alice, "easy", bob)
    room = again(alice, old)
    assert ready(alice, room) is None
    assert again(alice, old) == again(bob, old) == room
    new = ready(bob, room)
    assert new is not None and sitters(new) == sitters(old)
    late = again(alice, old)
    assert (late, late.game) == (room, new)


def test_every_seat_is_kept_for_a_minute_and_then_anybody_s() -> None:
    alice, bob, carol, _ = four_players()
    old = game_of(alice, bob)
    room = again(alice, old)
    with pytest.raises(Refused, match="This seat is kept for bob a moment longer."):
        service.sit(code=room.code, user=carol, seat=1)
    room.seats.filter(user=bob).update(kept_until=timezone.now() - timedelta(seconds=1))
    service.sit(code=room.code, user=carol, seat=1)
    assert again(bob, old) == room
    assert [seat.name for seat in room.seats.all()] == ["alice", "carol"]


@pytest.mark.parametrize("is_watchable", [True, False])
def test_it_is_watched_as_before_and_while_seats_are_kept_nobody_finds_it_in_the_lobby(
    is_watchable: bool,
) -> None:
    alice, bob, *_ = four_players()
    old = running(alice, bob, is_watchable=is_watchable)
    finish(old, 0)
    room = again(alice, old)
    ready(alice, room)
    assert hall_at(this_moment()).listed == []
    new = ready(bob, room)
    assert new is not None and new.is_watchable is is_watchable
    Room.objects.update(game=None)
    room.seats.filter(user=bob).delete()
    assert hall_at(this_moment()).listed == ([room] if is_watchable else [])


def test_whoever_comes_late_gets_the_old_seat_if_it_is_free() -> None:
    alice, bob, *_ = four_players()
    old = game_of(alice, bob, "easy")
    room = again(alice, old)
    room.seats.filter(user=bob).delete()
    again(bob, old)
    assert [seat.bot or seat.name for seat in room.seats.all()] == ["alice", "bob", "easy"]


def test_swapped_often_enough_everyone_was_everyone_s_partner() -> None:
    users, partners = four_players(), set()
    game = game_of(*users)
    for _ in range(3):
        room = again(users[0], game, swapped=True)
        game = all_ready(room)
        finish(game, 0)
        names = sitters(game)
        partners.add(frozenset([names[0], names[2]]))
    assert len(partners) == 3


def bruno_of(*users: User, first_seat: int | None) -> Game:
    game = games_service.start(
        kind="bruno",
        config=rules_of("bruno").META.configure({"next_leads": True, "first_seat": first_seat}),
        players=users,
        server_seed=bytes(32),
        nonces=[""] * len(users),
    )
    finish(game, 0, 2)
    return game


@pytest.mark.parametrize("first_seat", [None, 0, 3])
def test_b3_in_a_rematch_the_seat_after_the_last_beginner_begins(first_seat: int | None) -> None:
    game = bruno_of(*four_players(), first_seat=first_seat)
    for _ in range(2):
        before = state_of(game.pk, 1).first
        assert first_seat in (None, before)
        game = all_ready(again(User.objects.get(username="bob"), game))
        assert game.config["next_leads"] is True
        assert state_of(game.pk, 1).first == (before + 1) % 4
        finish(game, 0, 2)
        first_seat = None


def test_uno_knows_no_turns_between_games_and_chance_decides_anew() -> None:
    alice, bob, *_ = four_players()
    old = game_of(alice, bob)
    assert again(alice, old).config == old.config


def test_only_those_who_played_and_only_when_it_is_over() -> None:
    alice, bob, carol, _ = four_players()
    with pytest.raises(Game.DoesNotExist):
        again(carol, game_of(alice, bob))
    with pytest.raises(Refused, match="This game is not over yet."):
        again(alice, running(alice, bob))
    assert not Room.objects.exists()


def test_the_button_leads_to_the_new_table(client: Client) -> None:
    alice, *_ = four_players()
    old = game_of(alice, "easy")
    client.force_login(alice)
    assert f'action="/again/{old.code}/"' in client.get(old.get_absolute_url()).content.decode()
    answer = client.post(f"/again/{old.code}/")
    assert answer["Location"] == Room.objects.get(after=old).get_absolute_url()
    assert client.post("/again/nosuchgame/").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_of_several_who_press_at_the_same_time_all_meet_at_one_table() -> None:
    users = four_players()
    old = game_of(*users)
    assert at_once([partial(again, user, old) for user in users]) == {"made": 4}
    room = Room.objects.get(after=old)
    assert sitters(all_ready(room)) == sitters(old)


def called(user: User, game: Game) -> str:
    beside = Again.open(Visitor(user, "", "en"), game.code)
    assert beside is not None
    return beside.draw().get("felt-again", "")


def test_the_others_are_called_until_they_have_come_and_led_on_when_all_have() -> None:
    alice, bob, carol, _ = four_players()
    old = game_of(alice, bob)
    assert "wants to play again" not in called(bob, old)
    room = again(alice, old)
    ready(alice, room)
    assert "alice wants to play again" in called(bob, old)
    assert "wants to play again" not in called(alice, old)
    new = ready(bob, room)
    assert new is not None
    for user in (alice, bob):
        assert f'data-go="{new.get_absolute_url()}"' in called(user, old)
    assert Again.open(Visitor(carol, "", "en"), old.code) is None


def test_a_call_that_was_missed_is_found_with_the_next_beat() -> None:
    alice, bob, *_ = four_players()
    games = [game_of(alice, bob) for _ in range(3)]
    beside = [Again(bob.pk, game) for game in games]
    for each in beside:
        each.draw()
    assert Again.beat(beside) == []
    again(alice, games[1])
    with CaptureQueriesContext(connection) as asked:
        assert Again.beat(beside) == [beside[1]]
    assert len(asked) == 1


def test_only_where_there_are_partners_they_can_be_swapped(client: Client) -> None:
    users = four_players()
    client.force_login(users[0])
    alone, together = game_of(*users), game_of(*users, teams=True)
    for game, is_offered in ((alone, False), (together, True)):
        page = client.get(game.get_absolute_url()).content.decode()
        assert ('value="swapped"' in page) is is_offered


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_beat_by_itself")
async def test_whoever_has_loaded_the_page_again_is_called_and_led_on_too() -> None:
    """The page of a game that is over has no table any more; its line is the one beside it."""
    alice, bob, *_ = await in_thread(four_players)
    old = await in_thread(game_of, alice, bob)
    async with table_line(f"{old.code}/beside", bob) as line:
        room = await in_thread(again, alice, old)
        while "alice wants to play again" not in (shown := await line.hear_beside("felt-again")):
            pass
        assert 'form="again"' in shown
        await in_thread(ready, alice, room)
        new = await in_thread(ready, bob, room)
        assert new is not None
        while f'data-go="{new.get_absolute_url()}"' not in await line.hear_beside("felt-again"):
            pass


def test_the_page_listens_to_that_line(client: Client) -> None:
    alice, bob, *_ = four_players()
    old = game_of(alice, bob)
    client.force_login(bob)
    page = client.get(old.get_absolute_url()).content.decode()
    assert f'data-live="/ws/games/{old.code}/beside/"' in page and 'id="felt-again"' in page
    again(alice, old)
    page = client.get(old.get_absolute_url()).content.decode()
    assert "alice wants to play again" in page and 'form="again">Join<' in page
