"""All games of a database played through again, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys

from scripts import compose

QUESTION = """
import django; django.setup()
from games.log import audit
from games.models import Game
games = list(Game.objects.all())
print(len(games), sum(not audit.audit_game(game) for game in games))
"""


def replayed(database_url: str) -> str:
    """How many games there are, and how many of them do not replay."""
    site = {"DATABASE_URL": database_url, "DJANGO_SETTINGS_MODULE": "bruno_site.settings"}
    done = subprocess.run(
        (sys.executable, "-c", QUESTION),
        cwd=compose.ROOT,
        env=os.environ | site,
        capture_output=True,
        text=True,
        timeout=600,
    )
    return done.stdout.strip() or done.stderr
