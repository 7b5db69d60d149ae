"""The database itself keeps the promise: a log only grows, and a finished game stays as it is."""

from django.db import migrations

SQLITE = [
    """
    CREATE TRIGGER games_move_never_changes BEFORE UPDATE ON games_move
    BEGIN SELECT RAISE(ABORT, 'a move never changes'); END
    """,
    """
    CREATE TRIGGER games_move_not_after_the_end BEFORE INSERT ON games_move
    WHEN (SELECT finished_at FROM games_game WHERE id = NEW.game_id) IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'the game is over'); END
    """,
    """
    CREATE TRIGGER games_game_stays_as_it_ended BEFORE UPDATE ON games_game
    WHEN OLD.finished_at IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'the game is over'); END
    """,
]

POSTGRESQL = [
    """
    CREATE FUNCTION games_move_never_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'a move never changes' USING ERRCODE = 'restrict_violation'; END $$
    """,
    """
    CREATE TRIGGER games_move_never_changes BEFORE UPDATE ON games_move
    FOR EACH ROW EXECUTE FUNCTION games_move_never_changes()
    """,
    """
    CREATE FUNCTION games_not_after_the_end() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT 1 FROM games_game WHERE id = NEW.game_id AND finished_at IS NOT NULL) THEN
        RAISE EXCEPTION 'the game is over' USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$
    """,
    """
    CREATE TRIGGER games_move_not_after_the_end BEFORE INSERT ON games_move
    FOR EACH ROW EXECUTE FUNCTION games_not_after_the_end()
    """,
    """
    CREATE FUNCTION games_stays_as_it_ended() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the game is over' USING ERRCODE = 'restrict_violation'; END $$
    """,
    """
    CREATE TRIGGER games_game_stays_as_it_ended BEFORE UPDATE ON games_game
    FOR EACH ROW WHEN (OLD.finished_at IS NOT NULL) EXECUTE FUNCTION games_stays_as_it_ended()
    """,
]


def guard(apps, schema_editor):
    statements = {"sqlite": SQLITE, "postgresql": POSTGRESQL}[schema_editor.connection.vendor]
    for statement in statements:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunPython(guard)]
