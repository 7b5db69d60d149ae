"""The site as at home, all in one process, with bots that do not take their time.

    python -m tests.kit.hurried PORT

It begins one game of each kind, where bots have all the seats, and finds one room that was
to be closed a day ago.
"""

from __future__ import annotations

import os
import sys
from datetime import timedelta

import django
from django.core.management import call_command

LEVELS = ("easy", "medium", "hard")
WAITS = ("SOONEST", "SPREAD", "WINDOW", "REST")


def hurry() -> None:
    from games.time import clock, house

    for name in WAITS:
        setattr(clock, name, timedelta(milliseconds=1))
    house.TICK_SECONDS = 0.01


def begin() -> None:
    from games.bots import levels
    from games.log import door
    from games.rules import kinds

    for kind, rules in kinds().items():
        seats = rules.META.seats[-1]
        bots = [level for level in LEVELS if level in levels(kind)] or levels(kind)
        door.start(
            kind=kind,
            config=rules.META.configure({}),
            players=[bots[seat % len(bots)] for seat in range(seats)],
            server_seed=bytes(32),
            nonces=[""] * seats,
        )


def leave_a_room() -> None:
    from accounts.models import User
    from lobby.models import Room
    from lobby.service import open_room

    alice = User.objects.create_user("alice")
    room = open_room(user=alice, kind="bruno", size=4, config={})
    Room.objects.filter(pk=room.pk).update(closes_at=room.opened_at - timedelta(days=1))


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bruno_site.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    hurry()
    begin()
    leave_a_room()
    from daphne.cli import CommandLineInterface

    where = ["--bind", "127.0.0.1", "--port", sys.argv[1]]
    CommandLineInterface().run([*where, "bruno_site.asgi:application"])


if __name__ == "__main__":
    main()
