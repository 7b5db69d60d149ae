"""The one door in: the only code that writes moves and what they change. (Which clock sees to a
table, `games/time/claims.py` writes down beside it.)"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from bruno_site.live.topics import poke

from ..models import TAKEN_OVER_AFTER, FinishedGame, Game, Move, Player
from ..rules import rules_of
from ..rules.game import DEALER, Config, Refused, Seat
from ..rules.words import _
from ..time import clock
from ..time.pace import OFF, PACES
from . import states, window
from .dealer import dealt, followed
from .position import GAME_COLUMNS, Position, players_of
from .states import Step, facts, seed_of

if TYPE_CHECKING:
    from accounts.models import User


class Stale(Refused):
    """The page that sent this showed an older position."""

    def __init__(self) -> None:
        super().__init__(_("The table has moved on. Look again before you play."))


class NotSeated(Refused):
    def __init__(self) -> None:
        super().__init__(_("You have no seat at this table: you may only watch."))


def topic_of(game_id: int) -> str:
    """Whoever looks at this game hears the pokes under this name."""
    return f"game-{game_id}"


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
    rules, now = rules_of(kind), timezone.now()
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
        seats = [_player(game, seat, sitter, now) for seat, sitter in enumerate(players)]
        Player.objects.bulk_create(seats)
        first = Step(0, DEALER, "", "", state)
        transaction.on_commit(lambda: states.remember(game.pk, [first]))
        empty = Position(game, rules, state, tuple(seats), now)
        _write(empty, dealt(rules, first, game.seed))
    return game


def _player(game: Game, seat: Seat, sitter: User | str, now: datetime) -> Player:
    if isinstance(sitter, str):
        return Player(game=game, seat=seat, bot=sitter)
    bank = PACES[game.pace].bank if game.pace in PACES else timedelta(0)
    return Player(game=game, seat=seat, user=sitter, bank=bank, seen_at=now)


def play(*, game_id: int, seat: Seat | None, seq: int, action: str) -> int:
    """A person's move, and the dealer's after it. Returns the new seq.

    Raises Stale, NotSeated or IllegalAction, with nothing written.
    """
    if seat is None:
        raise NotSeated
    with transaction.atomic():
        before = _known(game_id, seq) or _locked(game_id, seq)
        return _move(before, seat, action, Move.By.PLAYER)


def play_for(position: Position, seat: Seat, action: str) -> int:
    """The same for a bot, or for somebody whose time is out. Also raises Stale if it is not due."""
    if seat not in clock.due_seats(position):
        raise Stale
    by = Move.By.BOT if position.players[seat].bot else Move.By.HOUSE
    with transaction.atomic():
        return _move(replace(position, now=timezone.now()), seat, action, by)


def _move(before: Position, seat: Seat, action: str, by: str) -> int:
    deed = before.rules.parse(action)
    state = before.rules.apply(before.state, seat, deed)
    steps = followed(before, Step(before.game.seq + 1, seat, action, by, state))
    ends_turn = clock.ends_turn(before, seat, deed, steps[-1].state)
    if before.is_timed and ends_turn:
        _charge(before, before.players[seat], by)
    _write(before, steps, goes_on=not ends_turn)
    return steps[-1].seq


def _charge(before: Position, player: Player, by: str) -> None:
    if clock.charge(before, player, by):
        player.save(update_fields=["house_moves", "bank"])


def say_ready(*, game_id: int, seat: Seat | None, seq: int) -> int:
    """This seat has seen the round's result: when everyone has, the dealer goes on. Returns the
    seq then. Raises Stale and NotSeated."""
    if seat is None:
        raise NotSeated
    with transaction.atomic():
        position = _locked(game_id, seq)
        if position.game.is_over:
            raise Refused(_("The game is over."))
        if not position.rests:
            return seq
        Player.objects.filter(game=game_id, seat=seat).update(ready=seq)
        if all(player.seat == seat or player.ready == seq for player in position.people):
            _deal_on(position)
        return position.game.seq


def end_rest(*, game_id: int, seq: int) -> None:
    """Nobody need be ready any more: the dealer goes on. Raises Stale."""
    with transaction.atomic():
        position = _locked(game_id, seq)
        if not clock.is_rest_over(position):
            raise Stale
        _deal_on(position)


def _deal_on(position: Position) -> None:
    last = Step(position.game.seq, DEALER, "", "", position.state)
    _write(position, dealt(position.rules, last, seed_of(position.game.pk)))


def waive(*, game_id: int, seat: Seat, seq: int) -> None:
    """This seat lets its chance to speak out of turn go by. Raises Stale."""
    with transaction.atomic():
        position = _locked(game_id, seq)
        Player.objects.filter(game=game_id, seat=seat).update(waived=seq)
        position.players[seat].waived = seq
        _wait(position)


def take_back(*, game_id: int, seat: Seat | None) -> None:
    """The person is there again, and the house plays no longer for them. Raises NotSeated."""
    if seat is None:
        raise NotSeated
    with transaction.atomic():
        position = _locked(game_id)
        player = position.players[seat]
        if player.house_moves < TAKEN_OVER_AFTER or position.game.is_over:
            return
        player.house_moves = 0
        player.save(update_fields=["house_moves"])
        if position.to_act[:1] == (seat,):
            position.game.asked_at = position.now
        _wait(position)


def wait_on(*, game_id: int, seq: int) -> None:
    """Nothing is to be done here yet: until when, is reckoned again. Raises Stale."""
    with transaction.atomic():
        _wait(_locked(game_id, seq))


def stop_clock(*, game_id: int, seq: int) -> None:
    """Nobody looks: nothing happens until somebody does. Raises Stale."""
    with transaction.atomic():
        position = _locked(game_id, seq)
        if clock.is_looked_at(position.people, position.now):
            raise Stale
        rows = Game.objects.filter(pk=game_id)
        rows.update(deadline=None, stopped_at=position.now, claimed_until=None)


def renew(leases: Collection[int], now: datetime) -> None:
    """Somebody looks at the pages of these seats (keys of players); clocks that stood still for
    want of anybody run again. Two statements, however many pages there are."""
    for game_id in window.asleep(leases, now):
        _wake(game_id, leases)
    with transaction.atomic():
        mine = Player.objects.filter(pk__in=leases).values("pk")
        # A row that is locked is renewed elsewhere, or charged: the next beat is soon enough.
        free = mine.select_for_update(skip_locked=True)
        Player.objects.filter(pk__in=free).update(seen_at=now)


def _wake(game_id: int, leases: Collection[int]) -> None:
    """The clock runs on, the absence left out."""
    with transaction.atomic():
        position = _locked(game_id)
        if clock.stands_still(position) and not position.game.is_over:
            position.game.asked_at += clock.absence(position)
            _wait(position)
        # Under the same lock, so that no clock stops it again for want of anybody.
        Player.objects.filter(game=game_id, pk__in=leases).update(seen_at=position.now)


def put_off(*, game_id: int, seq: int, until: datetime) -> None:
    """What is due at this position cannot be done now; it is tried again later."""
    running = Game.objects.filter(pk=game_id, seq=seq, finished_at=None)
    running.update(deadline=until, claimed_until=None)


def _known(game_id: int, seq: int) -> Position | None:
    """A position that nothing but a move can change, if it is the newest that is known here. It
    costs no query; that it is the newest everywhere shows when the move is written."""
    table = facts(game_id)
    if table.is_timed or states.newest(game_id) != seq:
        return None
    return Position.of(Game(pk=game_id, kind=table.kind, seq=seq), (), timezone.now())


def _locked(game_id: int, seq: int | None = None) -> Position:
    """Nobody else moves here until the transaction ends. Raises Stale and Game.DoesNotExist."""
    game = Game.objects.select_for_update().only(*GAME_COLUMNS).get(pk=game_id)
    if seq is not None and game.seq != seq:
        raise Stale
    # Read after the lock, or what another transaction has just settled would be missed.
    return Position.of(game, players_of([game_id])[game_id], timezone.now())


def _wait(position: Position) -> None:
    """Until the next thing is due, as things are now."""
    Game.objects.filter(pk=position.game.pk).update(
        asked_at=position.game.asked_at,
        deadline=clock.deadline_of(position),
        claimed_until=None,
        stopped_at=None,
    )


def _write(before: Position, steps: Sequence[Step], *, goes_on: bool = False) -> None:
    """Append these steps, if the position is still the newest; tell after the commit. `goes_on`:
    the seat on turn has no new time. Raises Stale."""
    game, last, after = before.game, steps[-1], before.with_state(steps[-1].state)
    # Its deadline is part of a position: whoever takes a seat back changes nothing else.
    newest = Game.objects.filter(pk=game.pk, seq=game.seq, deadline=game.deadline)
    game.seq, game.moved_at = last.seq, before.now
    if not goes_on or after.to_act[:1] != before.to_act[:1]:
        game.asked_at = before.now
    game.deadline = clock.deadline_of(after)
    moved = {"seq": game.seq, "moved_at": game.moved_at, "asked_at": game.asked_at}
    if not newest.update(**moved, deadline=game.deadline, claimed_until=None, stopped_at=None):
        raise Stale
    Move.objects.bulk_create([_row(game, step, before.now) for step in steps])
    _close_if_over(after)
    transaction.on_commit(lambda: _announce(game.pk, steps))


def _row(game: Game, step: Step, now: datetime) -> Move:
    seat = None if step.seat == DEALER else step.seat
    return Move(game=game, seq=step.seq, seat=seat, action=step.text, by=step.by, at=now)


def _close_if_over(after: Position) -> None:
    """After its last move, for a game that is over takes none."""
    result, game = after.rules.result(after.state), after.game
    if result is not None:
        game.result = {"winners": list(result.winners), "scores": list(result.scores)}
        game.finished_at = after.now
        game.save(update_fields=["result", "finished_at"])
        FinishedGame.objects.create(game=game)


def _announce(game_id: int, steps: Sequence[Step]) -> None:
    states.remember(game_id, steps)
    poke(topic_of(game_id), steps[-1].seq)
