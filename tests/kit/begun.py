"""An empty database made ready, with a game of bots of each kind begun.

python -m tests.kit.begun
"""

from __future__ import annotations

import os

import django
from django.core.management import call_command

from tests.kit.hurried import begin


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bruno_site.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    begin()


if __name__ == "__main__":
    main()
