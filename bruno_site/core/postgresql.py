"""Connection options for PostgreSQL.

Every wait for it has a time limit, and the site reconnects as soon as PostgreSQL is back, however
long it was away.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import SplitResult, unquote

import psycopg
from django.core.exceptions import ImproperlyConfigured
from psycopg.abc import RV, PQGen
from psycopg.pq import Conninfo, TransactionStatus
from psycopg_pool import ConnectionPool

# The server cancels a statement after STATEMENT_SECONDS. If there is still no answer after
# SILENCE_SECONDS, the server is gone.
STATEMENT_SECONDS, SILENCE_SECONDS = 5, 6
# How long a thread waits for a connection, and the time between attempts to open a new one. By
# default the pool doubles that time after each attempt, up to minutes.
POOL_SECONDS, ATTEMPT_SECONDS = 3, 1

# Moves, heartbeats and pages repeat the same few statements: from its second time on, a statement
# is prepared and PostgreSQL can reuse its plan. For that, values are sent apart from the SQL.
KEPT_PLANS = {"server_side_binding": True, "prepare_threshold": 2}

# A page reads few rows: starting parallel workers for it takes longer than reading them.
ALONE = "-c max_parallel_workers_per_gather=0"

# Limits by which the operating system notices that packets are lost on a connection, which no error
# would tell us.
LINE = {
    "connect_timeout": 2,
    "tcp_user_timeout": 3000,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 2,
}

KNOWN = {each.keyword.decode() for each in Conninfo.get_defaults()}
# The libpq options that stand in DATABASE_URL before its question mark, and where.
PARTS = {
    "host": "hostname",
    "port": "port",
    "user": "username",
    "password": "password",
    "dbname": "path",
}


class Connection(psycopg.Connection[Any]):
    """A connection that closes itself when its server fails to answer or has become read-only.

    After a failover, the server may have become a read-only standby. A new connection may then
    reach the right server.
    """

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        """Wait for the server as psycopg does, by default for SILENCE_SECONDS at most.

        Raise OperationalError if the server is silent or accepts no writes.
        """
        try:
            return super().wait(gen, interval, SILENCE_SECONDS if timeout is None else timeout)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()
            raise
        except psycopg.errors.ReadOnlySqlTransaction as refusal:
            self.pgconn.finish()
            raise psycopg.OperationalError("This server takes nothing.") from refusal


def retry_at_once(pool: ConnectionPool[Any]) -> None:
    """Let the pool try again after it gave up, if threads already wait for a connection.

    By itself it would not try again for them.
    """
    if pool.get_stats().get("requests_waiting"):
        pool.check()


def patient_options() -> dict[str, Any]:
    """Return the options for a management command: no pool, and no time limit for statements."""
    return {"options": ALONE, **LINE}


def options(pool_size: int) -> dict[str, Any]:
    """Return the options for a process of the site, with a pool of at most `pool_size`."""
    return {
        "pool": {
            "min_size": 2,
            "max_size": pool_size,
            "timeout": POOL_SECONDS,
            "reconnect_timeout": ATTEMPT_SECONDS,
            "reconnect_failed": retry_at_once,
            "connection_class": Connection,
        },
        "options": f"-c statement_timeout={STATEMENT_SECONDS}s -c lock_timeout=2s"
        f" -c idle_in_transaction_session_timeout=10s {ALONE}",
        **KEPT_PLANS,
        **LINE,
    }


def asked_for(parts: SplitResult, ours: dict[str, Any]) -> dict[str, Any]:
    """Return our options, overridden by those after the question mark of DATABASE_URL.

    A value for libpq's own `options` is appended to ours. Raise ImproperlyConfigured if libpq does
    not know an option, or it has no value, or it is given twice.
    """
    given = {name for name, part in PARTS.items() if getattr(parts, part)}
    asked: dict[str, str] = {}
    for each in filter(None, parts.query.split("&")):
        name, is_set, value = each.partition("=")
        name = unquote(name)
        if name not in KNOWN:
            raise ImproperlyConfigured(f"DATABASE_URL asks for {name!r}, which libpq has not.")
        if not is_set:
            raise ImproperlyConfigured(f"DATABASE_URL does not say what {name!r} is to be.")
        if name in given or name in asked:
            raise ImproperlyConfigured(f"DATABASE_URL says twice what {name!r} is to be.")
        asked[name] = unquote(value)
    if "options" in asked:
        asked["options"] = f"{ours['options']} {asked['options']}"
    return ours | asked
