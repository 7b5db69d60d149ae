"""The site as compose runs it, as plain processes that are started again whenever they are gone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import psycopg

from scripts import compose, servers
from tests.kit.proxy import Proxy
from tests.kit.sieves import Loss, Pokes

LOOKED_AFTER_SECONDS = 0.05
START_SECONDS = 90.0
WEBS, CLOCKS = 2, 2
# Everybody here comes from one machine, and says from where they would come.
ADDRESS_HEADER = "X-Real-IP"

Given = Sequence[object] | Mapping[str, object]


class Part:
    """One process. Whoever looks after it starts it again, unless it is to stay away."""

    def __init__(self, name: str, begin: Callable[[], subprocess.Popen[bytes]]) -> None:
        self.name = name
        self.begin = begin
        self.process = begin()
        self.is_to_stay_away = False
        self.ended = threading.Event()
        self.keeper = threading.Thread(target=self._look_after, daemon=True)
        self.keeper.start()

    def _look_after(self) -> None:
        while not self.ended.wait(LOOKED_AFTER_SECONDS):
            if self.process.poll() is not None and not self.is_to_stay_away:
                # The last one may not have let go of its port or its memory yet.
                with suppress(RuntimeError):
                    self.process = self.begin()
        servers.stop(self.process)

    def signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            self.process.send_signal(number)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """It lives, and does nothing."""
        self.signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.signal(signal.SIGCONT)

    @contextmanager
    def away(self) -> Iterator[None]:
        self.is_to_stay_away = True
        self.kill()
        self.process.wait()
        try:
            yield
        finally:
            self.is_to_stay_away = False

    def end(self) -> None:
        self.signal(signal.SIGCONT)
        self.ended.set()
        self.keeper.join()


class Stack:
    """PostgreSQL, Redis, web processes and clocks, by name."""

    def __init__(self, folder: Path, settings: Mapping[str, str]) -> None:
        self.folder = folder
        self.postgres = servers.new_postgres(folder / "postgres")
        self.redis = servers.new_redis(folder / "redis")
        self.lost_pokes = Loss(Random(1))
        self.pokes = Proxy(port_of(self.redis.url), lambda: Pokes(self.lost_pokes))
        self.parts: dict[str, Part] = {}
        self.addresses = [f"127.0.0.1:{servers.free_port()}" for _web in range(WEBS)]
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "bruno_site.settings",
            "DATABASE_URL": self.postgres.url,
            "REDIS_URL": f"redis://{self.pokes.address}/0",
            "SECRET_KEY": "only for tests " * 5,
            "ALLOWED_HOSTS": "127.0.0.1",
            "CLIENT_ADDRESS_HEADER": ADDRESS_HEADER,
            "BOT_GAMES_A_PERSON": "1000",  # each table here begins one game after the other
            "LOG_LEVEL": "WARNING",
            **settings,
        }

    def start(self) -> None:
        for name, server in (("postgres", self.postgres), ("redis", self.redis)):
            self.parts[name] = Part(name, starting(server))
        compose.run_once("migrate", self.environment)
        for number, address in enumerate(self.addresses):
            changes = {"0.0.0.0": "127.0.0.1", "8000": str(port_of(f"http://{address}"))}
            self._run(f"web{number}", "web", changes)
        for number in range(CLOCKS):
            self._run(f"clock{number}", "clock", {})
        self.wait_until_well()

    def _run(self, name: str, service: str, changes: dict[str, str]) -> None:
        words = compose.command(service, {"python": sys.executable, **changes})

        def begin() -> subprocess.Popen[bytes]:
            with (self.folder / f"{name}.log").open("ab") as output:
                log = output.fileno()
                return servers.spawn(words, compose.ROOT, log, environment=self.environment)

        self.parts[name] = Part(name, begin)

    def wait_until_well(self) -> None:
        until = time.monotonic() + START_SECONDS
        while not all(map(compose.is_well, self.addresses)):
            if time.monotonic() > until:
                raise RuntimeError(f"The site is not well:\n{self.said()}")
            time.sleep(0.1)

    @property
    def webs(self) -> list[Part]:
        return [part for name, part in self.parts.items() if name.startswith("web")]

    @property
    def clocks(self) -> list[Part]:
        return [part for name, part in self.parts.items() if name.startswith("clock")]

    @property
    def sites(self) -> list[Part]:
        """The processes that are ours."""
        return [*self.webs, *self.clocks]

    @property
    def database_url(self) -> str:
        return self.postgres.url

    def rows(self, question: str, given: Given = ()) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.database_url, connect_timeout=5) as connection:
            return connection.execute(question, given).fetchall()

    def tell(self, statement: str, given: Given = ()) -> None:
        with psycopg.connect(self.database_url, connect_timeout=5) as connection:
            connection.execute(statement, given)

    def said(self) -> str:
        logs = sorted(self.folder.glob("*.log"))
        return "\n".join(f"--- {log.name}\n{log.read_text()[-3000:]}" for log in logs)

    def end(self) -> None:
        # The stores last: who still works at something may finish it.
        for part in reversed(self.parts.values()):
            part.end()
        self.pokes.end()


def port_of(url: str) -> int:
    port = urlsplit(url).port
    assert port is not None
    return port


def starting(server: servers.Server) -> Callable[[], subprocess.Popen[bytes]]:
    def begin() -> subprocess.Popen[bytes]:
        server.start()
        assert server.process is not None
        return server.process

    return begin


@contextmanager
def running_stack(**settings: str) -> Iterator[Stack]:
    with TemporaryDirectory(prefix="bruno-faults-") as folder:
        # PostgreSQL may run below this folder as another user.
        Path(folder).chmod(0o755)
        stack = Stack(Path(folder), settings)
        try:
            stack.start()
            yield stack
        finally:
            stack.end()
