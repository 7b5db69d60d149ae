"""The one door in: the only code that writes games and moves."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from django.utils import timezone

from ..models import TAKEN_OVER_AFTER, Game, Move, Player
from ..rules import rules_of
from ..rules.game import DEALER, AnyRules, Config, Refused, Seat
from ..rules.words import _
from ..time import clock
from ..time.pace import OFF, PACES
from . import states, window
from .states import Step, facts

if TYPE_CHECKING:
    from accounts.models import User

log = logging.getLogger(__name__)

POKE_SECONDS = 0.5


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
    players: Sequence[User | str],
    server_seed: bytes,
    nonces: Sequence[str],
    pace: str = OFF,
) -> Game:
    """A new game with its first deal. `players` are in the order of their seats: a person, or a
    bot's level."""
    rules = rules_of(kind)
    state = rules.new(config, len(players))
    with transaction.atomic():
        game = Game.objects.create(
            kind=kind,
            rules=rules.META.version,
            config=dict(config),
            server_seed=server_seed,
            nonces=list(nonces),
            pace=pace,
        )
        Player.objects.bulk_create(
            _player(game, seat, sitter) for seat, sitter in enumerate(players)
        )
        is_timed = pace != OFF or any(isinstance(sitter, str) for sitter in players)
        _write(game, rules, [Step(0, DEALER, "", "", state)], is_timed=is_timed)
    return game


def _player(game: Game, seat: Seat, sitter: User | str) -> Player:
    if isinstance(sitter, str):
        return Player(game=game, seat=seat, bot=sitter)
    bank = PACES[game.pace].bank if game.pace in PACES else timedelta(0)
    return Player(game=game, seat=seat, user=sitter, bank=bank, seen_at=timezone.now())


def play(
    *, game_id: int, seat: Seat | None, seq: int, action: str, by: str = Move.By.PLAYER
) -> int:
    """One move, and the dealer's after it. Returns the new seq.

    Raises Stale, also for the move of a bot or of the house that is not due, NotSeated or
    IllegalAction, with nothing written.
    """
    if seat is None:
        raise NotSeated
    with transaction.atomic():
        game = _locked(game_id, seq)
        rules = rules_of(game.kind)
        before = window.state_of(game_id, seq)
        if by != Move.By.PLAYER and seat not in clock.due_seats(game, rules, before):
            raise Stale
        state = rules.apply(before, seat, rules.parse(action))
        was_awaited = rules.to_act(before)[0] == seat
        is_timed = facts(game_id).is_timed
        if is_timed:
            clock.charge(game, game.players.get(seat=seat), by, was_awaited=was_awaited)
        is_asked = was_awaited or rules.to_act(state)[:1] != rules.to_act(before)[:1]
        step = Step(seq + 1, seat, action, by, state)
        _write(game, rules, [step], is_timed=is_timed, is_asked=is_asked)
    return game.seq


def nod(*, game_id: int, seat: Seat | None, seq: int) -> None:
    """This seat wants nothing more here: when everyone has seen a round's result, the dealer goes
    on. Raises Stale and NotSeated."""
    if seat is None:
        raise NotSeated
    with transaction.atomic():
        game = _locked(game_id, seq)
        if game.is_over:
            raise Refused(_("The game is over."))
        game.players.filter(seat=seat).update(nodded=seq)
        rules, state = rules_of(game.kind), window.state_of(game_id, seq)
        if rules.rests(state) and not game.players.filter(user__isnull=False).exclude(nodded=seq):
            _go_on(game, rules, state)
        elif not rules.rests(state):
            _wait(game)


def go_on(*, game_id: int, seq: int) -> None:
    """The rest is over, or nothing is to be done here yet. Raises Stale."""
    with transaction.atomic():
        game = _locked(game_id, seq)
        rules, state = rules_of(game.kind), window.state_of(game_id, seq)
        if rules.rests(state):
            _go_on(game, rules, state)
        else:
            _wait(game)


