"""Moves that happen by themselves: those of bots, and those for people who are away.

Whoever runs this may run it beside others: a move is made through the door, where the position it
was thought out for must still be the newest, so that it happens once.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

from channels.db import database_sync_to_async
from django.db import OperationalError
from django.utils import timezone

from bruno_site.metrics import LATE, THOUGHT

from ..bots import luck_key, strongest
from ..log import door, window
from ..log.position import Position
from ..log.states import seed_of
from ..models import Player
from ..rules.game import Refused
from . import claims, clock, pulse, thinking
from .claims import Claim

log = logging.getLogger(__name__)

TICK_SECONDS = 0.1
AT_ONCE = 50
TABLES_AT_ONCE = 16
TRY_AGAIN = timedelta(seconds=30)
# One process plays for all absent people of the site: so long may a decision take, at the 99th
# percentile.
MILLISECONDS_FOR_THE_ABSENT = 20.0


async def keep_time() -> None:
    """For ever: what is due is done, in threads, on the loop whose sockets are to hear of it."""
    threads = ThreadPoolExecutor(TABLES_AT_ONCE + 1, thread_name_prefix="house")
    rounds = _Rounds(threads)
    try:
        await rounds.go()
    finally:
        # Moves on their way are told of on this loop: it must not stand still meanwhile.
        await rounds.end()
        threads.shutdown(wait=False)


class _Rounds:
    """Of one clock, from table to table: as many at once as it has threads for."""

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self.attend = database_sync_to_async(attend, thread_sensitive=False, executor=threads)
        self.look = database_sync_to_async(self._look, thread_sensitive=False, executor=threads)
        self.busy: dict[asyncio.Task[bool], Claim] = {}

    async def go(self) -> None:
        while True:
            try:
                for claim in await self.look(timezone.now()):
                    self.busy[asyncio.create_task(self.attend(claim))] = claim
            except Exception:
                # A database that is away, or a fault of ours: nobody else would start the clock
                # again.
                log.warning("The clock missed a tick", exc_info=True)
            await self._pause()

    def _look(self, now: datetime) -> list[Claim]:
        held = [claim.game.pk for claim in self.busy.values() if claim.is_old(now)]
        if held:
            claims.hold(held, now)
        room = TABLES_AT_ONCE - len(self.busy)
        return claims.claim(now, room) if room else []

    async def _pause(self) -> None:
        """Until the next tick; where all threads are busy, until one is not."""
        if len(self.busy) < TABLES_AT_ONCE:
            await asyncio.sleep(TICK_SECONDS)
        else:
            first = asyncio.FIRST_COMPLETED
            await asyncio.wait(self.busy, timeout=TICK_SECONDS, return_when=first)
        for task in [task for task in self.busy if task.done()]:
            game = self.busy.pop(task).game
            if failure := task.exception():
                log.warning("Game %s waits for its next claim", game.pk, exc_info=failure)

    async def end(self) -> None:
        if self.busy:
            await asyncio.wait(self.busy)


def run_due() -> int:
    """Everything that is due now, one after the other. Returns how many things happened."""
    return sum(attend(claim) for claim in claims.claim(timezone.now(), AT_ONCE))


def attend(claim: Claim) -> bool:
    """Do what is due at this table. Fails only where the database does."""
    game, seq, due = claim.game, claim.game.seq, claim.game.deadline
    try:
        _act(Position.of(game, claim.players, timezone.now()))
        if due is not None:
            LATE.observe((timezone.now() - due).total_seconds())
    except Refused as refusal:
        # Somebody moved while the bot was thinking, which is as good.
        log.debug("Nothing to do at game %s: %s", game.pk, refusal)
        return False
    except OperationalError:
        # The claim runs out, and then some clock tries again.
        log.warning("No database for game %s", game.pk, exc_info=True)
        return False
    except Exception:
        # One broken table must not hold up the others, nor fill the log.
        log.exception("Game %s cannot go on", game.pk)
        door.put_off(game_id=game.pk, seq=seq, until=timezone.now() + TRY_AGAIN)
        return False
    return True


def _act(position: Position) -> None:
    game_id, seq = position.game.pk, position.game.seq
    if not clock.is_looked_at(position.people, position.now):
        door.stop_clock(game_id=game_id, seq=seq)
    elif due := clock.due_seats(position):
        _move_or_spare(position, position.players[due[0]])
    elif clock.is_rest_over(position):
        door.end_rest(game_id=game_id, seq=seq)
    else:
        door.wait_on(game_id=game_id, seq=seq)


def _move_or_spare(position: Position, player: Player) -> None:
    until = None if player.plays_itself else pulse.spared_until(position.now)
    if until is None:
        _move_for(position, player)
    else:
        door.give_time(game_id=position.game.pk, seq=position.game.seq, until=until)


def _move_for(position: Position, player: Player) -> None:
    action = think(position, player)
    if action is None:
        door.waive(game_id=position.game.pk, seat=player.seat, seq=position.game.seq)
    else:
        door.play_for(position, player.seat, str(action))


def think(position: Position, player: Player) -> Any:
    """One of the actions, or None to let a chance to speak go by. Never fails, never hangs."""
    game = position.game
    seen = window.seen_by(game.pk, player.seat, game.seq)
    actions = seen.actions if seen.is_mine_to_act else (*seen.actions, None)
    level = player.bot or strongest(game.kind, MILLISECONDS_FOR_THE_ABSENT).level
    question = thinking.Question(game.kind, level, seen.view, actions, player.seat, game.seq)
    with THOUGHT.labels(game.kind, level).time():
        return thinking.answer(question, luck_key(seed_of(game.pk)))
