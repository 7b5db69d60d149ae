"""When somebody goes for good: what was theirs alone goes, what belongs to others as well stays."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from datetime import datetime

from django.db import connection, transaction

from bruno_site.belongings import belongings

from .models import TASTE, Deletion, User
from .names import house_name

log = logging.getLogger(__name__)

AT_ONCE = 20


def part_with(user: User) -> None:
    """Delete this account, if nobody else has begun to: nothing tells any longer who this was.
    Games stay, since others played them too."""
    if start_deletion(user):
        finish_or_leave(user)


@transaction.atomic
def start_deletion(user: User) -> bool:
    """Let nobody log in here and nothing more be written about this person: the rows that are on
    their way are waited for, and no other row is held meanwhile. Return whether it was started
    now."""
    held = User.objects.select_for_update().filter(pk=user.pk, deletion="").first()
    if held is None:
        return False
    held.deletion, held.is_active = Deletion.RUNNING, False
    held.set_unusable_password()
    held.save(update_fields=["deletion", "is_active", "password"])
    return True


def finish_or_leave(user: User) -> None:
    """Take away what was theirs, as far as that can be done now: the clock does the rest."""
    try:
        finish_deletion(user)
    except Exception:
        log.exception("The deletion of person %s is to be finished", user.pk)


def finish_deletion(user: User) -> None:
    """Take away all that was theirs alone, each thing in a transaction of its own, so that nobody
    who plays waits for all of it; and their name at last, by which older things are found. It can
    be done again, and by several at once."""
    left = User.objects.get(pk=user.pk)
    for each in belongings():
        each.forget(left)
    with transaction.atomic():
        running = User.objects.select_for_update().filter(deletion=Deletion.RUNNING)
        held = running.filter(pk=user.pk).first()
        if held is not None:
            _empty(held)


def finish_deletions(now: datetime) -> int:
    """Those that were interrupted."""
    interrupted = list(User.objects.filter(deletion=Deletion.RUNNING)[:AT_ONCE])
    for user in interrupted:
        finish_or_leave(user)
    return len(interrupted)


def _empty(user: User) -> None:
    user.deletion = Deletion.DONE
    user.username = house_name("Deleted", 8)
    user.email = user.email_asked = user.first_name = user.last_name = user.suspension = ""
    user.is_guest = user.is_staff = user.is_superuser = False
    user.last_login = user.muted_until = user.suspended_until = None
    _forget_taste(user)
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
