"""A value that makes no sense stops the start with a sentence that names its variable."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from bruno_site import environment

pytestmark = pytest.mark.skipif(not settings.AT_HOME, reason="is the same with services")

KEY = "0123456789abcdef" * 4
SENSELESS = [
    ("LOG_LEVEL", "LOUD"),
    ("LOG_LEVEL", ""),
    ("LOG_FORMAT", "xml"),
    ("DATABASE_URL", "mysql://u:p@h/n"),
    ("DATABASE_URL", "postgres://u:p@h:port/n"),
    ("DATABASE_URL", "postgres://u:p@h:5432"),
    ("DATABASE_URL", "postgres://u:p@h/n?sslmod=require"),
    ("DATABASE_URL", "postgres://u:p@h/n?sslmode"),
    ("DATABASE_URL", "postgres://u:p@h/n?sslmode=require&sslmode=disable"),
    ("DATABASE_URL", "postgres://u:p@h/n?host=other"),
    ("DATABASE_URL", "postgres://u:p@h/n?prepare_threshold=0"),
    ("DATABASE_URL", "postgres://u:p@h/n#sslmode=require"),
    ("DATABASE_URL", "sqlite:///there?mode=ro"),
    ("EMAIL_URL", "smtp://h?tls=1"),
    ("REDIS_URL", "localhost:6379"),
    ("REDIS_URL", "redis://h:port/0"),
    ("EMAIL_URL", "smtp://h:port"),
    ("BRUNO_URL", "bruno.example"),
    ("BRUNO_URL", "https://bruno.example/site"),
    ("BRUNO_URL", "https://bruno.example"),  # which no name in ALLOWED_HOSTS answers to
    ("ORIGINS", "bruno.example"),
    ("ORIGINS", "https://bruno.example/"),
    ("ALLOWED_HOSTS", "https://bruno.example"),
    ("ADMIN_PATH", ""),
    ("ADMIN_PATH", "the desk"),
    ("DB_POOL_SIZE", "1"),
    ("MESSAGES_AT_ONCE", "many"),
    ("BEHIND_TLS", "perhaps"),
]


def complaint(folder: Path, **environ: str) -> str:
    """The last line of what a start says with these values."""
    plain = {"PATH": os.environ["PATH"], "BRUNO_VAR": str(folder), "SECRET_KEY": KEY}
    start = (sys.executable, "-c", "import bruno_site.settings")
    place, said = settings.BASE_DIR, subprocess.PIPE
    done = subprocess.run(start, cwd=place, env=plain | environ, stderr=said, text=True)
    return done.stderr.strip().rpartition("\n")[2] if done.returncode else ""


@pytest.mark.parametrize(("name", "value"), SENSELESS)
def test_a_value_that_makes_no_sense(tmp_path: Path, name: str, value: str) -> None:
    what, _colon, sentence = complaint(tmp_path, **{name: value}).partition(": ")
    assert what.endswith("ImproperlyConfigured")
    assert sentence.startswith(name) and sentence.endswith(".")


def test_values_that_make_sense(tmp_path: Path) -> None:
    environ = {
        "LOG_LEVEL": "warning",
        "DATABASE_URL": "postgres://u:p@h/n",
        "REDIS_URL": "rediss://:p@h:6380/1",
        "EMAIL_URL": "smtps://u:p@h",
        "BRUNO_URL": "https://www.bruno.example:8443/",
        "ORIGINS": "https://bruno.example, http://127.0.0.1:8000",
        "ALLOWED_HOSTS": ".bruno.example,[::1],*",
        "ADMIN_PATH": "/behind/the-desk_2/",
        "DB_POOL_SIZE": "2",
    }
    assert complaint(tmp_path, **environ) == ""


def test_where_e_mails_are_sent_in_public_the_site_must_know_its_address(tmp_path: Path) -> None:
    public = {"DATABASE_URL": "postgres://u:p@h/n", "EMAIL_URL": "smtps://u:p@h"}
    assert "BRUNO_URL is missing" in complaint(tmp_path, **public)
    assert complaint(tmp_path, EMAIL_URL=public["EMAIL_URL"]) == ""


def test_what_a_database_is_asked_for_is_handed_on_to_it() -> None:
    said = "sslmode=verify-full&sslrootcert=%2Fetc%2Fa%20ca.pem&connect_timeout=9"
    found = environment.database(f"postgres://u:p@h/n?{said}&options=-c%20x%3D1", pool_size=2)
    options = found["OPTIONS"]
    assert (found["NAME"], options["sslmode"]) == ("n", "verify-full")
    assert (options["sslrootcert"], options["connect_timeout"]) == ("/etc/a ca.pem", "9")
    ours = environment.database("postgres://u:p@h/n", pool_size=2)["OPTIONS"]
    assert options["options"] == ours["options"] + " -c x=1"


def test_a_database_may_be_reached_through_a_file() -> None:
    found = environment.database("postgres:///n?host=%2Frun%2Fpostgresql", pool_size=2)
    assert (found["HOST"], found["OPTIONS"]["host"]) == ("", "/run/postgresql")
