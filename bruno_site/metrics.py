"""Figures for Prometheus. Every process counts for itself, for counting costs next to nothing; it
tells only where a setting names an address, and nobody comes to that through the site's own door.

No label says which game or who: only what there is a handful of.
"""

from __future__ import annotations

import hmac
import logging
from collections.abc import Iterator
from http import HTTPStatus
from http.server import ThreadingHTTPServer
from threading import Thread
from typing import Final

from django.conf import settings
from django.db import connections
from prometheus_client import REGISTRY, Counter, Gauge, Histogram
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import MetricsHandler
from prometheus_client.registry import Collector

log = logging.getLogger(__name__)

PATH: Final = "/metrics"
QUICK: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
SLOW: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

MOVES = Counter("bruno_moves", "Moves stored, by whom they were made", ["game", "by"])
ANSWERS = Histogram("bruno_answer_seconds", "From a page's message to its answer", buckets=QUICK)
RESYNCS = Counter("bruno_resyncs", "Pages that had missed something and asked for the whole")
OPEN_PAGES = Gauge("bruno_open_pages", "Pages with a socket")
LATE = Histogram("bruno_clock_late_seconds", "What was due, after it was", buckets=SLOW)
THOUGHT = Histogram("bruno_bot_seconds", "How long bots think", ["game", "bot"], buckets=QUICK)
MISMATCHES = Counter("bruno_mismatches", "Games found that do not replay")
FAULTS = Counter("bruno_faults", "Errors written to the log")


class Faults(logging.Handler):
    """Counts what it is handed."""

    def emit(self, record: logging.LogRecord) -> None:
        FAULTS.inc()


class Pool(Collector):
    """The connections of this process to PostgreSQL, as of when it is asked."""

    STATES: Final = {"open": "pool_size", "free": "pool_available", "wanted": "requests_waiting"}

    def describe(self) -> list[GaugeMetricFamily]:
        """Or it would be asked on being registered, and make a pool before its time."""
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        pool = getattr(connections["default"], "pool", None)
        if pool is not None:
            told = GaugeMetricFamily("bruno_pool", "Database connections", labels=["state"])
            stats = pool.get_stats()
            for state, name in self.STATES.items():
                told.add_metric([state], stats.get(name, 0))
            yield told


REGISTRY.register(Pool())


class Teller(MetricsHandler):
    """One question. Whoever does not come to its end is not waited for."""

    registry = REGISTRY
    timeout = 5

    def do_GET(self) -> None:
        if self.path.partition("?")[0] != PATH:
            self.send_error(HTTPStatus.NOT_FOUND)
        elif not _may_ask(self.headers.get("Authorization", "")):
            self.send_error(HTTPStatus.UNAUTHORIZED)
        else:
            super().do_GET()


class Listener(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_line: object) -> None:
        """Whoever asked is gone, which the server would write past the logs."""
        log.debug("Nobody heard the figures", exc_info=True)


def _may_ask(said: str) -> bool:
    token = settings.METRICS_TOKEN
    return not token or hmac.compare_digest(said.encode(), f"Bearer {token}".encode())


def tell() -> ThreadingHTTPServer | None:
    """From now on, if it is wanted. A process that cannot goes on without."""
    if settings.METRICS_ADDRESS is None:
        return None
    try:
        listener = Listener(settings.METRICS_ADDRESS, Teller)
    except OSError:
        log.warning("No figures are told at %s:%s", *settings.METRICS_ADDRESS, exc_info=True)
        return None
    Thread(target=listener.serve_forever, name="metrics", daemon=True).start()
    return listener
