"""Databases from before version 0.2.0 are refused: their tables had other names."""

from __future__ import annotations

from typing import Any, Final

from django.core.management.base import CommandError
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

# Only such a database has applied it.
OF_OLDER_DATABASES: Final = ("accounts", "0002_people")


def refuse_older_database(using: str, **_given: Any) -> None:
    """Raise CommandError before anything is migrated in a database from before version 0.2.0."""
    if OF_OLDER_DATABASES in MigrationRecorder(connections[using]).applied_migrations():
        raise CommandError(
            "This database was made before version 0.2.0 and cannot be brought up to date. "
            "Nothing was changed. Keep it for the older version, and start this one with an empty "
            "database."
        )
