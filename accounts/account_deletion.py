"""Deletion of accounts: what belongs to the person alone is deleted, what others share stays.

It has two steps. First nothing more can be written about the person; then what is stored about them
is deleted. A job finishes deletions that were interrupted.
"""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from datetime import datetime

from django.db import connection, transaction

from bruno_site.core.personal_data import personal_data_of_apps

from .models import PREFERENCES, Deletion, User
from .names import random_name

log = logging.getLogger(__name__)

AT_ONCE = 20  # deletions that one run of the job finishes


def delete_account(user: User) -> None:
    """Delete the account, unless its deletion has already been started.

    Nothing that is left tells who the person was. Games stay, since others played them too.
    """
    if start_deletion(user):
        try_to_finish_deletion(user)


@transaction.atomic
def start_deletion(user: User) -> bool:
    """Mark the account as being deleted, and return whether this call was the first to do so.

    From then on nobody can log in to it, and triggers refuse new rows about the person. This waits
    for rows about them that are being written at this moment, and locks no other row meanwhile.
    """
    locked = User.objects.select_for_update().filter(pk=user.pk, deletion="").first()
    if locked is None:
        return False
    locked.deletion, locked.is_active = Deletion.RUNNING, False
    locked.set_unusable_password()
    locked.save(update_fields=["deletion", "is_active", "password"])
    return True


def try_to_finish_deletion(user: User) -> None:
    """Delete what is stored about the person; log a failure, after which a job tries again."""
    try:
        finish_deletion(user)
    except Exception:
        log.exception("The deletion of person %s is to be finished", user.pk)


def finish_deletion(user: User) -> None:
    """Delete everything that belonged to the person alone, and then their name.

    Each app's part has a transaction of its own, so that players do not have to wait for all of
    them. The name comes last, since older things are found by it. This can be repeated, and several
    processes may do it at the same time.
    """
    fresh = User.objects.get(pk=user.pk)
    for each in personal_data_of_apps():
        each.erase(fresh)
    with transaction.atomic():
        running = User.objects.select_for_update().filter(deletion=Deletion.RUNNING)
        locked = running.filter(pk=user.pk).first()
        if locked is not None:
            _anonymise(locked)


def finish_deletions(now: datetime) -> int:
    """Finish deletions that were interrupted, a few at a time; return how many were tried."""
    interrupted = list(User.objects.filter(deletion=Deletion.RUNNING)[:AT_ONCE])
    for user in interrupted:
        try_to_finish_deletion(user)
    return len(interrupted)


def _anonymise(user: User) -> None:
    """Remove from the user's row everything that tells who it was, and save it."""
    user.deletion = Deletion.DONE
    user.username = random_name("Deleted", 8)
    user.email = user.email_asked = user.first_name = user.last_name = user.suspension = ""
    user.is_guest = user.is_staff = user.is_superuser = False
    user.last_login = user.muted_until = user.suspended_until = None
    _reset_preferences(user)
    user.save()


def _reset_preferences(user: User) -> None:
    """Set the user's settings to those of a new user, without saving them."""
    new_user = User()
    for name in PREFERENCES:
        setattr(user, name, getattr(new_user, name))


def truncate_wal(now: datetime) -> int:
    """Empty SQLite's write-ahead log, in which deleted rows can still be read; return 0.

    While another connection reads the database, the log cannot be emptied. Then this does not wait:
    the job runs again soon. PostgreSQL needs none of this.
    """
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=0)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return 0