def _go_on(game: Game, rules: AnyRules, state: Any) -> None:
    is_timed = facts(game.pk).is_timed
    _write(game, rules, [Step(game.seq, DEALER, "", "", state)], is_timed=is_timed)


def take_back(*, game_id: int, seat: Seat | None) -> None:
    """The person is there again, and the house plays no longer for them. Raises NotSeated."""
    if seat is None:
        raise NotSeated
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        taken_over = game.players.filter(seat=seat, house_moves__gte=TAKEN_OVER_AFTER)
        if taken_over.update(house_moves=0) and not game.is_over:
            if window.seen_by(game_id, seat, game.seq).is_mine_to_act:
                game.asked_at = timezone.now()
            _wait(game)


def stop_clock(*, game_id: int, seq: int) -> None:
    """Nobody looks: nothing happens until somebody does. Raises Stale."""
    with transaction.atomic():
        game = _locked(game_id, seq)
        if clock.is_looked_at(game.players.all(), timezone.now()):
            raise Stale
        game.deadline = None
        game.save(update_fields=["deadline"])


def put_off(*, game_id: int, seq: int, span: timedelta) -> None:
    """What is due at this position cannot be done now; it is tried again later."""
    running = Game.objects.filter(pk=game_id, seq=seq, finished_at=None)
    running.update(deadline=timezone.now() + span)


def attend(*, game_id: int, seat: Seat | None) -> None:
    """Somebody looks at this seat's page; a clock that stood still runs again."""
    if seat is None:
        return
    mine = Player.objects.filter(game_id=game_id, seat=seat)
    if not _stands_still(Game.objects.get(pk=game_id)):
        mine.update(seen_at=timezone.now())
        return
    with transaction.atomic():
        game, now = Game.objects.select_for_update().get(pk=game_id), timezone.now()
        if _stands_still(game):
            clock.leave_out_absence(game, game.players.all(), now)
            _wait(game)
        mine.update(seen_at=now)


def _stands_still(game: Game) -> bool:
    """Is nobody there, or was the clock stopped because nobody was?"""
    if game.is_over:
        return False
    if game.deadline is None:
        return _deadline(game) is not None
    return not clock.is_looked_at(game.players.all(), timezone.now())


def _locked(game_id: int, seq: int) -> Game:
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.seq != seq:
        raise Stale
    return game


def _wait(game: Game) -> None:
    """Until the next thing is due, as things are now."""
    game.deadline = _deadline(game)
    game.save(update_fields=["asked_at", "deadline"])


def _deadline(game: Game) -> datetime | None:
    rules, state = rules_of(game.kind), window.state_of(game.pk, game.seq)
    return clock.deadline_of(game, rules, state, is_timed=facts(game.pk).is_timed)


def _write(
    game: Game, rules: AnyRules, steps: list[Step], *, is_timed: bool, is_asked: bool = True
) -> None:
    """Append what is new of these steps and what the dealer does next; tell after the commit.

    The dealer waits where people want to look, unless that rest is over. `is_asked`: the time of
    the seat on turn begins.
    """
    rested = steps[-1].seq == game.seq
    while rules.to_act(state := steps[-1].state) == (DEALER,):
        if rules.rests(state) and not rested:
            break
        action = rules.deal(state, game.seed)
        state = rules.apply(state, DEALER, action)
        steps.append(Step(steps[-1].seq + 1, DEALER, str(action), "", state))
    Move.objects.bulk_create(_row(game, step) for step in steps if step.seq > game.seq)
    game.seq = steps[-1].seq
    game.moved_at = timezone.now()
    if is_asked:
        game.asked_at = game.moved_at
    game.deadline = clock.deadline_of(game, rules, state, is_timed=is_timed)
    _close_if_over(game, rules, state)
    game.save(update_fields=["seq", "result", "finished_at", "moved_at", "asked_at", "deadline"])
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
    states.remember(game_id, steps)
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
