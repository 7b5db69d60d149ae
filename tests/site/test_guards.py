"""What guards every page, socket, log and start, whatever the page is about."""

from __future__ import annotations

import logging
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from bruno_site import environment
from bruno_site.logs import Discreet
from bruno_site.origins import is_ours
from tests.kit.factories import UserFactory

KEY = "0123456789abcdef" * 4


@pytest.fixture
def alice() -> User:
    return UserFactory.create(username="alice")


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/accounts/settings/", "/games/", "/nowhere/"])
def test_nobody_keeps_a_page(client: Client, alice: User, path: str) -> None:
    client.force_login(alice)
    assert "no-store" in client.get(path)["Cache-Control"]


def test_what_is_the_same_for_everybody_may_be_kept(client: Client) -> None:
    assert "no-store" not in client.get("/static/js/live.js")["Cache-Control"]


@pytest.mark.parametrize(
    ("behind_tls", "origin", "ours"),
    [
        (True, b"https://bruno.example", True),
        (True, b"http://bruno.example", False),
        (False, b"http://bruno.example", True),
        (False, b"https://bruno.example", False),
        (False, b"http://other.example", False),
        (False, b"ftp://bruno.example", False),
        (False, b"", False),
    ],
)
def test_a_socket_is_for_pages_of_this_very_site(
    settings: Settings, behind_tls: bool, origin: bytes, ours: bool
) -> None:
    settings.ORIGINS, settings.BEHIND_TLS = [], behind_tls
    assert is_ours({b"origin": origin, b"host": b"Bruno.example"}) is ours


@pytest.mark.parametrize("key", ["x", "short but random 2f9a", "a" * 64])
def test_a_key_that_can_be_guessed_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, key: str
) -> None:
    monkeypatch.setenv("SECRET_KEY", key)
    with pytest.raises(ImproperlyConfigured, match="can be guessed"):
        environment.secret_key(tmp_path, may_make_one=True)


def test_nobody_else_on_the_machine_looks_into_the_folder_of_the_site(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    folder.mkdir(mode=0o755)
    environment.private_folder(str(folder))
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    ("told", "written"),
    [
        ("Not Found: /t/abcdefghijkl/", "Not Found: /t/…"),
        ("GET /games/abcdefghijkl/replay/?key=SECRET&at=3 500", "GET /games/…?… 500"),
        ("Forbidden: /with/abcdefghijkl/accept/", "Forbidden: /with/…"),
        ("/accounts/reset/MQ/token-token/ failed", "/accounts/reset/… failed"),
        ("Not Found: /people/", "Not Found: /people/"),
    ],
)
def test_links_are_not_written_down(told: str, written: str) -> None:
    record = logging.LogRecord("bruno", logging.INFO, "", 0, "%s", (told,), None)
    assert Discreet("%(message)s").format(record) == written


def test_what_is_logged_goes_through_it() -> None:
    handlers = logging.getLogger().handlers
    assert any(isinstance(handler.formatter, Discreet) for handler in handlers)


def test_django_finds_nothing_to_warn_of_before_a_site_goes_public(tmp_path: Path) -> None:
    """P25: with what compose says."""
    given = {"SECRET_KEY": KEY, "BEHIND_TLS": "1", "BRUNO_VAR": str(tmp_path)}
    environ = {name: text for name, text in os.environ.items() if not name.endswith("_URL")}
    command = (sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING")
    done = subprocess.run(
        command, cwd=settings.BASE_DIR, env=environ | given, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.django_db
def test_behind_tls_everybody_is_led_there_but_the_one_who_asks_how_it_is(
    settings: Settings,
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get("/people/")["Location"] == "https://testserver/people/"
    assert Client().get("/healthz").status_code == 200
