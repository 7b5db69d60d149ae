"""Moves that happen by themselves: those of bots, and those for people who are away.

Whoever runs this may run it beside others: a move is made through the door, where the position it
was thought out for must still be the newest, so that it happens once.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

from django.conf import settings
from django.db import connections
from django.utils import timezone

from bruno_site.core.metrics import LATE, THOUGHT
from bruno_site.live.threads import AWAY, run_with_connection

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
TABLES_AT_ONCE = settings.CLOCK_THREADS
# With those that wait for one of its threads: a claim of many costs no more than a claim of one.
CLAIMED_AT_ONCE = 4 * TABLES_AT_ONCE
TRY_AGAIN = timedelta(seconds=30)
# One process plays for all absent people of the site: so long may a decision take, at the 99th
# percentile.
MILLISECONDS_FOR_THE_ABSENT = 20.0


async def keep_time() -> None:
    """For ever: what is due is done, in threads beside the loop whose sockets are to hear of it."""
    rounds = _Rounds(asyncio.get_running_loop())
    going = Thread(target=rounds.go, name="clock", daemon=True)
    going.start()
    try:
        await asyncio.Event().wait()
    finally:
        rounds.is_over.set()
        while going.is_alive():  # moves on their way are told of on this loop
            await asyncio.sleep(0.01)


class _Rounds:
    """Of one clock, from table to table: as many at once as it has threads for."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.is_over, self.has_room = Event(), Event()
        self.claimed: SimpleQueue[Claim | None] = SimpleQueue()
        self.busy: dict[int, Claim] = {}  # by the game
        self.threads: list[Thread] = []

    def go(self) -> None:
        """For as long as there is somebody to tell."""
        while self.loop.is_running() and not self.is_over.is_set():
            self.has_room.clear()
            try:
                is_more_due = run_with_connection(self._look, timezone.now())
            except Exception:
                # A database that is away, or a fault of ours: nobody else would start the clock
                # again.
                log.warning("The clock missed a tick", exc_info=True)
                is_more_due = False
            (self.has_room if is_more_due else self.is_over).wait(TICK_SECONDS)
        self.is_over.set()
        connections.close_all()
        for _thread in self.threads:
            self.claimed.put(None)
        for thread in self.threads:
            thread.join()

    def _look(self, now: datetime) -> bool:
        """Returns whether more may be due than there was room for."""
        held = [claim.game.pk for claim in list(self.busy.values()) if claim.is_old(now)]
        if held:
            claims.hold(held, now)
        while len(self.threads) < TABLES_AT_ONCE:
            thread = Thread(target=self._attend_to_some, name="house", daemon=True)
            thread.start()
            self.threads.append(thread)
        room = CLAIMED_AT_ONCE - len(self.busy)
        found = claims.claim(now, room) if room else []
        for claim in found:
            self.busy[claim.game.pk] = claim
            self.claimed.put(claim)
        return len(found) == room

    def _attend_to_some(self) -> None:
        while (claim := self.claimed.get()) and not self.is_over.is_set():
            try:
                run_with_connection(attend, claim)
            except Exception:
                log.warning("Game %s waits for its next claim", claim.game.pk, exc_info=True)
            self.busy.pop(claim.game.pk, None)
            if len(self.busy) <= TABLES_AT_ONCE:
                self.has_room.set()
        connections.close_all()


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
    except AWAY:
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
    elif pulse.is_beating(position.now):
        door.give_time(game_id=position.game.pk, seq=position.game.seq, until=until)
    else:
        door.put_off(game_id=position.game.pk, seq=position.game.seq, until=until)


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
