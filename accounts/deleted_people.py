"""Nothing is written about somebody whose account is deleted: the database itself sees to it.

On PostgreSQL a new row that names a person holds the person's row with FOR KEY SHARE, and who
deletes the account holds it with FOR UPDATE. That waits until all such rows are committed, which
are then found and deleted; whatever comes later is refused. On SQLite one transaction writes after
the other. See docs/decisions/0017-who-waits-for-whom.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.apps import apps

from bruno_site.guards import Guards

from .models import Deletion, User

REFUSAL: Final = "this account is deleted"
# What was played and decided stays and may be written down later; leases end by themselves.
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
# The row itself changes once more, when it is emptied.
CHANGES_ON: Final = (
    f"OLD.deletion <> '' AND NOT (OLD.deletion = '{Deletion.RUNNING}'"
    f" AND NEW.deletion = '{Deletion.DONE}')"
)


def naming_people() -> Iterator[tuple[str, str]]:
    """Every table that names people, and the column that does."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if field.related_model is User and field.column is not None:
                yield model._meta.db_table, field.column


def guards() -> Guards:
    """One for every new name of a person in any table, and one for the row of the person."""
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
    for table, column in naming_people():
        if not UNGUARDED & {table, f"{table}.{column}"}:
            sqlite |= _on_sqlite(table, column)
            postgresql |= _on_postgresql(table, column)
    return Guards(sqlite, postgresql, [FUNCTION])


def _on_sqlite(table: str, column: str) -> dict[str, str]:
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


def _on_postgresql(table: str, column: str) -> dict[str, str]:
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
