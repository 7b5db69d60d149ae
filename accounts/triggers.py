"""Triggers by which the database refuses to delete or change decisions.

Only the reason of a decision may be emptied, when the person it is about deletes their account.
"""

from __future__ import annotations

from bruno_site.core.triggers import Triggers

FIXED_COLUMNS = ("id", "by_id", "about_id", "what", "subject", "at")

SQLITE = {
    "accounts_decision_stays": """
        CREATE TRIGGER IF NOT EXISTS accounts_decision_stays BEFORE DELETE ON accounts_decision
        BEGIN SELECT RAISE(ABORT, 'a decision stays'); END
    """,
    "accounts_decision_stays_as_it_is": f"""
        CREATE TRIGGER IF NOT EXISTS accounts_decision_stays_as_it_is
        BEFORE UPDATE ON accounts_decision
        WHEN NEW.why <> ''
          OR {" OR ".join(f"NEW.{name} IS NOT OLD.{name}" for name in FIXED_COLUMNS)}
        BEGIN SELECT RAISE(ABORT, 'a decision stays'); END
    """,
}

CHANGED = " OR ".join(f"NEW.{name} IS DISTINCT FROM OLD.{name}" for name in FIXED_COLUMNS)
POSTGRESQL = {
    "accounts_decision_is_never_emptied": """
        CREATE OR REPLACE TRIGGER accounts_decision_is_never_emptied
        BEFORE TRUNCATE ON accounts_decision
        FOR EACH STATEMENT EXECUTE FUNCTION refuse('a decision stays')
    """,
    "accounts_decision_stays": """
        CREATE OR REPLACE TRIGGER accounts_decision_stays BEFORE DELETE ON accounts_decision
        FOR EACH ROW EXECUTE FUNCTION refuse('a decision stays')
    """,
    "accounts_decision_stays_as_it_is": f"""
        CREATE OR REPLACE TRIGGER accounts_decision_stays_as_it_is
        BEFORE UPDATE ON accounts_decision
        FOR EACH ROW WHEN (NEW.why <> '' OR {CHANGED})
        EXECUTE FUNCTION refuse('a decision stays')
    """,
}

TRIGGERS = Triggers(SQLITE, POSTGRESQL)
