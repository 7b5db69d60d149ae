import asyncio
import logging
import os
import signal
import subprocess
import sys
from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import OperationalError
from django.utils import timezone

from bruno_site import jobs
from games.time import claims, house
from lobby.models import Room
from tests.kit.factories import UserFactory, open_bruno


@pytest.mark.django_db
def test_the_clock_closes_old_rooms_and_forgets_old_sessions(
    caplog: pytest.LogCaptureFixture,
) -> None:
    room = open_bruno(UserFactory.create())
    yesterday = timezone.now() - timedelta(hours=25)
    Room.objects.filter(pk=room.pk).update(opened_at=yesterday)
    Session.objects.create(session_key="old", expire_date=yesterday)
    Session.objects.create(session_key="new", expire_date=timezone.now() + timedelta(hours=1))
    with caplog.at_level(logging.INFO, logger="bruno_site.jobs"):
        call_command("run_clock", once=True)
    assert sorted(caplog.messages) == ["old rooms closed: 1", "old sessions forgotten: 1"]
    assert not Room.objects.exists()
    assert [session.session_key for session in Session.objects.all()] == ["new"]


async def test_the_clock_outlives_a_database_that_is_away(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away(now: datetime, most: int) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(claims, "claim", away)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(house.keep_time(), 0.5)
    assert caplog.messages.count("The clock missed a tick") > 1


def test_every_app_offers_its_jobs() -> None:
    offered = {job.name for job in jobs.jobs()}
    assert offered == {
        "old rooms closed",
        "old sessions forgotten",
        "listeners told of finished games",
    }


async def test_a_job_that_fails_is_run_again_and_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    done: list[str] = []

    def fails(now: datetime) -> int:
        done.append("tried")
        raise OperationalError("gone")

    def works(now: datetime) -> int:
        done.append("worked")
        return 0

    soon = timedelta(milliseconds=10)
    offered = [jobs.Job("broken", soon, fails), jobs.Job("well", soon, works)]
    monkeypatch.setattr(jobs, "jobs", lambda: offered)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(jobs.keep_jobs(), 0.5)
    assert done.count("tried") > 1 and done.count("worked") > 1
    assert "broken: not this time" in caplog.messages


def test_the_clock_stops_at_once_when_told_to(tmp_path: object) -> None:
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{tmp_path}/empty.sqlite3",
        "PYTHONUNBUFFERED": "1",
    }
    with subprocess.Popen(
        [sys.executable, "manage.py", "run_clock"],
        cwd=settings.BASE_DIR,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as clock:
        assert clock.stdout is not None
        assert clock.stdout.readline() == "The clock runs.\n"
        clock.send_signal(signal.SIGTERM)
        assert clock.wait(timeout=10) == 0
