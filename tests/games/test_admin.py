"""What the admin sees of games: what everyone at the table sees, and nothing to change."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Decision, User
from games.models import Game, Move, Player
from games.rules.cards import CARD_TEXT
from lobby.models import Room
from tests.kit.at_table import SHORT_GAME, AtTable
from tests.kit.factories import UserFactory, open_bruno
from tests.kit.worlds import cards_named

GAMES = "/admin/games/game/"


@pytest.fixture
def short(db: None) -> AtTable:
    return AtTable(server_seed=SHORT_GAME)


@pytest.fixture
def boss(client: Client, short: AtTable) -> User:
    boss = UserFactory.create(username="boss", is_staff=True, is_superuser=True)
    client.force_login(boss)
    return boss


def page(client: Client, table: AtTable) -> str:
    response = client.get(f"{GAMES}{table.id}/change/")
    assert response.status_code == 200
    return str(response.content.decode())


def test_games_are_listed_and_found_by_who_plays(
    client: Client, short: AtTable, boss: User
) -> None:
    link = f"{GAMES}{short.id}/change/"
    assert link in client.get(GAMES, {"q": "carol"}).content.decode()
    assert link not in client.get(GAMES, {"q": "boss"}).content.decode()
    assert link not in client.get(GAMES, {"phase": "over"}).content.decode()


def test_a_running_game_shows_nobodys_cards_and_no_seed(
    client: Client, short: AtTable, boss: User
) -> None:
    short.play_on(12)
    shown = page(client, short)
    assert cards_named("bruno", shown) == set()
    assert short.game.seal.server_seed_hex not in shown
    assert short.game.seal.seed.hex() not in shown


def test_the_dealer_is_quoted_only_when_the_game_is_over(
    client: Client, short: AtTable, boss: User
) -> None:
    deal = short.game.moves.get(seq=1).action
    assert deal not in page(client, short)
    assert ">deal<" in page(client, short)
    short.play_out()
    assert deal in page(client, short)


def test_a_finished_game_shows_every_move_and_who_made_it(
    client: Client, short: AtTable, boss: User
) -> None:
    short.play_out()
    shown = page(client, short)
    assert [m.action for m in short.game.moves.all() if m.action not in shown] == []
    assert [text for text in CARD_TEXT if text not in shown] == []
    assert "on seat 3" in shown and "dave" in shown


def test_the_replay_of_a_private_game_opens_from_here(
    client: Client, short: AtTable, boss: User
) -> None:
    Game.objects.update(is_watchable=False)
    short.play_out()
    found = re.search(f'href="(/games/{short.code}/replay/[^"]*)"', page(client, short))
    assert found is not None
    assert client.get(unescape(found[1])).status_code == 200


@pytest.mark.parametrize("phase", ["running", "finished"])
@pytest.mark.parametrize("what", ["add/", "{id}/change/", "{id}/delete/", ""])
def test_nothing_can_be_added_changed_or_deleted(
    client: Client, short: AtTable, boss: User, what: str, phase: str
) -> None:
    if phase == "finished":
        short.play_out()
    before = everything()
    chosen = {"action": "delete_selected", "_selected_action": [short.id], "post": "yes"}
    form = {"kind": "uno", "seq": "0", "moves-TOTAL_FORMS": "0", "moves-INITIAL_FORMS": "0"}
    response = client.post(GAMES + what.format(id=short.id), chosen | form)
    assert response.status_code == (200 if what == "" else 403)
    assert everything() == before


def everything() -> list[list[dict[str, object]]]:
    return [[*map(dict, model.objects.order_by("pk").values())] for model in (Game, Player, Move)]


@pytest.mark.parametrize("phase", ["running", "finished"])
def test_the_page_offers_no_button_that_would_be_refused(
    client: Client, short: AtTable, boss: User, phase: str
) -> None:
    if phase == "finished":
        short.play_out()
    shown = page(client, short)
    assert 'name="_save"' not in shown and "deletelink" not in shown


def test_no_page_of_the_admin_reads_a_seal(client: Client, short: AtTable, boss: User) -> None:
    open_bruno(boss)
    rooms = "/admin/lobby/room/"
    pages = [GAMES, f"{GAMES}{short.id}/change/", f"{GAMES}{short.id}/history/", rooms]
    pages.append(f"{rooms}{Room.objects.get().pk}/change/")
    with CaptureQueriesContext(connection) as asked:
        assert {client.get(page).status_code for page in pages} == {200}
    statements = [query["sql"] for query in asked]
    secret = re.compile("seed|games_seal|lobby_roomseal")
    assert [each for each in statements if secret.search(each)] == []


def test_a_running_game_is_ended_with_a_reason(client: Client, short: AtTable, boss: User) -> None:
    decide = f"{GAMES}{short.id}/decide/"
    assert decide in page(client, short)
    assert "errorlist" in client.post(decide, {"why": " "}).content.decode()
    assert not short.game.is_over
    client.post(decide, {"why": "They asked for it."})
    assert Game.objects.get().ended is not None
    decision = Decision.objects.get()
    assert (decision.by, decision.subject) == (boss, f"bruno {short.code}")
    assert client.post(decide, {"why": "Again."}).status_code == 403


def test_the_list_says_who_plays_and_whose_turn_it_is(
    client: Client, short: AtTable, boss: User, django_assert_max_num_queries: Any
) -> None:
    for _number in range(5):
        AtTable(users=short.users)
    with django_assert_max_num_queries(10):
        shown = client.get(GAMES, {"phase": "running"}).content.decode()
    assert shown.count("alice, bob, carol, dave") == 6
    assert f'"field-turn_of">{short.users[short.turn].username}<' in shown
