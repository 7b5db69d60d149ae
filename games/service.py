"""The one door in: the only code that writes games and moves."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from django.utils import timezone

from . import folds, queries
from .folds import Step
from .models import Game, Move, Player
from .rules import rules_of
from .rules.game import DEALER, AnyRules, Config, Refused, Seat
from .rules.words import _

if TYPE_CHECKING:
    from accounts.models import User

log = logging.getLogger(__name__)

POKE_SECONDS = 0.5
REST = timedelta(seconds=15)


class Stale(Refused):
    """The page that sent this showed an older position."""

    def __init__(self) -> None:
        super().__init__(_("The table has moved on. Look again before you play."))


class NotSeated(Refused):
    def __init__(self) -> None:
        super().__init__(_("You have no seat at this table: you may only watch."))


def start(
    *,
    kind: str,
    config: Config,
    players: Sequence[User],
    server_seed: bytes,
    nonces: Sequence[str],
) -> Game:
    """A new game with its first deal. `players` are in the order of their seats."""
    rules = rules_of(kind)
    state = rules.new(config, len(players))
    with transaction.atomic():
        game = Game.objects.create(
            kind=kind,
            rules=rules.META.version,
            config=dict(config),
            server_seed=server_seed,
            nonces=list(nonces),
        )
        Player.objects.bulk_create(
            Player(game=game, seat=seat, user=user) for seat, user in enumerate(players)
        )
        _write(game, rules, [Step(0, DEALER, "", "", state)])
    return game


def play(
    *, game_id: int, seat: Seat | None, seq: int, action: str, by: str = Move.By.PLAYER
) -> int:
    """One move, and the dealer's after it. Returns the new seq.

    Raises Stale, NotSeated or IllegalAction, with nothing written.
    """
    if seat is None:
        raise NotSeated
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        if game.seq != seq:
            raise Stale
        rules = rules_of(game.kind)
        before = queries.state_of(game_id, seq)
        state = rules.apply(before, seat, rules.parse(action))
        _write(game, rules, [Step(seq + 1, seat, action, by, state)])
    return game.seq


def press_on(*, game_id: int, seat: Seat | None, seq: int) -> None:
    """This seat has seen enough of the finished round; when everyone has, the dealer goes on.

    Raises Stale and NotSeated.
    """
    if seat is None:
        raise NotSeated
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        if game.seq != seq or game.rests_until is None:
            raise Stale
        game.players.filter(seat=seat).update(pressed_on=seq)
        if not game.players.exclude(pressed_on=seq).exists():
            _go_on(game)


def go_on_if_rested(game_id: int) -> None:
    """The dealer goes on when everyone has had time to look."""
    rested = Game.objects.filter(pk=game_id, rests_until__lte=timezone.now())
    if not rested.exists():
        return
    with transaction.atomic():
        game = rested.select_for_update().first()
        if game is not None:
            _go_on(game)


def _go_on(game: Game) -> None:
    game.rests_until = None
    state = queries.state_of(game.pk, game.seq)
    _write(game, rules_of(game.kind), [Step(game.seq, DEALER, "", "", state)])


def _write(game: Game, rules: AnyRules, steps: list[Step]) -> None:
    """Append what is new of these steps and what the dealer does next; tell after the commit.

    The dealer waits where people want to look, unless that rest is over.
    """
    rested = steps[-1].seq == game.seq
    while rules.to_act(state := steps[-1].state) == (DEALER,):
        if rules.rests(state) and not rested:
            game.rests_until = timezone.now() + REST
            break
        action = rules.deal(state, game.seed)
        state = rules.apply(state, DEALER, action)
        steps.append(Step(steps[-1].seq + 1, DEALER, str(action), "", state))
    Move.objects.bulk_create(_row(game, step) for step in steps if step.seq > game.seq)
    game.seq = steps[-1].seq
    _close_if_over(game, rules, state)
    game.save(update_fields=["seq", "result", "finished_at", "rests_until"])
    transaction.on_commit(lambda: _announce(game.pk, steps))


def _row(game: Game, step: Step) -> Move:
    seat = None if step.seat == DEALER else step.seat
    return Move(game=game, seq=step.seq, seat=seat, action=step.text, by=step.by)


def _close_if_over(game: Game, rules: AnyRules, state: Any) -> None:
    result = rules.result(state)
    if result is not None:
        game.result = {"winners": list(result.winners), "scores": list(result.scores)}
        game.finished_at = timezone.now()


def _announce(game_id: int, steps: Sequence[Step]) -> None:
    folds.remember(game_id, steps)
    poke(game_id, steps[-1].seq)


def group_of(game_id: int) -> str:
    return f"game-{game_id}"


def poke(game_id: int, seq: int) -> None:
    """Tell every open page that the game is at `seq`. A poke that is lost costs nothing."""
    try:
        async_to_sync(_poke)(game_id, seq)
    except Exception:
        log.warning("No poke for game %s at %s", game_id, seq, exc_info=True)


async def _poke(game_id: int, seq: int) -> None:
    layer = get_channel_layer()
    assert layer is not None
    message = {"type": "table.changed", "seq": seq}
    await asyncio.wait_for(layer.group_send(group_of(game_id), message), POKE_SECONDS)
