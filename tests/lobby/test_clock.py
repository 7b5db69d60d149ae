import asyncio
import os
import signal
import subprocess
import sys
from datetime import timedelta
from io import StringIO

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import OperationalError
from django.utils import timezone

from games.time import house
from lobby.models import Room


@pytest.mark.django_db
def test_the_clock_closes_old_rooms_and_forgets_old_sessions(room: Room) -> None:
    yesterday = timezone.now() - timedelta(hours=25)
    Room.objects.update(opened_at=yesterday)
    Session.objects.create(session_key="old", expire_date=yesterday)
    Session.objects.create(session_key="new", expire_date=timezone.now() + timedelta(hours=1))
    said = StringIO()
    call_command("run_clock", once=True, stdout=said)
    assert said.getvalue() == "Closed 1 rooms, forgot 1 sessions.\n"
    assert not Room.objects.exists()
    assert [session.session_key for session in Session.objects.all()] == ["new"]


async def test_the_clock_outlives_a_database_that_is_away(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away() -> int:
        raise OperationalError("gone")

    monkeypatch.setattr(house, "run_due", away)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(house.keep_time(), 0.5)
    assert caplog.messages.count("The clock missed a tick") > 1


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
