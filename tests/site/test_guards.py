"""Security of every page, socket and log, and checks of settings when the site starts."""

from __future__ import annotations

import ast
import logging
import os
import re
import stat
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from bruno_site import environment
from bruno_site.asgi import application
from bruno_site.core.log_output import PlainFormatter
from bruno_site.live import hub
from bruno_site.origins import is_ours
from scripts import compose
from tests.kit.factories import UserFactory

KEY = "0123456789abcdef" * 4
PASSWORD = "correct horse battery"


@pytest.fixture
def alice() -> User:
    return UserFactory.create(username="alice")


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/accounts/settings/", "/games/", "/nowhere/"])
def test_nobody_keeps_a_page(client: Client, alice: User, path: str) -> None:
    client.force_login(alice)
    assert "no-store" in client.get(path)["Cache-Control"]


def test_static_files_may_be_cached(client: Client) -> None:
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
    settings.ALLOWED_HOSTS = ["bruno.example"]
    assert is_ours({b"origin": origin, b"host": b"Bruno.example"}) is ours


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "[::1", ""])
def test_a_socket_answers_to_the_names_that_pages_answer_to(settings: Settings, host: str) -> None:
    """The owner of another site can make its name lead to this machine."""
    settings.ORIGINS, settings.BEHIND_TLS = [], False
    assert not is_ours({b"origin": f"http://{host}".encode(), b"host": host.encode()})


@pytest.mark.parametrize(
    "origin",
    ["bruno.example", "https://bruno.example/", "https://*.bruno.example", "null", "*", "https://"],
)
def test_an_origin_that_no_browser_names_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, origin: str
) -> None:
    monkeypatch.setenv("ORIGINS", f"https://bruno.example,{origin}")
    with pytest.raises(ImproperlyConfigured, match="ORIGINS"):
        environment.origins("ORIGINS")


def test_origins_are_compared_as_browsers_write_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORIGINS", "https://Bruno.example, http://127.0.0.1:8000")
    assert environment.origins("ORIGINS") == ["https://bruno.example", "http://127.0.0.1:8000"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_beat_by_itself")
@pytest.mark.parametrize(
    ("origin", "is_let_in"), [(b"http://testserver", True), (b"https://testserver", False)]
)
async def test_every_socket_is_asked_where_its_page_is_from(origin: bytes, is_let_in: bool) -> None:
    headers = [(b"host", b"testserver"), (b"origin", origin)]
    asked = WebsocketCommunicator(application.inner, "/ws/games/abcdefghjkmn/", headers=headers)
    connected, _protocol = await asked.connect(timeout=20)
    await asked.disconnect(timeout=20)
    await hub.running_hub().close()
    assert connected is is_let_in


@pytest.mark.parametrize("key", ["x", "short but random 2f9a", "a" * 64])
def test_a_key_that_can_be_guessed_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, key: str
) -> None:
    monkeypatch.setenv("SECRET_KEY", key)
    with pytest.raises(ImproperlyConfigured, match="can be guessed"):
        environment.secret_key(tmp_path, may_make_one=True)


def test_behind_a_proxy_it_must_be_said_how_visitors_are_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("CLIENT_ADDRESS_HEADER", raising=False)
    assert environment.proxy_header("CLIENT_ADDRESS_HEADER", is_needed=False) == ""
    with pytest.raises(ImproperlyConfigured, match="CLIENT_ADDRESS_HEADER must name the header"):
        environment.proxy_header("CLIENT_ADDRESS_HEADER", is_needed=True)


@pytest.mark.parametrize("exists_already", [True, False])
def test_nobody_else_on_the_machine_looks_into_the_folder_of_the_site(
    tmp_path: Path, exists_already: bool
) -> None:
    """The folder holds the SQLite database."""
    folder = tmp_path / "var"
    if exists_already:
        folder.mkdir(mode=0o755)
    start = "import bruno_site.settings as of_the_site; print(of_the_site.DATABASES)"
    environ = {"PATH": os.environ["PATH"], "BRUNO_VAR": str(folder)}
    command = ("sh", "-c", 'umask 022; exec "$0" -c "$1"', sys.executable, start)
    done = subprocess.run(
        command, cwd=settings.BASE_DIR, env=environ, capture_output=True, text=True, check=True
    )
    assert str(folder / "bruno.sqlite3") in done.stdout
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    ("told", "written"),
    [
        ("Not Found: /t/abcdefghijkl/", "Not Found: /t/…"),
        ("GET /games/abcdefghijkl/replay/?key=SECRET&at=3 500", "GET /games/…?… 500"),
        ("Forbidden: /with/abcdefghijkl/accept/", "Forbidden: /with/…"),
        ("/accounts/reset/MQ/token-token/ failed", "/accounts/reset/… failed"),
        ("Not Found: /people/", "Not Found: /people/"),
        ("Not Found: /T/d79a-28ee/", "Not Found: /T/…"),
        ("Not Found: /t/ d79a-28ee/", "Not Found: /t/ …/"),
        ("Not Found: /d79a-28ee/", "Not Found: /…/"),
        ("Not Found: /tables/new/d79a-28ee/", "Not Found: /tables/new/…/"),
        ("Not Found: /tables/new/uno/", "Not Found: /tables/new/uno/"),
        ("Game 17 cannot go on at 2026-11-18", "Game 17 cannot go on at 2026-11-18"),
    ],
)
def test_links_are_not_written_down(told: str, written: str) -> None:
    record = logging.LogRecord("bruno", logging.INFO, "", 0, "%s", (told,), None)
    assert PlainFormatter("%(message)s").format(record) == written


