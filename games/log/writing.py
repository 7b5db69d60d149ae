"""How the door and its leaves write: the row of a game is locked or found to be the newest, what
happened is appended, and whoever looks is told after the commit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from functools import cache, partial
from itertools import chain
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from bruno_site.core.metrics import MOVES
from bruno_site.live.topics import poke, poke_now

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
    result = after.rules.result(after.state)
    with _all_or_nothing(is_one_statement=result is None and connection.vendor == "postgresql"):
        is_newest = _append(game, was, steps)
        if is_newest and result is not None:  # after its last move: then it takes none
            _finish(game, result, before.now)
    if not is_newest:
        raise Stale
    transaction.on_commit(lambda: _announce(game, steps))


def _all_or_nothing(*, is_one_statement: bool) -> AbstractContextManager[None]:
    """One statement is that by itself: nobody need say where it begins and ends."""
    return nullcontext() if is_one_statement else transaction.atomic(savepoint=False)


def _append(game: Game, was: Sequence[Any], steps: Sequence[Step]) -> bool:
    """The game's row goes on and these steps come to it, if it is as it was. Every move is written
    here, so not through the query compiler."""
    at, *more = map(_stored, (game.moved_at, game.asked_at, game.deadline))
    change = [game.seq, game.turn, at, *more, *was]
    rows = [_row(step, at) for step in steps]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_go_on_with(len(steps)), [*change, *chain.from_iterable(rows)])
            return bool(cursor.rowcount)
        is_newest = bool(cursor.execute(GO_ON.format("IS"), change).rowcount)
        for row in rows if is_newest else ():
            cursor.execute(APPEND, [game.pk, *row])
        return is_newest


def _row(step: Step, at: Any) -> tuple[Any, ...]:
    return step.seq, None if step.seat == DEALER else step.seat, step.text, step.by, at


GO_ON = (
    "UPDATE games_game SET seq = %s, turn = %s, moved_at = %s, asked_at = %s, deadline = %s,"
    " claimed_until = NULL, stopped_at = NULL"
    " WHERE id = %s AND seq = %s AND seatings = %s AND deadline {} %s AND finished_at IS NULL"
)
INTO = 'INSERT INTO games_move (game_id, seq, seat, action, "by", at)'
APPEND = f"{INTO} VALUES (%s, %s, %s, %s, %s, %s)"
STEP = "(%s::integer, %s::smallint, %s, %s, %s::timestamptz)"


@cache
def _go_on_with(steps: int) -> str:
    """Both in one trip to PostgreSQL, which may do that."""
    return (
        f"WITH gone_on AS ({GO_ON.format('IS NOT DISTINCT FROM')} RETURNING id)"
        f" {INTO} SELECT * FROM gone_on, (VALUES {', '.join([STEP] * steps)}) AS step"
    )


def _stored(moment: datetime | None) -> Any:
    """As this database keeps it."""
    return connection.ops.adapt_datetimefield_value(moment)


def end(game: Game, ended: EarlyEnd, result: Result, now: datetime) -> None:
    """Over without a move: its row is locked and it is not over yet."""
    game.ended = ended.to_object()
    game.turn = game.deadline = game.claimed_until = game.stopped_at = None
    _finish(game, result, now, "ended", "turn", "deadline", "claimed_until", "stopped_at")
    transaction.on_commit(lambda: poke(topic_of(game.pk), game.stamp))


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
