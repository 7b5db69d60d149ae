"""P26: a game that its rules cannot have played is found while the site runs, and reported."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.jobs import JOBS
from games.log import audit, ends
from games.log.triggers import TRIGGERS
from games.models import Game, Mismatch, Move
from games.rules import kinds
from tests.kit.at_table import AtTable
from tests.kit.factories import UserFactory, staff
from tests.kit.timed import new_game

pytestmark = pytest.mark.django_db


def spoilt(table: AtTable) -> Game:
    """Somebody wrote a move past the door."""
    game = table.game
    Move.objects.create(game=game, seq=game.seq + 1, seat=0, action="play Qs Qd Qh", by="player")
    Game.objects.filter(pk=game.pk).update(seq=game.seq + 1)
    game.refresh_from_db()
    return game


def test_games_that_were_played_here_are_right() -> None:
    running = AtTable()
    over = AtTable(users=running.users, server_seed=bytes([182]) * 32)
    over.play_out()
    assert audit.check_some(timezone.now()) == 0
    assert not Mismatch.objects.exists()


def test_a_move_past_the_door_is_found_and_reported(caplog: pytest.LogCaptureFixture) -> None:
    game = spoilt(AtTable())
    with caplog.at_level(logging.ERROR):
        assert audit.check_some(timezone.now()) == 1
    assert Mismatch.objects.get().move == game.seq
    assert f"Game {game.pk} does not replay" in caplog.text
    assert "Qs" not in caplog.text
    assert "Traceback" not in caplog.text, "which would say what the cards should have been"
    assert audit.check_some(timezone.now()) == 0  # said once


def test_a_row_that_counts_other_moves_is_found() -> None:
    table = AtTable()
    Game.objects.filter(pk=table.id).update(seq=table.game.seq + 1)
    assert audit.check_some(timezone.now()) == 1


@pytest.mark.parametrize("kind", kinds())
def test_games_of_every_kind_are_looked_at_running_and_over(kind: str) -> None:
    bots = ["easy"] * (kinds()[kind].META.usual_size - 1)
    user = UserFactory.create(username="zoe")
    games = [new_game(user, *bots, kind=kind) for _ in range(3)]
    ends.close(game_id=games[-1].pk)
    TRIGGERS.drop("default")
    Game.objects.update(seq=F("seq") + 1)
    TRIGGERS.create("default")
    assert audit.check_some(timezone.now()) == 3


def test_a_game_that_goes_on_meanwhile_is_not_accused() -> None:
    table = AtTable()
    as_it_was = Game.objects.get(pk=table.id)
    as_it_was.seq -= 1
    assert audit.audit_game(as_it_was)


def test_a_game_by_newer_rules_than_this_programs_is_not_accused() -> None:
    """While a site is brought up to date, or goes back, both programs run."""
    table = AtTable()
    newer = table.game.rules + 1
    Game.objects.filter(pk=table.id).update(rules=newer)
    assert audit.check_some(timezone.now()) == 0
    assert not Mismatch.objects.exists() and not table.game.is_frozen


def test_the_clock_does_it_and_the_desk_shows_it(client: Client) -> None:
    assert any(job.run is audit.check_some and job.every <= timedelta(minutes=5) for job in JOBS)
    game = spoilt(AtTable())
    audit.check_some(timezone.now())
    client.force_login(staff("viewer", "view_mismatch"))
    page = client.get(reverse("admin:games_mismatch_changelist")).content.decode()
    assert f"{game.kind} {game.pk}" in page and "play Qs" not in page
