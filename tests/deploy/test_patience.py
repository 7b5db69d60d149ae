"""Who serves people is held to seconds; a command takes as long as it takes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from urllib.parse import urlsplit

import pytest

from bruno_site import environment
from bruno_site.core import postgresql
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


@pytest.fixture
def many_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", URL)
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1")
    monkeypatch.setenv("SECRET_KEY", "0123456789abcdef" * 4)
    monkeypatch.setenv("ALLOWED_HOSTS", "testserver")
    monkeypatch.setenv("DB_POOL_SIZE", "10")


def options_of(*command: str) -> str:
    asked = (sys.executable, *command, ASK)
    return subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout


@pytest.mark.usefixtures("many_machines")
def test_a_command_is_not() -> None:
    said = options_of("manage.py", "shell", "--no-imports", "-c")
    assert "connect_timeout" in said
    assert "statement_timeout" not in said and "connection_class" not in said


@pytest.mark.usefixtures("many_machines")
def test_a_process_that_is_web_and_clock_has_the_connections_of_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Threads of either keep most of a share: pages and jobs would get nothing of a single one."""
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "bruno_site.settings")
    assert "'max_size': 10," in options_of("-c")
    monkeypatch.setenv("REDIS_URL", "")
    assert "'max_size': 20," in options_of("-c")


@pytest.mark.services
def test_a_server_that_cannot_do_what_is_asked_of_it_is_not_spoken_to() -> None:
    """Nothing is sent in clear where a certificate was asked for."""
    url = urlsplit(os.environ["DATABASE_URL"])._replace(query="sslmode=verify-full")
    environ = os.environ | {"DATABASE_URL": url.geturl()}
    asked = (sys.executable, "manage.py", "showmigrations")
    done = subprocess.run(asked, cwd=ROOT, env=environ, capture_output=True, text=True)
    assert done.returncode != 0
    assert re.search(r"server does not support SSL|root certificate", done.stderr)
