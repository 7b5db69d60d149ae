"""Moves that happen by themselves: those of bots, and those for people who are away.

Whoever runs this may run it beside others: a move is made through the door, where the position it
was thought out for must still be the newest, so that it happens once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from datetime import timedelta
from threading import Thread
from typing import Any

from channels.db import database_sync_to_async
from django.utils import timezone

from ..bots import Luck, bot, luck_key, offered, strongest
from ..log import door, window
from ..log.window import Seen
from ..models import Game, Move, Player
from ..rules import rules_of
from ..rules.game import Refused, Seat
from . import clock

log = logging.getLogger(__name__)

TICK_SECONDS = 0.2
AT_ONCE = 50
THINKING_SECONDS = 2.0
TRY_AGAIN = timedelta(seconds=30)
# One process plays for all absent people of the site: so long may a decision take, at the 99th
# percentile.
MILLISECONDS_FOR_THE_ABSENT = 10.0


async def keep_time() -> None:
    """For ever: what is due is done, in threads, on the loop whose sockets are to hear of it."""
    tick = database_sync_to_async(run_due, thread_sensitive=False)
    while True:
        try:
            await tick()
        except Exception:
            # A database that is away, or a fault of ours: nobody else would start the clock again.
            log.warning("The clock missed a tick", exc_info=True)
        await asyncio.sleep(TICK_SECONDS)


def run_due() -> int:
    """Everything that is due now. Returns how many things happened."""
    due = Game.objects.filter(deadline__lte=timezone.now()).order_by("deadline")
    return sum(_attend(game) for game in due[:AT_ONCE])


def _attend(game: Game) -> bool:
    try:
        _act(game)
    except Refused as refusal:
        # Somebody moved while the bot was thinking, which is as good.
        log.debug("Nothing to do at game %s: %s", game.pk, refusal)
        return False
    except Exception:
        # One broken table must not hold up the others, nor fill the log.
        log.exception("Game %s cannot go on", game.pk)
        door.put_off(game_id=game.pk, seq=game.seq, span=TRY_AGAIN)
        return False
    return True


def _act(game: Game) -> None:
    players = list(game.players.order_by("seat"))
    if not clock.is_looked_at(players, timezone.now()):
        door.stop_clock(game_id=game.pk, seq=game.seq)
        return
    rules, state = rules_of(game.kind), window.state_of(game.pk, game.seq)
    due = clock.due_seats(game, rules, state)
    if due:
        _move_for(game, players[due[0]])
    else:
        door.go_on(game_id=game.pk, seq=game.seq)


def _move_for(game: Game, player: Player) -> None:
    seen = window.seen_by(game.pk, player.seat, game.seq)
    level = player.bot or strongest(game.kind, MILLISECONDS_FOR_THE_ABSENT).level
    action = think(seen, level, luck_key(game.seed))
    if action is None:
        door.nod(game_id=game.pk, seat=player.seat, seq=game.seq)
        return
    by = Move.By.BOT if player.bot else Move.By.HOUSE
    door.play(game_id=game.pk, seat=player.seat, seq=game.seq, action=str(action), by=by)


def think(seen: Seen, level: str, key: bytes) -> Any:
    """One of the actions, or None to let a chance to speak go by. Never fails, never hangs."""
    assert seen.seat is not None
    actions = seen.actions if seen.is_mine_to_act else (*seen.actions, None)
    try:
        action = _within(THINKING_SECONDS, _choose, seen, level, actions, key, seen.seat)
        if action in actions:
            return action
        log.error("The %s bot of %s wants %r", level, seen.facts.kind, action)
    except Exception:
        log.exception("The %s bot of %s failed", level, seen.facts.kind)
    return _choose(seen, offered(seen.facts.kind)[0].level, actions, key, seen.seat)


def _within(seconds: float, act: Callable[..., Any], *arguments: Any) -> Any:
    """What it answers. In a thread of its own, so that one that hangs hangs alone."""
    answer: Future[Any] = Future()

    def run() -> None:
        try:
            answer.set_result(act(*arguments))
        except Exception as failure:
            answer.set_exception(failure)

    Thread(target=run, name="bot", daemon=True).start()
    return answer.result(seconds)


def _choose(seen: Seen, level: str, actions: tuple[Any, ...], key: bytes, seat: Seat) -> Any:
    return bot(seen.facts.kind, level)(seen.view, actions, Luck(key).at(seat, seen.seq))
