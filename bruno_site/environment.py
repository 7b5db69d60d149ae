"""Readers of environment variables, for settings.py.

They raise ImproperlyConfigured with a sentence for the operator if a value makes no sense.
"""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.http.request import split_domain_port, validate_host

# Django's own system check asks for so many characters, and so many different ones.
KEY_LENGTH, KEY_LETTERS = 50, 5
THIS_MACHINE = {"127.0.0.1", "localhost"}


def text(name: str, default: str = "") -> str:
    """Return the variable without spaces around it, or the default if it is not set."""
    return os.environ.get(name, default).strip()


def flag(name: str, default: bool) -> bool:
    """Return whether the variable says yes; raise ImproperlyConfigured if it says neither."""
    value = text(name, "1" if default else "0").lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off", ""}:
        return False
    raise ImproperlyConfigured(f"{name} is either 1 or 0, not {value!r}.")


def one_of(name: str, default: str, *others: str) -> str:
    """Return the variable in lower case; raise ImproperlyConfigured if it is no known choice."""
    value = text(name, default).lower()
    if value not in {default, *others}:
        choices = ", ".join((default, *others))
        raise ImproperlyConfigured(f"{name} is one of these: {choices}. It is not {value!r}.")
    return value


def number(name: str, default: int, least: int = 1) -> int:
    """Return the variable as an int.

    Raise ImproperlyConfigured if it is not a whole number or is below `least`.
    """
    value = text(name, str(default))
    if not value.isdecimal() or int(value) < least:
        raise ImproperlyConfigured(f"{name} is a whole number from {least} on, not {value!r}.")
    return int(value)


def matching(name: str, value: str, pattern: str, *examples: str) -> str:
    """Return the value; raise ImproperlyConfigured if it does not match the pattern."""
    if not re.fullmatch(pattern, value):
        raise ImproperlyConfigured(f"{name} looks like {' or '.join(examples)}, not {value!r}.")
    return value


def _parts(name: str, url: str, *, may_have_query: bool = False) -> SplitResult:
    """Return the parts of a URL.

    Raise ImproperlyConfigured if it is malformed, or has a fragment, or has a query although
    `may_have_query` is false: no part of a setting is silently ignored.
    """
    try:
        parts = urlsplit(url)
        _port = parts.port
    except ValueError:
        raise ImproperlyConfigured(f"{name} has a host or a port that is none.") from None
    if parts.fragment or (parts.query and not may_have_query):
        mark = "#" if parts.fragment else "?"
        raise ImproperlyConfigured(f"{name} has a {mark}, and nothing is done with what follows.")
    return parts


def proxy_header(name: str, *, is_needed: bool) -> str:
    """Return the name of the header in which the proxy gives the visitor's address, or "".

    Raise ImproperlyConfigured if it `is_needed` and missing: without the header, rate limits would
    count all visitors behind the proxy as one. Without a proxy it must be empty, because a visitor
    could write anything into such a header.
    """
    value = text(name)
    if is_needed and not value:
        raise ImproperlyConfigured(
            f"BEHIND_TLS is 1, so a proxy is in front: {name} must name the header in which it says"
            " who asks, such as X-Forwarded-For or X-Real-IP."
        )
    return value


