"""How PostgreSQL is reached: nobody waits for it for ever, and it is found again as soon as it is
back, however long it was away."""

from __future__ import annotations

from typing import Any
from urllib.parse import SplitResult, unquote

import psycopg
from django.core.exceptions import ImproperlyConfigured
from psycopg.abc import RV, PQGen
from psycopg.pq import Conninfo, TransactionStatus
from psycopg_pool import ConnectionPool

# The server itself gives a statement up before: whoever is silent for longer is not there.
STATEMENT_SECONDS, SILENCE_SECONDS = 5, 6
# So long is a connection waited for, and so far apart are the attempts to get a new one. The pool
# would wait twice as long after each, for minutes.
POOL_SECONDS, ATTEMPT_SECONDS = 3, 1

# A move, a beat, a page ask the same few questions again and again: so the server keeps how each is
# to be answered from its second time on. It does so only if values travel beside the statements.
KEPT_PLANS = {"server_side_binding": True, "prepare_threshold": 2}

# A page reads a few rows: to wake helpers for it takes longer than to read them.
ALONE = "-c max_parallel_workers_per_gather=0"

# What a line that swallows everything looks like to the machine, not to us.
LINE = {
    "connect_timeout": 2,
    "tcp_user_timeout": 3000,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 2,
}

KNOWN = {each.keyword.decode() for each in Conninfo.get_defaults()}
# What the address says before its question mark.
PARTS = {
    "host": "hostname",
    "port": "port",
    "user": "username",
    "password": "password",
    "dbname": "path",
}


class Connection(psycopg.Connection[Any]):
    """One that is closed when a server takes a question and never answers, or is the spare one now,
    which takes nothing: another connection may find the right one."""

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        try:
            return super().wait(gen, interval, SILENCE_SECONDS if timeout is None else timeout)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()
            raise
        except psycopg.errors.ReadOnlySqlTransaction as refusal:
            self.pgconn.finish()
            raise psycopg.OperationalError("This server takes nothing.") from refusal


def try_again(pool: ConnectionPool[Any]) -> None:
    """The pool has given up, and would not try again for those who wait already."""
    if pool.get_stats().get("requests_waiting"):
        pool.check()


def patient_options() -> dict[str, Any]:
    """For whoever runs a command and waits for it."""
    return {"options": ALONE, **LINE}


def options(pool_size: int) -> dict[str, Any]:
    return {
        "pool": {
            "min_size": 2,
            "max_size": pool_size,
            "timeout": POOL_SECONDS,
            "reconnect_timeout": ATTEMPT_SECONDS,
            "reconnect_failed": try_again,
            "connection_class": Connection,
        },
        "options": f"-c statement_timeout={STATEMENT_SECONDS}s -c lock_timeout=2s"
        f" -c idle_in_transaction_session_timeout=10s {ALONE}",
        **KEPT_PLANS,
        **LINE,
    }


def asked_for(parts: SplitResult, ours: dict[str, Any]) -> dict[str, Any]:
    """Return our options with what follows the question mark of DATABASE_URL, which wins. Raises
    ImproperlyConfigured where libpq would not know it, or the address has said it already."""
    before = {name for name, part in PARTS.items() if getattr(parts, part)}
    asked: dict[str, str] = {}
    for each in filter(None, parts.query.split("&")):
        name, is_set, value = each.partition("=")
        name = unquote(name)
        if name not in KNOWN:
            raise ImproperlyConfigured(f"DATABASE_URL asks for {name!r}, which libpq has not.")
        if not is_set:
            raise ImproperlyConfigured(f"DATABASE_URL does not say what {name!r} is to be.")
        if name in before or name in asked:
            raise ImproperlyConfigured(f"DATABASE_URL says twice what {name!r} is to be.")
        asked[name] = unquote(value)
    if "options" in asked:
        asked["options"] = f"{ours['options']} {asked['options']}"
    return ours | asked
