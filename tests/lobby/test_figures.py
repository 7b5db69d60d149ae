"""The days of the house in figures."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.history import played
from games.models import Game
from lobby.figures import days_until, pictures
from lobby.models import Room
from tests.kit.at_table import SHORT_GAME, AtTable
from tests.kit.factories import all_ready, four_players, open_bruno, seated, staff

pytestmark = pytest.mark.django_db


def test_people_games_and_waits_are_counted_by_day(django_assert_num_queries: Any) -> None:
    now = timezone.now()
    four = four_players()
    over = AtTable(server_seed=SHORT_GAME, users=four)
    over.play_out()
    played.write_down([Game.objects.get(pk=over.id)])
    game = all_ready(seated(open_bruno(four[0]), *four))
    Room.objects.update(opened_at=game.started_at - timedelta(minutes=7))
    with django_assert_num_queries(2):
        days = days_until(timezone.now())
    assert len(days) == 30 and days[0].day == now.date() - timedelta(days=29)
    counted = {(day.people, day.games) for day in days if day.games}
    assert counted == {(4, 1)}
    assert {day.minutes for day in days} == {0, 7}


def test_the_tallest_bar_is_the_most_and_nothing_is_none() -> None:
    days = [day._replace(games=number) for number, day in enumerate(days_until(timezone.now()))]
    bars = list(pictures(days)[1].bars)
    assert (bars[0].height, bars[-1].height) == (0, 100)
    assert [bar.height for bar in pictures(days)[0].bars] == [0] * 30


def test_who_may_not_see_rooms_sees_no_figures(client: Client) -> None:
    client.force_login(staff("viewer", "view_user"))
    assert client.get("/admin/lobby/room/figures/").status_code == 403


@pytest.mark.parametrize(("right", "is_led"), [("view_room", True), ("view_user", False)])
def test_the_desk_leads_there_whoever_may_see_them(
    client: Client, right: str, is_led: bool
) -> None:
    client.force_login(staff("viewer", right))
    desk = client.get("/admin/").content.decode()
    assert ("/admin/lobby/room/figures/" in desk) is is_led
