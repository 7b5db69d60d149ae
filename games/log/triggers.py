"""The database itself keeps the promise: a log only grows, a finished game stays as it is, and
nothing that was played goes away."""

from __future__ import annotations

from bruno_site.core.triggers import Triggers

SEAT = ("game_id", "seat", "user_id", "bot")

SQLITE = {
    "games_move_never_changes": """
        CREATE TRIGGER IF NOT EXISTS games_move_never_changes BEFORE UPDATE ON games_move
        BEGIN SELECT RAISE(ABORT, 'a move never changes'); END
    """,
    "games_seal_never_changes": """
        CREATE TRIGGER IF NOT EXISTS games_seal_never_changes BEFORE UPDATE ON games_seal
        BEGIN SELECT RAISE(ABORT, 'a seal never changes'); END
    """,
    "games_seal_stays_where_moves_are": """
        CREATE TRIGGER IF NOT EXISTS games_seal_stays_where_moves_are BEFORE DELETE ON games_seal
        WHEN EXISTS (SELECT 1 FROM games_move WHERE game_id = OLD.game_id)
        BEGIN SELECT RAISE(ABORT, 'what was played stays'); END
    """,
    "games_move_not_after_the_end": """
        CREATE TRIGGER IF NOT EXISTS games_move_not_after_the_end BEFORE INSERT ON games_move
        WHEN (SELECT finished_at FROM games_game WHERE id = NEW.game_id) IS NOT NULL
        BEGIN SELECT RAISE(ABORT, 'the game is over'); END
    """,
    "games_game_stays_as_it_ended": """
        CREATE TRIGGER IF NOT EXISTS games_game_stays_as_it_ended BEFORE UPDATE ON games_game
        WHEN OLD.finished_at IS NOT NULL
        BEGIN SELECT RAISE(ABORT, 'the game is over'); END
    """,
    "games_move_never_goes": """
        CREATE TRIGGER IF NOT EXISTS games_move_never_goes BEFORE DELETE ON games_move
        BEGIN SELECT RAISE(ABORT, 'a move never goes'); END
    """,
    "games_player_stays_where_moves_are": """
        CREATE TRIGGER IF NOT EXISTS games_player_stays_where_moves_are
        BEFORE DELETE ON games_player
        WHEN EXISTS (SELECT 1 FROM games_move WHERE game_id = OLD.game_id)
        BEGIN SELECT RAISE(ABORT, 'what was played stays'); END
    """,
    "games_player_keeps_the_seat": f"""
        CREATE TRIGGER IF NOT EXISTS games_player_keeps_the_seat
        BEFORE UPDATE OF {", ".join(SEAT)} ON games_player
        WHEN ({" OR ".join(f"NEW.{name} IS NOT OLD.{name}" for name in SEAT)})
          AND EXISTS (SELECT 1 FROM games_move WHERE game_id = OLD.game_id)
        BEGIN SELECT RAISE(ABORT, 'what was played stays'); END
    """,
    "games_game_stays_where_moves_are": """
        CREATE TRIGGER IF NOT EXISTS games_game_stays_where_moves_are BEFORE DELETE ON games_game
        WHEN EXISTS (SELECT 1 FROM games_move WHERE game_id = OLD.id)
        BEGIN SELECT RAISE(ABORT, 'what was played stays'); END
    """,
}

POSTGRESQL_REFUSE_AFTER_THE_END = """
    CREATE OR REPLACE FUNCTION games_refuse_after_the_end() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT 1 FROM games_game WHERE id = NEW.game_id AND finished_at IS NOT NULL) THEN
        RAISE EXCEPTION 'the game is over' USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$
"""
# Of a game or of a player: the column that names the game is the trigger's argument.
POSTGRESQL_REFUSE_WHERE_MOVES_ARE = """
    CREATE OR REPLACE FUNCTION games_refuse_where_moves_are() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT 1 FROM games_move
                 WHERE game_id = (to_jsonb(OLD) ->> TG_ARGV[0])::bigint) THEN
        RAISE EXCEPTION 'what was played stays' USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN COALESCE(NEW, OLD);
    END $$
"""
TAKEN = " OR ".join(f"NEW.{name} IS DISTINCT FROM OLD.{name}" for name in SEAT)
POSTGRESQL_FUNCTIONS = (
    POSTGRESQL_REFUSE_AFTER_THE_END,
    POSTGRESQL_REFUSE_WHERE_MOVES_ARE,
)
POSTGRESQL = {
    "games_move_never_changes": """
        CREATE OR REPLACE TRIGGER games_move_never_changes BEFORE UPDATE ON games_move
        FOR EACH ROW EXECUTE FUNCTION refuse('a move never changes')
    """,
    "games_seal_never_changes": """
        CREATE OR REPLACE TRIGGER games_seal_never_changes BEFORE UPDATE ON games_seal
        FOR EACH ROW EXECUTE FUNCTION refuse('a seal never changes')
    """,
    "games_seal_stays_where_moves_are": """
        CREATE OR REPLACE TRIGGER games_seal_stays_where_moves_are BEFORE DELETE ON games_seal
        FOR EACH ROW EXECUTE FUNCTION games_refuse_where_moves_are('game_id')
    """,
    "games_move_not_after_the_end": """
        CREATE OR REPLACE TRIGGER games_move_not_after_the_end BEFORE INSERT ON games_move
        FOR EACH ROW EXECUTE FUNCTION games_refuse_after_the_end()
    """,
    "games_game_stays_as_it_ended": """
        CREATE OR REPLACE TRIGGER games_game_stays_as_it_ended BEFORE UPDATE ON games_game
        FOR EACH ROW WHEN (OLD.finished_at IS NOT NULL)
        EXECUTE FUNCTION refuse('the game is over')
    """,
    "games_move_never_goes": """
        CREATE OR REPLACE TRIGGER games_move_never_goes BEFORE DELETE ON games_move
        FOR EACH ROW EXECUTE FUNCTION refuse('a move never goes')
    """,
    "games_player_stays_where_moves_are": """
        CREATE OR REPLACE TRIGGER games_player_stays_where_moves_are BEFORE DELETE ON games_player
        FOR EACH ROW EXECUTE FUNCTION games_refuse_where_moves_are('game_id')
    """,
    "games_player_keeps_the_seat": f"""
        CREATE OR REPLACE TRIGGER games_player_keeps_the_seat
        BEFORE UPDATE OF {", ".join(SEAT)} ON games_player
        FOR EACH ROW WHEN ({TAKEN}) EXECUTE FUNCTION games_refuse_where_moves_are('game_id')
    """,
    # No guard of a row is asked when a table is emptied.
    **{
        f"{table}_is_never_emptied": f"""
            CREATE OR REPLACE TRIGGER {table}_is_never_emptied BEFORE TRUNCATE ON {table}
            FOR EACH STATEMENT EXECUTE FUNCTION refuse('what was played stays')
        """
        for table in ("games_move", "games_player", "games_seal")
    },
    "games_game_stays_where_moves_are": """
        CREATE OR REPLACE TRIGGER games_game_stays_where_moves_are BEFORE DELETE ON games_game
        FOR EACH ROW EXECUTE FUNCTION games_refuse_where_moves_are('id')
    """,
}

TRIGGERS = Triggers(SQLITE, POSTGRESQL, POSTGRESQL_FUNCTIONS)
