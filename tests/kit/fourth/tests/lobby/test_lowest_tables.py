"""Tables of Lowest of every size there is: the room, the game with people and bots, and its end."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.log import door, window
from games.models import Game
from games.rules import rules_of
from lobby.models import Room
from tests.kit.factories import UserFactory
from tests.kit.markup import Page

pytestmark = pytest.mark.django_db

SIZES = rules_of("lowest").META.seats


def shown(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    html = str(answer.content.decode())
    assert Page(html).faults() == []
    return html


@pytest.mark.parametrize("size", SIZES)
def test_a_lowest_room_and_its_table_have_a_place_for_everybody(size: int, client: Client) -> None:
    client.force_login(UserFactory.create(username="alice"))
    client.post("/tables/new/lowest/", {"rules": "standard", "size": str(size)})
    room = Room.objects.get()
    path = room.get_absolute_url()
    client.post(f"{path}act/", {"sit": "0"})
    client.post(f"{path}act/", {"fill": "on", "level": "random"})
    places = re.findall(r'<li class="place place--(\w+)', shown(client, path))
    assert len(places) == len(set(places)) == size
    client.post(f"{path}act/", {"ready": "1"})
    game = Game.objects.get()
    table = shown(client, game.get_absolute_url())
    seats = re.findall(r'class="seat seat--(\w+)"', table)
    assert len(seats) == len(set(seats)) == size - 1
    assert game.players.count() == size


@pytest.mark.parametrize("size", SIZES[3:])
def test_a_lowest_game_of_many_people_is_played_to_its_end(size: int, client: Client) -> None:
    people = [UserFactory.create() for _ in range(size)]
    rules = rules_of("lowest")
    game = door.start(
        kind="lowest",
        config=rules.META.configure({}),
        players=people,
        server_seed=bytes(32),
        nonces=[""] * size,
    )
    state = window.state_of(game.pk, seq := window.seq_of(game.pk))
    while awaited := rules.to_act(state):
        action = str(rules.legal_actions(state, awaited[0])[0])
        seq = door.play(game_id=game.pk, seat=awaited[0], seq=seq, action=action)
        state = window.state_of(game.pk, seq)
    client.force_login(people[-1])
    for page in ("", "replay/"):
        shown(client, f"{game.get_absolute_url()}{page}")
