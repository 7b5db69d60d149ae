"""Rows by the thousand, put into a table."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from django.db import connection

from .models import Played


def insert(rows: Iterable[Played]) -> None:
    """On PostgreSQL as one text, which the database takes apart: to quote every value on its own
    costs more than everything else that is done with a finished game. Numbers come out as they
    went in, to the last bit; SQLite's reading of such a text does not promise that."""
    if connection.vendor == "postgresql":
        _insert_as_text(list(rows))
    else:
        Played.objects.bulk_create(rows)


def _insert_as_text(rows: list[Played]) -> None:
    table = Played._meta.db_table
    fields: list[Any] = [field for field in Played._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(field.column for field in fields)
    text = json.dumps([_values(row, fields) for row in rows], default=str)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({columns})"
            f" SELECT {columns} FROM json_populate_recordset(NULL::{table}, %s)",
            [text],
        )


def _values(row: Played, fields: Iterable[Any]) -> dict[str, Any]:
    return {field.column: getattr(row, field.attname) for field in fields}
