"""P21: what is saved while people play comes back as games that all replay."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from accounts.older_database import OF_OLDER_DATABASES
from games.models import Game
from scripts import backup
from tests.kit.at_table import AtTable
from tests.kit.replayed import replayed

pytestmark = [
    pytest.mark.skipif(not settings.AT_HOME, reason="is about the site at home"),
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where another site would keep its own."""
    monkeypatch.setenv("BRUNO_VAR", str(tmp_path / "var"))
    return backup.database()


def test_games_saved_in_the_middle_of_a_move_come_back_whole(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, saved = AtTable(), tmp_path / "saved"
    playing = Path(connection.settings_dict["NAME"])
    with sqlite3.connect(playing) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE games_game SET seq = seq + 1")  # half of a move
        monkeypatch.setattr(backup, "database", lambda: playing)
        assert backup.main("save", str(saved)) == 0
        other.rollback()
    monkeypatch.setattr(backup, "database", lambda: home)
    assert backup.main("restore", str(saved)) == 0
    assert replayed(f"sqlite:///{home}") == f"{Game.objects.count()} 0"
    assert table.game.seq and saved.stat().st_mode & 0o077 == 0


def test_nothing_is_restored_from_what_is_no_backup(home: Path, tmp_path: Path) -> None:
    for name, content in (("empty", b""), ("text", b"x" * 5000)):
        (tmp_path / name).write_bytes(content)
        assert backup.main("restore", str(tmp_path / name)) == 1
    assert backup.main("restore", str(tmp_path / "missing")) == 1
    assert not home.exists()


def test_a_backup_takes_the_place_of_none(home: Path, tmp_path: Path) -> None:
    home.parent.mkdir()
    kept = tmp_path / "kept"
    for result, table in ((0, "older"), (1, "newer")):
        with closing(sqlite3.connect(home)) as playing:
            playing.execute(f"CREATE TABLE {table} (id)")
        assert backup.main("save", str(kept)) == result
    assert b"older" in kept.read_bytes() and b"newer" not in kept.read_bytes()


def test_a_backup_from_before_this_shape_is_refused_in_a_sentence(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    older = tmp_path / "older"
    with closing(sqlite3.connect(older)) as saved:
        saved.execute("CREATE TABLE games_move (id)")
    assert backup.main("restore", str(older)) == 1
    assert "was made before version 0.2.0" in capsys.readouterr().out
    assert not home.exists()


def test_a_database_from_before_this_shape_is_not_migrated() -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_applied(*OF_OLDER_DATABASES)
    try:
        with pytest.raises(CommandError, match="made before version 0.2.0"):
            call_command("migrate", verbosity=0)
    finally:
        recorder.record_unapplied(*OF_OLDER_DATABASES)
