"""At one's own table, while it is played, one may look back at what one saw."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from bruno_site.live.http_fallback import with_first_beat
from bruno_site.live.page import Closed, Visitor
from games.history.back_page import BackPage
from games.log import window
from games.log.pov import Pov
from games.log.window import state_of
from games.models import Game, Player
from games.time.pace import LEASE
from tests.kit.at_table import AtTable
from tests.kit.bruno.secrets import may_be_shown
from tests.kit.factories import UserFactory
from tests.kit.markup import Page
from tests.kit.pages import without_token
from tests.kit.worlds import cards_named, without_glance

pytestmark = pytest.mark.django_db


@pytest.fixture
def running() -> AtTable:
    table = AtTable()
    table.play_on(12)
    return table


def page(client: Client, table: AtTable, at: int | str, **query: str) -> str:
    response = client.get(f"/games/{table.code}/back/", {"at": str(at)} | query)
    assert response.status_code == 200
    html = without_token(response.content.decode())
    assert Page(html).faults() == []
    return html


def test_it_shows_what_that_seat_saw_then_and_nothing_else(
    client: Client, running: AtTable
) -> None:
    client.force_login(running.users[2])
    for at in (1, 6, running.seq):
        html = page(client, running, at)
        told = [state_of(running.id, seq) for seq in range(max(0, at - 2), at + 1)]
        assert cards_named("bruno", html) <= may_be_shown(told, 2)


@pytest.mark.parametrize("eyes", ["0", "all", "3"])
def test_nobody_looks_through_another_seat_of_a_running_game(
    client: Client, running: AtTable, eyes: str
) -> None:
    client.force_login(running.users[2])
    assert page(client, running, 5, **{"as": eyes}) == page(client, running, 5)


def test_the_way_back_to_now_is_always_there(client: Client, running: AtTable) -> None:
    client.force_login(running.users[2])
    html = without_glance("bruno", page(client, running, 3))
    assert html.count("Back to now") == 1 and f'href="/games/{running.code}/"' in html
    assert "Copy" not in html and "Play on" not in html and "og:" not in html


def test_it_opens_at_the_newest_move_and_knows_no_later_one(
    client: Client, running: AtTable
) -> None:
    client.force_login(running.users[2])
    for asked in ("", "999"):
        found = re.search(r'id="table" data-seq="(\d+)"', page(client, running, asked))
        assert found and int(found[1]) == running.seq


def test_whoever_looks_back_is_still_at_the_table(client: Client, running: AtTable) -> None:
    long_ago = timezone.now() - 2 * LEASE
    mine = Player.objects.filter(game=running.id, seat=2)
    client.force_login(running.users[2])
    for look in (
        lambda: page(client, running, 3),
        lambda: with_first_beat(BackPage(mine.get())),
    ):
        mine.update(seen_at=long_ago)
        look()
        assert mine.filter(seen_at__gt=long_ago + LEASE).exists()
    assert f'data-live="/ws/games/{running.code}/back/"' in page(client, running, 3)


def test_the_socket_beside_it_is_for_those_who_sit_there(running: AtTable) -> None:
    zoe = UserFactory.create(username="zoe")
    for somebody in (Visitor(zoe, "", "en"), Visitor(AnonymousUser(), "", "en")):
        with pytest.raises(Closed):
            BackPage.open(somebody, code=running.code)
    with pytest.raises(Closed):
        BackPage.open(Visitor(zoe, "", "en"), code="nosuchgame")
    assert BackPage.open(Visitor(running.users[1], "", "en"), code=running.code).lease


def test_it_is_for_those_who_sit_there(client: Client, running: AtTable) -> None:
    path = f"/games/{running.code}/back/"
    assert client.get(path).status_code == 302
    client.force_login(UserFactory.create(username="zoe"))
    assert client.get(path).status_code == 404


def test_all_cards_of_a_running_game_are_laid_open_to_nobody(running: AtTable) -> None:
    with pytest.raises(Game.DoesNotExist):
        window.laid_open(Pov(running.id, 2), 5)
