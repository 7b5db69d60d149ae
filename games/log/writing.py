"""How the door and its leaves write: the row of a game is locked or found to be the newest, what
happened is appended, and whoever looks is told after the commit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from bruno_site.live.topics import poke, poke_now
from bruno_site.metrics import MOVES

from ..models import FinishedGame, Game
from ..rules.early_end import EarlyEnd
from ..rules.game import DEALER, Refused, Result, Seat
from ..rules.refusals import OVER
from ..rules.words import _
from ..time import clock
from . import states
from .position import GAME_COLUMNS, Position, players_of
from .states import Step


class Stale(Refused):
    """The page that sent this showed an older position."""

    def __init__(self) -> None:
        super().__init__(_("The table has moved on. Look again before you play."))


class NotSeated(Refused):
    def __init__(self) -> None:
        super().__init__(_("You have no seat at this table: you may only watch."))


class GivenUp(Refused):
    def __init__(self) -> None:
        super().__init__(_("You have given up this seat: the house plays it to the end."))


class Over(Refused):
    def __init__(self) -> None:
        super().__init__(OVER.phrase)


class Frozen(Refused):
    """Its log is one that its rules cannot have made."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "This table is frozen: what we have stored of it does not add up. Nobody can play"
                " on here, and those who look after the site have been told."
            )
        )


def topic_of(game_id: int) -> str:
    """Whoever looks at this game hears the pokes under this name."""
    return f"game-{game_id}"


def seats_topic_of(game_id: int, seat: Seat | None = None) -> str:
    """Pokes about who sits here and how, which are no moves, have this name: for everybody who
    looks, or for the pages of one seat alone."""
    return f"seats-{game_id}" if seat is None else f"seats-{game_id}-{seat}"


def locked(game_id: int, seq: int | None = None) -> Position:
    """Nobody else moves here until the transaction ends. Raises Frozen, Stale and
    Game.DoesNotExist."""
    game = Game.objects.select_for_update().only(*GAME_COLUMNS).get(pk=game_id)
    if game.is_frozen:
        raise Frozen
    if seq is not None and (seq != game.seq or game.ended is not None):
        raise Stale
    # Read after the lock, or what another transaction has just settled would be missed.
    return Position.of(game, players_of([game_id])[game_id], timezone.now())


def wait(position: Position) -> None:
    """Until the next thing is due, as things are now."""
    Game.objects.filter(pk=position.game.pk).update(
        asked_at=position.game.asked_at,
        deadline=clock.deadline_of(position),
        claimed_until=None,
        stopped_at=None,
        seatings=position.game.seatings,
    )


def reseat(position: Position) -> None:
    """A seat has gone to the house, or come back: nobody may go by what was before."""
    position.game.seatings += 1
    wait(position)
    tell_seats(position.game.pk)


def tell_seats(game_id: int) -> None:
    """Everybody who looks at this table."""
    transaction.on_commit(partial(poke_now, seats_topic_of(game_id)))


def tell_side(game_id: int, side: Iterable[Seat]) -> None:
    """What a side talks over is for its own pages: not even a poke reaches the others."""
    for seat in side:
        transaction.on_commit(partial(poke_now, seats_topic_of(game_id, seat)))


def write(before: Position, steps: Sequence[Step], *, goes_on: bool = False) -> None:
    """Append these steps, if the position is still the newest; tell after the commit. `goes_on`:
    the seat on turn has no new time. Raises Stale."""
    game, last, after = before.game, steps[-1], before.with_state(steps[-1].state)
    was = [game.pk, game.seq, game.seatings, _stored(game.deadline)]
    game.seq, game.moved_at = last.seq, before.now
    if not goes_on or after.to_act[:1] != before.to_act[:1]:
        game.asked_at = before.now
    game.deadline = clock.deadline_of(after)
    game.turn = after.turn
    times = map(_stored, (game.moved_at, game.asked_at, game.deadline))
    with connection.cursor() as cursor:
        cursor.execute(_go_on(connection.vendor), [game.seq, game.turn, *times, *was])
        if not cursor.rowcount:
            raise Stale
        _append(cursor, game.pk, steps, before.now)
    _close_if_over(after)
    transaction.on_commit(lambda: _announce(game, steps))


# Every move is written with these two, so not through the query compiler.
def _go_on(vendor: str) -> str:
    is_ = "IS" if vendor == "sqlite" else "IS NOT DISTINCT FROM"
    return (
        "UPDATE games_game SET seq = %s, turn = %s, moved_at = %s, asked_at = %s, deadline = %s,"
        " claimed_until = NULL, stopped_at = NULL"
        f" WHERE id = %s AND seq = %s AND seatings = %s AND deadline {is_} %s"
        " AND finished_at IS NULL"
    )


def _append(cursor: CursorWrapper, game_id: int, steps: Sequence[Step], now: datetime) -> None:
    rows: list[Any] = []
    at = _stored(now)
    for step in steps:
        seat = None if step.seat == DEALER else step.seat
        rows += [game_id, step.seq, seat, step.text, step.by, at]
    places = ", ".join(["(%s, %s, %s, %s, %s, %s)"] * len(steps))
    columns = 'game_id, seq, seat, action, "by", at'
    cursor.execute(f"INSERT INTO games_move ({columns}) VALUES {places}", rows)


def _stored(moment: datetime | None) -> Any:
    """As this database keeps it."""
    return connection.ops.adapt_datetimefield_value(moment)


def _close_if_over(after: Position) -> None:
    """After its last move, for a game that is over takes none."""
    result = after.rules.result(after.state)
    if result is not None:
        _finish(after.game, result, after.now)


def end(game: Game, ended: EarlyEnd, result: Result, now: datetime) -> int:
    """Over without a move: its row is locked and it is not over yet. Returns what pages go by."""
    game.ended = ended.to_object()
    game.turn = game.deadline = game.claimed_until = game.stopped_at = None
    _finish(game, result, now, "ended", "turn", "deadline", "claimed_until", "stopped_at")
    transaction.on_commit(lambda: poke(topic_of(game.pk), game.stamp))
    return game.stamp


def _finish(game: Game, result: Result, now: datetime, *more: str) -> None:
    game.result = {"winners": list(result.winners), "scores": list(result.scores)}
    game.finished_at = now
    game.save(update_fields=["result", "finished_at", *more])
    FinishedGame.objects.create(game=game)


def _announce(game: Game, steps: Sequence[Step]) -> None:
    states.remember(game.pk, steps)
    poke(topic_of(game.pk), steps[-1].seq)
    for step in steps:
        MOVES.labels(game.kind, step.by or "dealer").inc()
