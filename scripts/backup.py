"""Save what a site at home keeps, while it runs, and bring it back.

python scripts/backup.py save bruno.backup
python scripts/backup.py restore bruno.backup
"""

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path


def database() -> Path:
    return Path(os.environ.get("BRUNO_VAR", "var")) / "bruno.sqlite3"


def copy(source: Path, target: Path) -> None:
    """By SQLite itself, so that a game that goes on meanwhile is whole in it."""
    target.touch(mode=0o600)
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)


def is_sound(path: Path) -> bool:
    """A database of this site, and nothing of it spoilt on the way."""
    try:
        with closing(sqlite3.connect(path.resolve().as_uri() + "?mode=ro", uri=True)) as saved:
            saved.execute("SELECT count(*) FROM games_move").fetchone()
            return bool(saved.execute("PRAGMA quick_check").fetchone() == ("ok",))
    except sqlite3.DatabaseError:
        return False


def is_older(path: Path) -> bool:
    """Return whether a database was made before version 0.2.0, whose tables had other names."""
    with closing(sqlite3.connect(path.resolve().as_uri() + "?mode=ro", uri=True)) as saved:
        tables = {name for (name,) in saved.execute("SELECT name FROM sqlite_master")}
    return "accounts_usersession" not in tables


def save(path: Path) -> str:
    if not database().exists():
        return f"There is nothing to save: {database()} does not exist."
    if path.exists():
        return f"{path} exists already: give another name with FILE=…"
    copy(database(), path)
    return ""


def restore(path: Path) -> str:
    if not is_sound(path):
        return f"{path} is no backup of a site like this one. Nothing was changed."
    if is_older(path):
        return f"{path} was made before version 0.2.0, with other tables. Nothing was changed."
    database().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    copy(path, database())
    return ""


def main(what: str, file: str) -> int:
    complaint = {"save": save, "restore": restore}[what](Path(file))
    print(complaint or f"Done: {file}")
    return bool(complaint)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
