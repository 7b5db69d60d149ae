"""The browser of this machine."""

import os
import shutil

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


def find_chromium() -> str:
    """The path of a Chromium. Without one the test is skipped, but never on a build server."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    missing = f"no browser: none of {', '.join(NAMES)} is in PATH"
    if os.environ.get("CI") == "true":
        pytest.fail(missing)
    pytest.skip(missing)
