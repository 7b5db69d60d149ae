"""A table's page that is drawn while another thread draws it, or tells it what is new."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone
from pytest import MonkeyPatch

from bruno_site.live.http_fallback import with_first_beat
from games.log import ends, window
from games.log.pov import Pov
from games.table import drawing, live_page
from games.table.live_page import TablePage
from games.time.attendance import Attendance, attendance
from tests.kit.factories import four_players
from tests.kit.timed import everybody_stays, new_game

PATIENCE = 10


def a_page() -> TablePage:
    game = new_game(*four_players())
    everybody_stays(game)
    player = game.players.get(seat=0)
    return with_first_beat(TablePage(Pov(game.pk, 0), player.pk, player.user_id))


@pytest.mark.django_db(transaction=True)
def test_two_threads_that_draw_a_page_for_the_first_time_both_have_all_of_it(
    monkeypatch: MonkeyPatch,
) -> None:
    """The first is held where it draws who is there; the other comes past it meanwhile."""
    page, begun, go_on = a_page(), Event(), Event()
    real = drawing.status

    def held(*about: Any) -> dict[str, str]:
        if not begun.is_set():
            begun.set()
            assert go_on.wait(PATIENCE)
        return real(*about)

    def draw() -> set[str]:
        try:
            return set(page.draw(None).parts)
        finally:
            connections.close_all()

    monkeypatch.setattr(drawing, "status", held)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(draw)
        assert begun.wait(PATIENCE)
        try:
            second = threads.submit(draw).result(PATIENCE)
        finally:
            go_on.set()
        assert first.result(PATIENCE) == second and "attend" in second


@pytest.mark.django_db
def test_what_a_page_learns_while_it_is_drawn_it_shows_the_next_time(
    monkeypatch: MonkeyPatch,
) -> None:
    page, real = a_page(), attendance

    def overtaken(*about: Any) -> Attendance:
        monkeypatch.setattr(live_page, "attendance", real)
        shown = real(*about)
        ends.give_up(game_id=page.pov.game_id, seat=1)
        TablePage.beat([page])
        return shown

    monkeypatch.setattr(live_page, "attendance", overtaken)
    before = page.draw(None).parts["attend"]
    after = page.draw(None).parts["attend"]
    assert "played by the house" not in before
    assert "played by the house" in after


@pytest.mark.django_db
def test_a_page_can_be_drawn_before_its_first_beat() -> None:
    game = new_game(*four_players())
    page = TablePage(Pov(game.pk, 0), None)
    page.newest = window.seq_of(game.pk)
    assert "attend" in page.draw(None).parts
    assert page.position.now <= timezone.now()