def words(name: str, default: str = "") -> list[str]:
    """Return the entries of a comma-separated variable."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def hosts(name: str, default: str) -> list[str]:
    """Return a list of host names; raise ImproperlyConfigured if one looks like something else."""
    return [
        matching(name, word, r"[^/:\s]+|\[[^/\s]+\]", "bruno.example")
        for word in words(name, default)
    ]


def origins(name: str) -> list[str]:
    """Return a list of origins as browsers write them, such as https://bruno.example.

    Raise ImproperlyConfigured if one has a path or a wildcard or is malformed in another way.
    """
    return [
        matching(name, word.lower(), r"https?://[^\s/?#@*]+", "https://bruno.example")
        for word in words(name)
    ]


def site_address(name: str, names: list[str], *, is_needed: bool) -> str:
    """Return the address at which people reach the site, without a slash at its end, or "".

    Raise ImproperlyConfigured if it `is_needed` and missing, or is not among the host `names`. It
    is needed for e-mails: if links were built from the request's Host header, the sender of a
    request could put any port into the links of another person's e-mail.
    """
    value = text(name).rstrip("/")
    if not value:
        if is_needed:
            raise ImproperlyConfigured(
                f"{name} is missing: links in e-mails begin with it, as in https://bruno.example."
            )
        return ""
    matching(name, value, r"https?://[^\s/?#@*]+", "https://bruno.example")
    host, _port = split_domain_port(urlsplit(value).netloc.lower())
    if not validate_host(host, names):
        raise ImproperlyConfigured(f"{name} is at {host}, to which ALLOWED_HOSTS does not answer.")
    return value


def path(name: str, default: str) -> str:
    """Return a path without a slash at its beginning and with one at its end."""
    value = text(name, default).strip("/")
    return matching(name, value, r"[\w-]+(/[\w-]+)*", default) + "/"


def inner_address(name: str, *, is_guarded: bool) -> tuple[str, int] | None:
    """Return the host and port where this process listens for other programs, or None if not set.

    It is for the operator's programs, not for visitors. Raise ImproperlyConfigured if it is open to
    other machines and not `is_guarded` by a token.
    """
    if not (value := text(name)):
        return None
    host, _colon, port = value.rpartition(":")
    if not port.isdecimal() or not 0 <= int(port) < 1 << 16:
        raise ImproperlyConfigured(f"{name} is an address and a port, as in 127.0.0.1:9464.")
    host = host.strip("[]")
    if not is_guarded and host not in THIS_MACHINE:
        raise ImproperlyConfigured(
            f"{name} is open to other machines: set METRICS_TOKEN, or make it 127.0.0.1:{port}."
        )
    return host, int(port)


def secret_key(folder: Path, *, may_make_one: bool) -> str:
    """Return SECRET_KEY, or if `may_make_one` the key in a file of this folder, created if missing.

    The file lets sessions survive a restart of a site at home. Raise ImproperlyConfigured if the
    key can be guessed, or is missing and may not be made.
    """
    if given := text("SECRET_KEY"):
        return _checked_key(given)
    if not may_make_one:
        raise ImproperlyConfigured("SECRET_KEY is missing: set it to a long random text.")
    file = folder / "secret_key"
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(50))
    return file.read_text().strip()


def _checked_key(key: str) -> str:
    """Return the key; raise ImproperlyConfigured if it is easy to guess."""
    if len(key) < KEY_LENGTH or len(set(key)) < KEY_LETTERS:
        raise ImproperlyConfigured(
            f"SECRET_KEY can be guessed: make it a random text of {KEY_LENGTH} characters or more, "
            "for instance with `openssl rand -hex 32`."
        )
    return key


def private_folder(path: str) -> Path:
    """Create the folder if necessary and return it; no other user of the machine may read it."""
    folder = Path(path)
    folder.mkdir(parents=True, exist_ok=True)
    with suppress(OSError):  # in a read-only container, where it holds nothing
        folder.chmod(0o700)
    return folder


class Mail(NamedTuple):
    """How to reach the mail server."""

    host: str
    port: int
    user: str
    password: str
    starts_with_tls: bool


def mail(url: str) -> Mail:
    """Return the mail server that EMAIL_URL names, or one without a host if it is empty.

    Raise ImproperlyConfigured if the URL is malformed.
    """
    parts = _parts("EMAIL_URL", url)
    if url and (parts.scheme not in {"smtp", "smtps"} or not parts.hostname):
        raise ImproperlyConfigured("EMAIL_URL begins with smtp:// or smtps:// and a host.")
    starts_with_tls = parts.scheme == "smtps"
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    port = parts.port or (465 if starts_with_tls else 587)
    return Mail(parts.hostname or "", port, user, password, starts_with_tls)


def database(url: str, *, pool_size: int, is_patient: bool = False) -> dict[str, Any]:
    """Return Django's settings for the database that DATABASE_URL names.

    `is_patient` is for management commands, whose statements have no time limit. Raise
    ImproperlyConfigured if the URL is malformed.
    """
    is_postgresql = url.startswith(("postgres:", "postgresql:"))
    parts = _parts("DATABASE_URL", url, may_have_query=is_postgresql)
    if parts.scheme == "sqlite":
        return _sqlite(unquote(parts.path[1:]))
    if is_postgresql and parts.path[1:]:
        return _postgresql(parts, pool_size, is_patient)
    raise ImproperlyConfigured(
        "DATABASE_URL is postgres://user:password@host:port/name, or sqlite:/// and a path."
    )


def _sqlite(path: str) -> dict[str, Any]:
    # IMMEDIATE takes the write lock when the transaction begins: what a move reads stays true until
    # the move is written, like a locked row on PostgreSQL. With FULL a commit waits for the disk;
    # with NORMAL a power cut could lose the newest commits.
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
            "PRAGMA secure_delete=ON;",
        },
        # A file and not memory, because tests play from several threads.
        "TEST": {"NAME": f"{path}.test"},
    }


def _postgresql(parts: SplitResult, pool_size: int, is_patient: bool) -> dict[str, Any]:
    from .core.postgresql import asked_for, options, patient_options

    ours = patient_options() if is_patient else options(pool_size)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path[1:]),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": asked_for(parts, ours),
    }


def channel_layers(redis_url: str) -> dict[str, Any]:
    """Return the setting CHANNEL_LAYERS: Redis if there is a URL, else the memory of the process.

    Raise ImproperlyConfigured if the URL is malformed.
    """
    if not redis_url:
        return {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    if _parts("REDIS_URL", redis_url, may_have_query=True).scheme not in {
        "redis",
        "rediss",
        "unix",
    }:
        raise ImproperlyConfigured("REDIS_URL begins with redis://, rediss:// or unix://.")
    from redis.asyncio.retry import Retry
    from redis.backoff import ExponentialBackoff
    from redis.exceptions import ConnectionError, TimeoutError

    # The publish/subscribe layer subscribes again by itself after Redis was unreachable. By default
    # its client would close an idle socket after 5 seconds.
    host = {
        "address": redis_url,
        "socket_timeout": 15,
        "socket_connect_timeout": 1,
        "health_check_interval": 15,
        "retry": Retry(ExponentialBackoff(cap=0.5, base=0.05), 3),
        "retry_on_error": [ConnectionError, TimeoutError],
    }
    layer = "channels_redis.pubsub.RedisPubSubChannelLayer"
    return {"default": {"BACKEND": layer, "CONFIG": {"hosts": [host]}}}
