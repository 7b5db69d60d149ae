"""Triggers by which the database itself keeps a promise, whoever asks.

They are taken away before migrations, since SQLite rebuilds a table to change it, and put back
afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate, pre_migrate

_standing: list[Guards] = []

# For PostgreSQL, whose triggers need a function: EXECUTE FUNCTION refuse('why').
REFUSE = """
    CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'restrict_violation'; END $$
"""


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Guards:
    """By their names, which begin with that of their table: its first two words, or all up to two
    underscores."""

    sqlite: Mapping[str, str]
    postgresql: Mapping[str, str]
    functions: Sequence[str] = ()  # that PostgreSQL's call, beside the one above

    def stand(self, app: AppConfig) -> None:
        pre_migrate.connect(self.down, sender=app)
        post_migrate.connect(self.up, sender=app)
        _standing.append(self)

    def up(self, using: str, **_given: Any) -> None:
        with connections[using].cursor() as cursor:
            if connections[using].vendor == "postgresql":
                for function in (REFUSE, *self.functions):
                    cursor.execute(function)
            # Whoever migrates halfway has not all of them yet.
            tables = set(connections[using].introspection.table_names(cursor))
            for name, statement in self._statements(using).items():
                if _table_of(name) in tables:
                    cursor.execute(statement)

    def down(self, using: str, **_given: Any) -> None:
        on_table = connections[using].vendor == "postgresql"
        with connections[using].cursor() as cursor:
            for name in self._statements(using):
                table = f" ON {_table_of(name)}" * on_table
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}{table}")

    def _statements(self, using: str) -> Mapping[str, str]:
        return self.sqlite if connections[using].vendor == "sqlite" else self.postgresql


def _table_of(name: str) -> str:
    table, is_marked, _rest = name.partition("__")
    if is_marked:
        return table
    return "_".join(name.split("_")[:2])


def lower_all(using: str) -> None:
    for guards in _standing:
        guards.down(using)
