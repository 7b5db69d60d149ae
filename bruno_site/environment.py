"""Readers of the environment. A value that makes no sense stops the start with a sentence."""

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

# What Django itself asks of a key.
KEY_LENGTH, KEY_LETTERS = 50, 5
THIS_MACHINE = {"127.0.0.1", "localhost"}


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def flag(name: str, default: bool) -> bool:
    value = text(name, "1" if default else "0").lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off", ""}:
        return False
    raise ImproperlyConfigured(f"{name} is either 1 or 0, not {value!r}.")


def one_of(name: str, default: str, *others: str) -> str:
    value = text(name, default).lower()
    if value not in {default, *others}:
        choices = ", ".join((default, *others))
        raise ImproperlyConfigured(f"{name} is one of these: {choices}. It is not {value!r}.")
    return value


def number(name: str, default: int, least: int = 1) -> int:
    value = text(name, str(default))
    if not value.isdecimal() or int(value) < least:
        raise ImproperlyConfigured(f"{name} is a whole number from {least} on, not {value!r}.")
    return int(value)


def matching(name: str, value: str, pattern: str, *examples: str) -> str:
    if not re.fullmatch(pattern, value):
        raise ImproperlyConfigured(f"{name} looks like {' or '.join(examples)}, not {value!r}.")
    return value


def _parts(name: str, url: str, *, may_ask: bool = False) -> SplitResult:
    """`may_ask`: something may follow a question mark. Nothing that was written is left out."""
    try:
        parts = urlsplit(url)
        _port = parts.port
    except ValueError:
        raise ImproperlyConfigured(f"{name} has a host or a port that is none.") from None
    if parts.fragment or (parts.query and not may_ask):
        mark = "#" if parts.fragment else "?"
        raise ImproperlyConfigured(f"{name} has a {mark}, and nothing is done with what follows.")
    return parts


def proxy_header(name: str, *, is_needed: bool) -> str:
    """How the proxy in front says who asks. Without a proxy a visitor could write anything there;
    and with one that does not tell, all visitors would be one to whoever counts them."""
    value = text(name)
    if is_needed and not value:
        raise ImproperlyConfigured(
            f"BEHIND_TLS is 1, so a proxy is in front: {name} must name the header in which it says"
            " who asks, such as X-Forwarded-For or X-Real-IP."
        )
    return value


def words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def hosts(name: str, default: str) -> list[str]:
    return [
        matching(name, word, r"[^/:\s]+|\[[^/\s]+\]", "bruno.example")
        for word in words(name, default)
    ]


def origins(name: str) -> list[str]:
    """As browsers name them."""
    return [
        matching(name, word.lower(), r"https?://[^\s/?#@*]+", "https://bruno.example")
        for word in words(name)
    ]


def site_address(name: str, names: list[str], *, is_needed: bool) -> str:
    """Return the address under which people reach the site, without a slash at its end, or nothing.
    Who asks for an e-mail could write any port into the links of somebody else's."""
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
    value = text(name, default).strip("/")
    return matching(name, value, r"[\w-]+(/[\w-]+)*", default) + "/"


def inner_address(name: str, *, is_guarded: bool) -> tuple[str, int] | None:
    """Where this process listens for other programs of the house, not for visitors: without a
    token only for this very machine. Empty: nowhere."""
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
    """Given, or (at home only) made once and kept, so that sessions survive a restart."""
    if given := text("SECRET_KEY"):
        return _hard_to_guess(given)
    if not may_make_one:
        raise ImproperlyConfigured("SECRET_KEY is missing: set it to a long random text.")
    kept = folder / "secret_key"
    if not kept.exists():
        kept.touch(mode=0o600)
        kept.write_text(secrets.token_urlsafe(50))
    return kept.read_text().strip()


def _hard_to_guess(key: str) -> str:
    if len(key) < KEY_LENGTH or len(set(key)) < KEY_LETTERS:
        raise ImproperlyConfigured(
            f"SECRET_KEY can be guessed: make it a random text of {KEY_LENGTH} characters or more, "
            "for instance with `openssl rand -hex 32`."
        )
    return key


def private_folder(path: str) -> Path:
    """Nobody else on this machine may look into it."""
    folder = Path(path)
    folder.mkdir(parents=True, exist_ok=True)
    with suppress(OSError):  # in a container that cannot be written to it holds nothing
        folder.chmod(0o700)
    return folder


class Mail(NamedTuple):
    host: str
    port: int
    user: str
    password: str
    starts_with_tls: bool


def mail(url: str) -> Mail:
    """The mail server, or one without a host."""
    parts = _parts("EMAIL_URL", url)
    if url and (parts.scheme not in {"smtp", "smtps"} or not parts.hostname):
        raise ImproperlyConfigured("EMAIL_URL begins with smtp:// or smtps:// and a host.")
    whole = parts.scheme == "smtps"
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Mail(parts.hostname or "", parts.port or (465 if whole else 587), user, password, whole)


def database(url: str, *, pool_size: int, is_patient: bool = False) -> dict[str, Any]:
    is_postgresql = url.startswith(("postgres:", "postgresql:"))
    parts = _parts("DATABASE_URL", url, may_ask=is_postgresql)
    if parts.scheme == "sqlite":
        return _sqlite(unquote(parts.path[1:]))
    if is_postgresql and parts.path[1:]:
        return _postgresql(parts, pool_size, is_patient)
    raise ImproperlyConfigured(
        "DATABASE_URL is postgres://user:password@host:port/name, or sqlite:/// and a path."
    )


def _sqlite(path: str) -> dict[str, Any]:
    # IMMEDIATE takes the write lock when the transaction begins: what a move reads stays true
    # until it is written, as a locked row does on PostgreSQL. FULL has a commit wait for the disk:
    # with NORMAL a power cut may cost the newest ones.
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
        # A file, since tests play from several threads.
        "TEST": {"NAME": f"{path}.test"},
    }


def _postgresql(parts: SplitResult, pool_size: int, is_patient: bool) -> dict[str, Any]:
    from .postgresql import asked_for, options, patient_options

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
    if not redis_url:
        return {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    if _parts("REDIS_URL", redis_url, may_ask=True).scheme not in {"redis", "rediss", "unix"}:
        raise ImproperlyConfigured("REDIS_URL begins with redis://, rediss:// or unix://.")
    from redis.asyncio.retry import Retry
    from redis.backoff import ExponentialBackoff
    from redis.exceptions import ConnectionError, TimeoutError

    # The publish/subscribe layer resubscribes by itself after Redis has been away. Its client
    # would give up an idle socket after 5 s if it were not told otherwise.
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
