"""When somebody goes for good: what was theirs alone goes, what belongs to others as well stays."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime

from django.db import connection, transaction

from bruno_site.belongings import belongings

from .models import TASTE, User
from .names import house_name


@transaction.atomic
def part_with(user: User) -> None:
    """Nothing tells any longer who this was. Games stay, since others played them too."""
    for each in belongings():
        each.forget(user)
    user.username = house_name("Deleted", 8)
    user.email = user.email_asked = user.first_name = user.last_name = user.suspension = ""
    user.is_active = user.is_guest = user.is_staff = user.is_superuser = False
    user.last_login = user.muted_until = user.suspended_until = None
    _forget_taste(user)
    user.set_unusable_password()
    user.save()


def _forget_taste(user: User) -> None:
    unknown = User()
    for name in TASTE:
        setattr(user, name, getattr(unknown, name))


def empty_the_journal(now: datetime) -> int:
    """At home the file beside the database holds rows as they were, until it is written over. While
    somebody reads it stays, and nobody waits: it is tried again soon."""
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=0)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return 0
