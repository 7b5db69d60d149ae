"""Database triggers that enforce a rule whichever program writes.

They are dropped before migrations, because SQLite rebuilds a table to change it, and created again
afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate, pre_migrate

_installed: list[Triggers] = []

# A trigger of PostgreSQL must call a function. Use it as EXECUTE FUNCTION refuse('why').
REFUSE = """
    CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'restrict_violation'; END $$
"""


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Triggers:
    """The triggers of an app: SQL statements by the names of the triggers, for each database.

    The name of a trigger begins with the name of its table: that is everything before a double
    underscore, or else the first two words.
    """

    sqlite: Mapping[str, str]
    postgresql: Mapping[str, str]
    functions: Sequence[str] = ()  # functions that the PostgreSQL triggers call besides refuse()

    def install(self, app: AppConfig) -> None:
        """Register the triggers: each `migrate` drops them first and creates them afterwards."""
        pre_migrate.connect(self.drop, sender=app)
        post_migrate.connect(self.create, sender=app)
        _installed.append(self)

    def create(self, using: str, **_given: Any) -> None:
        """Create the triggers of all tables that exist."""
        with connections[using].cursor() as cursor:
            if connections[using].vendor == "postgresql":
                for function in (REFUSE, *self.functions):
                    cursor.execute(function)
            # After a migration to an earlier state, some tables do not exist.
            tables = set(connections[using].introspection.table_names(cursor))
            for name, statement in self._statements(using).items():
                if _table_of(name) in tables:
                    cursor.execute(statement)

    def drop(self, using: str, **_given: Any) -> None:
        """Drop the triggers that exist."""
        on_table = connections[using].vendor == "postgresql"
        with connections[using].cursor() as cursor:
            for name in self._statements(using):
                table = f" ON {_table_of(name)}" * on_table
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}{table}")

    def _statements(self, using: str) -> Mapping[str, str]:
        return self.sqlite if connections[using].vendor == "sqlite" else self.postgresql


def _table_of(name: str) -> str:
    """Return the table of the trigger with this name."""
    table, underscores, _rest = name.partition("__")
    if underscores:
        return table
    return "_".join(name.split("_")[:2])


def drop_all(using: str) -> None:
    """Drop the triggers of all apps."""
    for triggers in _installed:
        triggers.drop(using)
