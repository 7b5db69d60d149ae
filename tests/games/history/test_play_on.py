"""The page that asks how to play on, and what it begins."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.history import branching
from games.log.sharing import key_of
from games.models import Game
from tests.kit.at_table import SHORT_GAME, AtTable
from tests.kit.factories import UserFactory, finish
from tests.kit.markup import Page

pytestmark = pytest.mark.django_db

GOOD = {"at": "20", "as": "2", "cards": "same", "bot": "easy"}


@pytest.fixture
def over() -> AtTable:
    table = AtTable(server_seed=SHORT_GAME)
    table.play_out()
    return table


def test_it_asks_for_a_seat_a_bot_and_which_cards(client: Client, over: AtTable) -> None:
    client.force_login(UserFactory.create(username="zoe"))
    html = client.get(f"/games/{over.code}/play-on/?at=20&as=2").content.decode()
    assert Page(html).faults() == []
    assert "Play on from move 20" in html and "selected>carol<" in html
    assert 'value="same"' in html and 'value="anew"' in html


def test_whoever_has_no_account_goes_on_as_a_guest(client: Client, over: AtTable) -> None:
    page = f"/games/{over.code}/play-on/?at=20&as=2"
    asked = client.get(page, follow=True)
    html = asked.content.decode()
    assert Page(html).faults() == [] and "Come in as a guest" in html
    there = client.post("/accounts/guest/", {"next": page}, follow=True)
    assert "Play on from move 20" in there.content.decode()
    assert "Come in as a guest" not in client.get("/accounts/log-in/").content.decode()


@pytest.mark.parametrize(("cards", "is_anew"), [("same", False), ("anew", True)])
def test_it_leads_to_a_table_of_ones_own(
    client: Client, over: AtTable, cards: str, is_anew: bool
) -> None:
    zoe = UserFactory.create(username="zoe")
    client.force_login(zoe)
    response = client.post(f"/games/{over.code}/play-on/", GOOD | {"cards": cards})
    game = Game.objects.get(parent=over.id)
    assert response["Location"] == f"/games/{game.code}/"
    assert (
        game.forked is not None
        and game.forked["at"] == 20
        and (game.forked["imagine"] is not None) == is_anew
    )
    assert game.players.get(seat=2).user == zoe
    assert client.get(response["Location"]).status_code == 200


def test_the_table_leads_back_to_the_moment_it_is_played_on_from(
    client: Client, over: AtTable
) -> None:
    client.force_login(UserFactory.create(username="zoe"))
    client.post(f"/games/{over.code}/play-on/", GOOD)
    game, link = Game.objects.get(parent=over.id), f"/games/{over.code}/replay/?at=20&amp;as=2"
    assert link in client.get(f"/games/{game.code}/").content.decode()
    finish(game, 0)
    assert link in client.get(f"/games/{game.code}/").content.decode()


def test_a_private_game_is_led_back_to_by_its_players_alone(client: Client) -> None:
    table = AtTable(server_seed=SHORT_GAME)
    Game.objects.filter(pk=table.id).update(is_watchable=False)
    table.play_out()
    for user, is_led in ((UserFactory.create(username="zoe"), False), (table.users[0], True)):
        client.force_login(user)
        client.post(f"/games/{table.code}/play-on/?key={key_of(table.code)}", GOOD)
        game = Game.objects.filter(parent=table.id).latest("pk")
        html = client.get(f"/games/{game.code}/").content.decode()
        assert (f"/games/{table.code}/replay/" in html) == is_led


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [("same", "another, whose seal it has"), ("anew", "of those the seed says nothing")],
)
def test_the_check_of_its_deal_says_what_is_not_checked(
    client: Client, over: AtTable, cards: str, sentence: str
) -> None:
    client.force_login(UserFactory.create(username="zoe"))
    client.post(f"/games/{over.code}/play-on/", GOOD | {"cards": cards})
    game = Game.objects.get(parent=over.id)
    finish(game, 0)
    html = client.get(f"/games/{game.code}/deal/").content.decode()
    assert sentence in " ".join(html.split()) and Page(html).faults() == []
    checked = client.get(f"/games/{over.code}/deal/").content.decode()
    assert "for practice" not in checked
    proof = re.search(r'<p id="proof"[^>]*>([^<]*)</p>', checked)
    assert proof and not proof[1], "nothing is proved before a browser has dealt again"


@pytest.mark.parametrize(
    "change",
    [
        {"at": "0"},
        {"at": "-1"},
        {"at": "x"},
        {"at": "9999"},
        {"as": "4"},
        {"as": "all"},
        {"cards": "mine"},
        {"bot": "nobody"},
        {"bot": "greedy@/etc/passwd"},
    ],
    ids=str,
)
def test_anything_else_is_answered_with_a_sentence_and_begins_nothing(
    client: Client, over: AtTable, change: dict[str, str]
) -> None:
    client.force_login(UserFactory.create(username="zoe"))
    response = client.post(f"/games/{over.code}/play-on/", GOOD | change)
    assert response.status_code == 200 and "There is" in response.content.decode()
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    ("at", "sentence"),
    [
        (0, "There is no such position in this game."),
        (9999, "There is no such position in this game."),
        (None, "There is nothing left to play after this move."),
    ],
)
def test_a_move_that_never_was_is_not_taken_for_the_last(
    client: Client, over: AtTable, at: int | None, sentence: str
) -> None:
    client.force_login(UserFactory.create(username="zoe"))
    asked = GOOD | {"at": over.seq if at is None else at}
    assert sentence in client.post(f"/games/{over.code}/play-on/", asked).content.decode()


def test_whoever_begins_too_many_is_told_to_wait(
    client: Client, over: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(branching, "BEGINNING", branching.BEGINNING._replace(most=1))
    client.force_login(UserFactory.create(username="zoe"))
    assert client.post(f"/games/{over.code}/play-on/", GOOD).status_code == 302
    response = client.post(f"/games/{over.code}/play-on/", GOOD)
    assert "too often" in response.content.decode() and Game.objects.count() == 2


def test_the_replay_leads_there_but_not_from_its_last_move(client: Client, over: AtTable) -> None:
    def html(at: int) -> str:
        return client.get(f"/games/{over.code}/replay/?at={at}&as=1").content.decode()

    assert f'href="/games/{over.code}/play-on/?at=20&amp;as=1"' in html(20)
    assert "play-on" not in html(over.seq)
