"""Triggers by which the database refuses new rows about people whose account is deleted.

On PostgreSQL, writing a row that names a person locks the person's row with FOR KEY SHARE, and the
deletion of the account locks it with FOR UPDATE. So the deletion waits until all such rows are
committed, and then finds and deletes them; rows that come later are refused. On SQLite only one
transaction writes at a time. See docs/decisions/0017-who-waits-for-whom.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.apps import apps

from bruno_site.core.triggers import Triggers

from .models import Deletion, User

REFUSAL: Final = "this account is deleted"
# Tables and columns without these triggers. Results of games and decisions of admins stay, and may
# be written after the deletion; leases (watchers, visits) end by themselves.
UNGUARDED: Final = {
    *("games_played", "games_standing", "games_tally", "games_watcher", "lobby_visit"),
    *("accounts_decision.by_id", "django_admin_log"),
}

FUNCTION: Final = f"""
    CREATE OR REPLACE FUNCTION accounts_refuse_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      person bigint;
      state text;
    BEGIN
      EXECUTE format('SELECT ($1).%I', TG_ARGV[0]) INTO person USING NEW;
      SELECT deletion INTO state FROM accounts_user WHERE id = person FOR KEY SHARE;
      IF state <> '' THEN
        RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$
"""
IS_DELETED: Final = "SELECT 1 FROM accounts_user WHERE id = NEW.{column} AND deletion <> ''"
# The row of a deleted person may change only once more: when the deletion is done and empties it.
CHANGES_ON: Final = (
    f"OLD.deletion <> '' AND NOT (OLD.deletion = '{Deletion.RUNNING}'"
    f" AND NEW.deletion = '{Deletion.DONE}')"
)


def columns_naming_people() -> Iterator[tuple[str, str]]:
    """Return each column of the database that refers to a user, as (table, column)."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if field.related_model is User and field.column is not None:
                yield model._meta.db_table, field.column


def triggers() -> Triggers:
    """Return the triggers: for every column that refers to a user, and for the user's own row."""
    sqlite = {
        "accounts_user_stays_deleted": f"""
            CREATE TRIGGER IF NOT EXISTS accounts_user_stays_deleted BEFORE UPDATE ON accounts_user
            WHEN {CHANGES_ON} BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
        """
    }
    postgresql = {
        "accounts_user_stays_deleted": f"""
            CREATE OR REPLACE TRIGGER accounts_user_stays_deleted BEFORE UPDATE ON accounts_user
            FOR EACH ROW WHEN ({CHANGES_ON}) EXECUTE FUNCTION refuse('{REFUSAL}')
        """
    }
    for table, column in columns_naming_people():
        if not UNGUARDED & {table, f"{table}.{column}"}:
            sqlite |= _sqlite_triggers(table, column)
            postgresql |= _postgresql_triggers(table, column)
    return Triggers(sqlite, postgresql, [FUNCTION])


def _sqlite_triggers(table: str, column: str) -> dict[str, str]:
    """Return SQL by name for the triggers of one column."""
    is_deleted = IS_DELETED.format(column=column)
    inserted, changed = f"{table}__{column}_inserted", f"{table}__{column}_changed"
    refuse = f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
    return {
        inserted: f"""
            CREATE TRIGGER IF NOT EXISTS {inserted} BEFORE INSERT ON {table}
            WHEN EXISTS ({is_deleted}) {refuse}
        """,
        changed: f"""
            CREATE TRIGGER IF NOT EXISTS {changed} BEFORE UPDATE OF {column} ON {table}
            WHEN NEW.{column} IS NOT OLD.{column} AND EXISTS ({is_deleted}) {refuse}
        """,
    }


def _postgresql_triggers(table: str, column: str) -> dict[str, str]:
    """Return SQL by name for the triggers of one column."""
    inserted, changed = f"{table}__{column}_inserted", f"{table}__{column}_changed"
    refuse = f"EXECUTE FUNCTION accounts_refuse_deleted('{column}')"
    return {
        inserted: f"""
            CREATE OR REPLACE TRIGGER {inserted} BEFORE INSERT ON {table}
            FOR EACH ROW WHEN (NEW.{column} IS NOT NULL) {refuse}
        """,
        changed: f"""
            CREATE OR REPLACE TRIGGER {changed} BEFORE UPDATE OF {column} ON {table}
            FOR EACH ROW WHEN (NEW.{column} IS DISTINCT FROM OLD.{column}) {refuse}
        """,
    }
