"""What docker-compose.yml says, for starting its services as plain processes."""

import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from scripts import servers

ROOT = Path(__file__).resolve().parents[1]
COMPOSE_FILE = ROOT / "docker-compose.yml"


def services() -> dict[str, Any]:
    content: dict[str, Any] = YAML(typ="safe", pure=True).load(COMPOSE_FILE)
    found: dict[str, Any] = content["services"]
    return found


def command(service: str, changes: dict[str, str]) -> servers.Command:
    """The very command of the service, but for the words that only a container can use."""
    words: list[str] = services()[service]["command"]
    missing = changes.keys() - set(words)
    assert not missing, f"the command of {service} no longer says {missing}"
    return tuple(changes.get(word, word) for word in words)


def run_once(service: str, environment: dict[str, str]) -> None:
    words = command(service, {"python": sys.executable})
    subprocess.run(words, cwd=ROOT, env=environment, check=True, timeout=300)


@contextmanager
def running(
    service: str, environment: dict[str, str], log: Path, changes: dict[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    words = command(service, {"python": sys.executable, **changes})
    with log.open("wb") as output:
        process = servers.spawn(words, ROOT, output.fileno(), environment=environment)
    try:
        yield process
    finally:
        servers.stop(process)


@contextmanager
def running_web(environment: dict[str, str], log: Path) -> Iterator[str]:
    """The address, as host and port, of one more web process that says it is well."""
    port = str(servers.free_port())
    changes = {"0.0.0.0": "127.0.0.1", "8000": port}
    with running("web", environment, log, changes) as process:
        servers.wait_until(lambda: is_well(f"127.0.0.1:{port}"), process, log)
        yield f"127.0.0.1:{port}"


def is_well(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"http://{address}/healthz", timeout=4) as answer:
            return bool(answer.read() == b"ok")
    except (urllib.error.URLError, OSError):
        return False
