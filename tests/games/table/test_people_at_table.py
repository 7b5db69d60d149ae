"""From a plate, and from a move, to what can be done about somebody."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts import blocks
from games.models import Move
from tests.kit.at_table import AtTable
from tests.kit.factories import UserFactory, finish, four_players
from tests.kit.timed import new_game

pytestmark = pytest.mark.django_db


def sheets(html: str) -> list[str]:
    """Whose can be opened, by what opens them: each has its sheet."""
    opened = re.findall(r'<button type="button" popovertarget="(person-\d)"><b id', html)
    assert sorted(opened) == sorted(re.findall(r'class="person" id="(person-\d)" popover', html))
    return sorted(opened)


@pytest.mark.parametrize("kind", ["bruno", "uno"])
def test_the_plates_of_the_other_people_open_a_sheet_about_them(client: Client, kind: str) -> None:
    alice, bob, carol, _dave = four_players()
    game = new_game(alice, "easy", bob, carol, kind=kind)
    client.force_login(alice)
    html = client.get(game.get_absolute_url()).content.decode()
    assert sheets(html) == ["person-2", "person-3"]
    assert 'href="/people/bob/"' in html
    client.force_login(UserFactory.create())
    html = client.get(game.get_absolute_url()).content.decode()
    assert sheets(html) == ["person-0", "person-2", "person-3"]


def test_somebody_is_muted_from_there_and_the_table_says_so(client: Client) -> None:
    alice, bob, carol, dave = four_players()
    game = new_game(alice, bob, carol, dave)
    client.force_login(alice)
    form = {"name": "bob", "how": "mute", "next": game.get_absolute_url()}
    html = client.post("/accounts/block/", form, follow=True).content.decode()
    assert 'id="felt"' in html and html.count("bob is muted") == 1
    assert blocks.hidden_authors([alice.pk]) == {alice.pk: {bob.pk}}


def test_beside_the_moves_of_other_people_is_a_link_to_report_them(client: Client) -> None:
    table = AtTable()
    table.play_on(8)
    moved = {move.seq: move.seat for move in Move.objects.filter(game=table.game)}
    client.force_login(table.users[0])
    html = client.get(f"/games/{table.game.code}/moves/").content.decode()
    offered = {int(seq) for seq in re.findall(r"[?]seq=(\d+)#report", html)}
    assert offered == {seq for seq, seat in moved.items() if seat in (1, 2, 3)} != set()
    page = client.get(f"/talk/{table.game.code}/?seq={min(offered)}#report").content.decode()
    assert f'name="seq" min="1" value="{min(offered)}"' in page and 'id="report"' in page


def test_the_page_of_a_game_that_is_over_leads_to_those_who_played(client: Client) -> None:
    alice, bob, *_ = four_players()
    game = new_game(alice, "easy", bob, "easy")
    finish(game, 0)
    client.force_login(alice)
    html = client.get(game.get_absolute_url()).content.decode()
    assert re.findall(r'class="tag" href="/people/(\w+)/"', html) == ["alice", "bob"]
