"""Metrics for Prometheus, and the small HTTP server on which a process offers them.

Every process counts for itself, always: counting costs next to nothing. It serves the figures only
if METRICS_ADDRESS is set, on that address, which the public site does not reach.

No label names a single game or person: labels are only for things of which there are few.
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


class FaultCounter(logging.Handler):
    """A logging handler that counts the records it receives."""

    def emit(self, record: logging.LogRecord) -> None:
        """Count the record."""
        FAULTS.inc()


class PoolCollector(Collector):
    """Reports the state of this process's PostgreSQL connection pool at the time of the request."""

    STATES: Final = {"open": "pool_size", "free": "pool_available", "wanted": "requests_waiting"}

    def describe(self) -> list[GaugeMetricFamily]:
        """Return nothing: otherwise Prometheus would call `collect` on registration.

        That would open the connection pool while the site is still starting.
        """
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the number of connections in each state, if there is a pool."""
        pool = getattr(connections["default"], "pool", None)
        if pool is not None:
            metric = GaugeMetricFamily("bruno_pool", "Database connections", labels=["state"])
            stats = pool.get_stats()
            for state, name in self.STATES.items():
                metric.add_metric([state], stats.get(name, 0))
            yield metric


REGISTRY.register(PoolCollector())


class FiguresHandler(MetricsHandler):
    """Answers one request for the metrics; a client that is silent for five seconds is cut off."""

    registry = REGISTRY
    timeout = 5

    def do_GET(self) -> None:
        """Answer with the metrics if the address is right and the token too, where one is set."""
        if self.path.partition("?")[0] != PATH:
            self.send_error(HTTPStatus.NOT_FOUND)
        elif not _is_authorised(self.headers.get("Authorization", "")):
            self.send_error(HTTPStatus.UNAUTHORIZED)
        else:
            super().do_GET()


class MetricsServer(ThreadingHTTPServer):
    """An HTTP server whose threads do not keep the process from ending."""

    daemon_threads = True

    def handle_error(self, *_connection: object) -> None:
        """Log that the client closed the connection; the base class would print to stderr."""
        log.debug("Nobody heard the figures", exc_info=True)


def _is_authorised(authorization: str) -> bool:
    token = settings.METRICS_TOKEN
    return not token or hmac.compare_digest(authorization.encode(), f"Bearer {token}".encode())


def serve_metrics() -> ThreadingHTTPServer | None:
    """Start the metrics server in a thread and return it, or None if METRICS_ADDRESS is not set.

    If the address cannot be used, log a warning and return None: the site runs without it.
    """
    if settings.METRICS_ADDRESS is None:
        return None
    try:
        listener = MetricsServer(settings.METRICS_ADDRESS, FiguresHandler)
    except OSError:
        log.warning("No figures are told at %s:%s", *settings.METRICS_ADDRESS, exc_info=True)
        return None
    Thread(target=listener.serve_forever, name="metrics", daemon=True).start()
    return listener
