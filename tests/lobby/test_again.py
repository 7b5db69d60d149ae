"""A finished game played again: the same seats, the same bots, the same agreement."""

from __future__ import annotations

from functools import partial

import pytest
from django.test import Client

from accounts.models import User
from games.log import door as games_service
from games.models import Game
from games.rules import rules_of
from games.rules.game import Refused
from lobby import service
from lobby.models import Room
from tests.kit.factories import finish, four_players
from tests.kit.races import at_once

pytestmark = pytest.mark.django_db

NONCE = "ab" * 16


def running(*sitters: User | str) -> Game:
    return games_service.start(
        kind="uno",
        config=rules_of("uno").META.configure({"stack_skips": True}),
        players=sitters,
        server_seed=bytes(32),
        nonces=[""] * len(sitters),
        pace="fast",
    )


def game_of(*sitters: User | str) -> Game:
    game = running(*sitters)
    finish(game, 0)
    return game


def again(user: User, game: Game) -> Room:
    return service.play_again(user=user, game_id=game.pk, nonce=NONCE)


def sitters(game: Game) -> list[str]:
    return [player.bot or player.name for player in game.players.order_by("seat")]


def test_against_bots_alone_the_new_game_begins_at_once() -> None:
    alice, *_ = four_players()
    old = game_of("easy", alice, "hard")
    new = again(alice, old).game
    assert new is not None and new.pk != old.pk
    assert sitters(new) == sitters(old) == ["easy", "alice", "hard"]
    assert (new.kind, new.config, new.pace) == (old.kind, old.config, "fast")
    assert bytes(new.server_seed) != bytes(old.server_seed)
    assert new.nonces == ["", NONCE, ""]


def test_with_others_the_table_waits_for_the_last_of_them() -> None:
    alice, bob, *_ = four_players()
    old = game_of(alice, "easy", bob)
    room = again(alice, old)
    assert room.game is None
    assert again(alice, old) == room
    new = again(bob, old).game
    assert new is not None and sitters(new) == sitters(old)
    late = again(alice, old)
    assert (late, late.game) == (room, new)


def test_whose_old_seat_was_taken_is_led_to_the_table_all_the_same() -> None:
    alice, bob, carol, _ = four_players()
    old = game_of(alice, bob)
    room = again(alice, old)
    service.sit(code=room.code, user=carol, seat=1, nonce="")
    assert again(bob, old) == room
    assert [seat.name for seat in room.seats.all()] == ["alice", "carol"]


def test_only_those_who_played_and_only_when_it_is_over() -> None:
    alice, bob, carol, _ = four_players()
    with pytest.raises(Refused, match="Only those who played can play again."):
        again(carol, game_of(alice, bob))
    with pytest.raises(Refused, match="This game is not over yet."):
        again(alice, running(alice, bob))
    assert not Room.objects.exists()


def test_the_button_leads_to_the_new_game(client: Client) -> None:
    alice, *_ = four_players()
    old = game_of(alice, "easy")
    client.force_login(alice)
    assert f'action="/again/{old.pk}/"' in client.get(old.get_absolute_url()).content.decode()
    answer = client.post(f"/again/{old.pk}/", {"nonce": NONCE})
    assert answer["Location"] == Game.objects.exclude(pk=old.pk).get().get_absolute_url()
    assert client.post("/again/999999/").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_of_several_who_press_at_the_same_time_all_meet_at_one_table() -> None:
    users = four_players()
    old = game_of(*users)
    assert at_once([partial(again, user, old) for user in users]) == {"made": 4}
    new = Room.objects.get(after=old).game
    assert new is not None and sitters(new) == sitters(old)
