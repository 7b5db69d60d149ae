"""The picture of a moment that other sites show beside a link."""

from __future__ import annotations

import re
from io import BytesIO
from urllib.parse import quote

import pytest
from django.test import Client
from PIL import Image

from games.history import card_pictures, pictures
from games.log import sharing
from games.log.window import state_of
from games.models import Game
from games.rules import kinds, rules_of
from games.rules.briscalone.table.faces import deck_of
from games.rules.table import PLAIN
from tests.kit.at_table import SHORT_GAME, AtTable
from tests.kit.factories import finish
from tests.kit.timed import new_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def over() -> AtTable:
    table = AtTable(server_seed=SHORT_GAME)
    table.play_out()
    return table


def drawn(client: Client, code: str, **query: str | int) -> bytes:
    asked = {name.strip("_"): value for name, value in query.items()}
    response = client.get(f"/games/{code}/replay/picture.png", asked)
    assert response.status_code == 200 and response["Content-Type"] == "image/png"
    return bytes(response.content)


def test_the_page_of_a_moment_names_its_picture(client: Client, over: AtTable) -> None:
    page = client.get(f"/games/{over.code}/replay/?at=5&as=2").content.decode()
    found = re.search(r'property="og:image" content="http://testserver([^"]+)"', page)
    assert found
    response = client.get(found[1].replace("&amp;", "&"))
    assert response.content == drawn(client, over.code, at=5, as_=2)


def test_it_is_of_that_moment_and_through_those_eyes(client: Client, over: AtTable) -> None:
    asked = [(5, "2"), (5, "1"), (5, "all"), (9, "2")]
    found = {drawn(client, over.code, at=at, as_=eyes) for at, eyes in asked}
    assert len(found) == 4
    for png in found:
        assert Image.open(BytesIO(png)).size == (1200, 630) and len(png) < 60_000


@pytest.mark.parametrize("deck", ["french", "italian"])
def test_no_two_suits_of_a_deck_are_drawn_alike(deck: str) -> None:
    faces = deck_of(PLAIN._replace(deck=deck)).faces
    suits, tints = {face.suit for face in faces}, {face.tint for face in faces}
    assert len(suits) == 4
    assert suits <= card_pictures._SUITS.keys() and tints <= card_pictures._TINTS.keys()


def test_there_is_something_on_it_whatever_was_left_in_the_hand(
    client: Client, over: AtTable
) -> None:
    hands = (over.rules.view(state_of(over.id, at), 1).hand for at in range(1, over.seq + 1))
    without = [at for at, hand in enumerate(hands, start=1) if not hand]
    assert without
    for at in (1, *without):
        picture = Image.open(BytesIO(drawn(client, over.code, at=at, as_=1)))
        below = picture.convert("RGB").crop((0, pictures.TOP, *pictures.SIZE))
        assert len(below.getcolors(maxcolors=100_000) or ()) > 1


@pytest.mark.parametrize("kind", kinds())
def test_every_game_has_one(client: Client, kind: str) -> None:
    game = new_game(*["easy"] * rules_of(kind).META.seats[-1], kind=kind)
    finish(game, 0)
    for eyes in ("0", "all"):
        assert drawn(client, game.code, at=1, as_=eyes)


@pytest.mark.parametrize("query", ["at=999", "at=x", "at=-1", "as=9", "as=x", ""])
def test_what_is_not_there_is_drawn_as_the_nearest(
    client: Client, over: AtTable, query: str
) -> None:
    answer = client.get(f"/games/{over.code}/replay/picture.png?{query}")
    assert answer["Content-Type"] == "image/png"


def test_of_a_private_game_it_is_shown_by_its_link_alone(client: Client) -> None:
    table = AtTable()
    Game.objects.filter(pk=table.id).update(is_watchable=False)
    finish(Game.objects.get(pk=table.id), 0)
    path = f"/games/{table.code}/replay/picture.png"
    assert client.get(path).status_code == 404
    answer = client.get(f"{path}?key={quote(sharing.key_of(table.code))}")
    assert answer.status_code == 200 and answer["Cache-Control"].startswith("private")


def test_it_is_drawn_once_and_nobody_has_too_many_drawn(
    client: Client, over: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "DRAWING", pictures.DRAWING._replace(most=2))
    path = f"/games/{over.code}/replay/picture.png"
    for at in (3, 3, 3, 4):
        drawn(client, over.code, at=at)
    refused = client.get(path, {"at": 5})
    assert refused.status_code == 429 and "too often" in refused.content.decode()
    drawn(client, over.code, at=4)