def test_what_is_logged_goes_through_it() -> None:
    handlers = logging.getLogger().handlers
    assert any(isinstance(handler.formatter, PlainFormatter) for handler in handlers)


def run_as_public_site(tmp_path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py with the environment of the compose service, as for a public site."""
    filled = {"SECRET_KEY": KEY, "ALLOWED_HOSTS": "bruno.example"}
    filled |= dict.fromkeys(("DATABASE_PASSWORD", "REDIS_PASSWORD"), "secret")
    given = {
        name: re.sub(r"\$\{(\w+):[-?]([^}]*)\}", lambda m: filled.get(m[1], m[2]), value)
        for name, value in compose.services()["web"]["environment"].items()
    }
    environ = {"PATH": os.environ["PATH"], "BRUNO_VAR": str(tmp_path), **given}
    command = (sys.executable, "manage.py", *arguments)
    return subprocess.run(
        command, cwd=settings.BASE_DIR, env=environ, capture_output=True, text=True
    )


def test_django_finds_nothing_to_warn_of_before_a_site_goes_public(tmp_path: Path) -> None:
    """P25"""
    done = run_as_public_site(tmp_path, "check", "--deploy", "--fail-level", "WARNING")
    assert (done.returncode, done.stderr) == (0, "")
    assert settings.SILENCED_SYSTEM_CHECKS == []


def test_in_public_cookies_are_for_this_host_alone(tmp_path: Path) -> None:
    """P25"""
    cookies = (each + "_COOKIE_" for each in ("SESSION", "CSRF", "LANGUAGE"))
    asked = [name + what for name in cookies for what in ("NAME", "SECURE", "SAMESITE")]
    asked += ["SESSION_COOKIE_HTTPONLY", "CSRF_COOKIE_HTTPONLY", "DEBUG", "SECURE_HSTS_SECONDS"]
    code = "from django.conf import settings as s;"
    code += "from bruno_site.core.message_storage import HostCookieStorage;"
    code += f"print([getattr(s, n) for n in {asked}] + [HostCookieStorage.cookie_name])"
    told = run_as_public_site(tmp_path, "shell", "--no-imports", "-c", code).stdout
    assert ast.literal_eval(told) == [
        *("__Host-sessionid", True, "Lax"),
        *("__Host-csrftoken", True, "Lax"),
        *("__Host-django_language", True, "Lax"),
        *(True, True, False, 31_536_000),
        "__Host-messages",
    ]


@pytest.mark.django_db
def test_whoever_logs_in_has_a_new_session(client: Client) -> None:
    UserFactory.create(username="alice", password=make_password(PASSWORD))
    client.cookies[settings.SESSION_COOKIE_NAME] = planted = "a" * 32
    Session.objects.create(session_key=planted, expire_date=timezone.now() + timedelta(days=1))
    client.post("/accounts/log-in/", {"username": "alice", "password": PASSWORD})
    given = client.cookies[settings.SESSION_COOKIE_NAME]
    assert given.value != planted and given["httponly"] and given["samesite"] == "Lax"
    assert "_auth_user_id" in SessionStore(given.value)
    assert not Session.objects.filter(session_key=planted).exists()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/people/", "/nowhere/", "/games/", "/play-now/", "/healthz"])
def test_every_answer_carries_what_browsers_hold_to(settings: Settings, path: str) -> None:
    """P25: also an error, a redirect, or an answer for programs."""
    settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = 31_536_000, True
    answer = Client().get(path, secure=True)
    assert answer["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    policy = answer["Content-Security-Policy"]
    allowed = dict(each.split(" ", 1) for each in policy.split("; "))
    nothing = {name for name, what in allowed.items() if what == "'none'"}
    assert nothing == {"default-src", "base-uri", "frame-ancestors"}
    assert {allowed[name] for name in allowed.keys() - nothing} == {"'self'"}
    assert "form-action" in allowed  # default-src does not apply to it
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert "Access-Control-Allow-Origin" not in answer


@pytest.mark.django_db
def test_a_password_may_be_long_and_of_anything(client: Client) -> None:
    password = "多么 长的 password é " * 5
    given = {"username": "alice", "password1": password, "password2": password}
    client.post("/accounts/sign-up/", given)
    alice = User.objects.get(username="alice")
    assert alice.check_password(password) and not alice.check_password(password[:64])


@pytest.mark.django_db
def test_behind_tls_everybody_is_led_there_but_the_one_who_asks_how_it_is(
    settings: Settings,
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get("/people/")["Location"] == "https://testserver/people/"
    assert Client().get("/healthz").status_code == 200
