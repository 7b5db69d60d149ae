"""The browser of this machine."""

import os
import shutil

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# The list of what its address bar can show is a page of its own, drawn for every window of every
# browser: three quarters of all they cost. The last such flag counts, so what Playwright switches
# off is named here as well.
SWITCHED_OFF = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "AimEnabled"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect"),
    *("OptimizationHints", "NetworkTimeServiceQuerying", "PreconnectToSearch"),
    "SpareRendererForSitePerProcess",  # a process for a page that nobody may ask for
)
FLAGS = [
    f"--disable-features={','.join(SWITCHED_OFF)}",
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
