import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import OperationalError
from django.utils import timezone

from bruno_site.core import jobs
from games.time import claims, house
from lobby.models import Room
from tests.kit.factories import UserFactory, open_bruno
from tests.kit.repository import ROOT
from tests.kit.slow_bots import PATIENCE


@pytest.mark.django_db
def test_the_clock_closes_old_rooms_and_forgets_old_sessions(
    caplog: pytest.LogCaptureFixture,
) -> None:
    room = open_bruno(UserFactory.create())
    yesterday = timezone.now() - timedelta(hours=25)
    Room.objects.filter(pk=room.pk).update(closes_at=yesterday)
    Session.objects.create(session_key="old", expire_date=yesterday)
    Session.objects.create(session_key="new", expire_date=timezone.now() + timedelta(hours=1))
    with caplog.at_level(logging.INFO, logger="bruno_site.core.jobs"):
        call_command("run_clock", once=True)
    assert sorted(caplog.messages) == ["old sessions forgotten: 1", "rooms tidied: 1"]
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


def test_the_clock_ends_with_the_loop_it_runs_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where nobody says so: a process that waits for its threads would never end."""
    monkeypatch.setattr(claims, "claim", lambda now, most: [])
    loop = asyncio.new_event_loop()
    keeping = loop.create_task(house.keep_time())
    loop.run_until_complete(asyncio.sleep(0.01))
    (clock,) = [each for each in threading.enumerate() if each.name == "clock"]
    assert clock.daemon
    clock.join(PATIENCE)
    assert not clock.is_alive()
    keeping.cancel()
    loop.run_until_complete(asyncio.wait([keeping]))
    loop.close()


def test_every_app_offers_its_jobs() -> None:
    """Whoever has a module `jobs` is found by it, and no two jobs have one name in the log."""
    offered = list(jobs.jobs())
    having = {path.parent.name for path in ROOT.glob("*/jobs.py")} - {"bruno_site"}
    assert {job.run.__module__.partition(".")[0] for job in offered} == having
    assert having >= {"accounts", "games", "lobby"}
    assert len({job.name for job in offered}) == len(offered)


@dataclass
class Two:
    """Of two jobs one never works."""

    done: list[str] = field(default_factory=list)

    def offered(self) -> list[jobs.Job]:
        soon = timedelta(milliseconds=10)
        return [jobs.Job("broken", soon, self.fails), jobs.Job("well", soon, self.works)]

    def fails(self, now: datetime) -> int:
        self.done.append("tried")
        raise OperationalError("gone")

    def works(self, now: datetime) -> int:
        self.done.append("worked")
        return 0


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> Two:
    two = Two()
    monkeypatch.setattr(jobs, "jobs", two.offered)
    return two


async def test_a_job_that_fails_is_run_again_and_holds_up_no_other(
    two: Two, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(jobs.run_jobs_forever(), 0.5)
    assert two.done.count("tried") > 1 and two.done.count("worked") > 1
    assert "broken: not this time" in caplog.messages


@pytest.mark.django_db
def test_a_job_that_fails_holds_up_no_other_when_each_is_run_once(
    two: Two, caplog: pytest.LogCaptureFixture
) -> None:
    call_command("run_clock", once=True)
    assert two.done == ["tried", "worked"]
    assert caplog.messages == ["broken: not this time"]


async def test_jobs_are_kept_also_where_there_is_no_thread_to_run_them(
    two: Two, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def no_thread(run: object, *, thread_sensitive: bool) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(jobs, "database_sync_to_async", no_thread)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(jobs.run_jobs_forever(), 0.3)
    assert caplog.messages.count("well: not this time") > 1


def test_the_clock_stops_at_once_when_told_to(tmp_path: object) -> None:
    """And whatever it says, also of its faults, a program can read."""
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{tmp_path}/empty.sqlite3",
        "LOG_FORMAT": "json",
        "PYTHONUNBUFFERED": "1",
    }
    with subprocess.Popen(
        [sys.executable, "manage.py", "run_clock"],
        cwd=settings.BASE_DIR,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as clock:
        assert clock.stdout is not None
        lines = [clock.stdout.readline()]
        clock.send_signal(signal.SIGTERM)
        lines += clock.stdout
        assert clock.wait(timeout=10) == 0
    said = [json.loads(line)["message"] for line in lines]
    assert (said[0], said[-1]) == ("The clock runs", "The clock has stopped")
