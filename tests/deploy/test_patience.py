"""Who serves people is held to seconds; a command takes as long as it takes."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bruno_site import environment, postgresql
from tests.kit.repository import ROOT

URL = "postgres://bruno:secret@127.0.0.1:1/bruno"
ASK = "from django.conf import settings; print(settings.DATABASES['default']['OPTIONS'])"


def test_a_page_is_held_to_seconds() -> None:
    options = environment.database(URL, pool_size=4)["OPTIONS"]
    assert "statement_timeout=5s" in options["options"]
    assert options["pool"]["connection_class"] is postgresql.Connection


def test_a_line_that_swallows_everything_is_noticed_within_seconds() -> None:
    """By this machine, where no statement is under way that could be too late."""
    database = environment.database(URL, pool_size=4)
    options = database["OPTIONS"]
    until_idle_is_dead = options["keepalives_idle"]
    until_idle_is_dead += options["keepalives_interval"] * options["keepalives_count"]
    assert until_idle_is_dead <= 5
    assert options["connect_timeout"] <= 5 and options["tcp_user_timeout"] <= 5000
    assert database["CONN_HEALTH_CHECKS"]


def test_a_command_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", URL)
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1")
    monkeypatch.setenv("SECRET_KEY", "0123456789abcdef" * 4)
    monkeypatch.setenv("ALLOWED_HOSTS", "testserver")
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", ASK]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "connect_timeout" in said
    assert "statement_timeout" not in said and "connection_class" not in said
