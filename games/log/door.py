"""The one door in: every move of a running game is written here. Early ends (`ends`) and games that
start from another (`fork`) are its leaves; `writing` is how it and `ends` write, and `claims` notes
which clock sees to a table."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from ..models import TAKEN_OVER_AFTER, Game, Move, Player, Seal
from ..posted.reads import check_that_games_are_dealt
from ..rules import rules_of
from ..rules.game import DEALER, Config, Seat
from ..time import clock
from ..time.pace import OFF, PACES, USUAL
from . import ends, states
from .company import check_bot_games
from .dealer import dealt, followed
from .position import Position, players_of
from .states import Step, facts, seed_of
from .writing import GivenUp, Over, locked, reseat, wait, write
from .writing import NotSeated as NotSeated
from .writing import Stale as Stale

if TYPE_CHECKING:
    from accounts.models import User


log = logging.getLogger(__name__)


def start(
    *,
    kind: str,
    config: Config,
    players: Sequence[User | str],
    server_seed: bytes,
    nonces: Sequence[str],
    nonce_seals: Sequence[str] = (),
    wasted_openings: int = 0,
    pace: str = OFF,
    is_watchable: bool = True,
    is_rated: bool = False,
    matched: Collection[int] = (),
) -> Game:
    """A new game with its first deal. `players` are in the order of their seats: a person, or a
    bot's level; `matched` are the keys of people whose company quick match chose. No game with a
    guest is rated. Raises DealsNothing and TooManyBots."""
    check_start(players)
    rules, now = rules_of(kind), timezone.now()
    people = [sitter for sitter in players if not isinstance(sitter, str)]
    state = rules.new(config, len(players))
    with transaction.atomic():
        game = Game.objects.create(
            kind=kind,
            rules=rules.META.version,
            config=dict(config),
            pace=pace,
            bot_pace=_bot_pace(people),
            is_watchable=is_watchable,
            is_rated=is_rated and not any(person.is_guest for person in people),
        )
        seal = Seal(game=game, server_seed=server_seed, nonces=list(nonces))
        seal.nonce_seals, seal.wasted_openings = list(nonce_seals), wasted_openings
        seal.save(force_insert=True)
        seats = [_player(game, *each, matched, now) for each in enumerate(players)]
        Player.objects.bulk_create(seats)
        _deal_first(Position(game, rules, state, tuple(seats), now), seal.seed)
    return game


def _deal_first(empty: Position, seed: bytes) -> None:
    first = Step(0, DEALER, "", "", empty.state)
    transaction.on_commit(lambda: states.remember(empty.game.pk, [first]))
    write(empty, dealt(empty.rules, first, seed))


def check_start(players: Sequence[User | str]) -> None:
    """Raise DealsNothing or TooManyBots if these cannot start a game now."""
    check_that_games_are_dealt()
    people = [sitter for sitter in players if not isinstance(sitter, str)]
    if len(people) < len(players):
        check_bot_games(people)


def _bot_pace(people: Sequence[User]) -> str:
    return people[0].bot_pace if len(people) == 1 else USUAL


def _player(
    game: Game, seat: Seat, sitter: User | str, matched: Collection[int], now: datetime
) -> Player:
    if isinstance(sitter, str):
        return Player(game=game, seat=seat, bot=sitter)
    bank = PACES[game.pace].bank if game.pace in PACES else timedelta(0)
    is_matched = sitter.pk in matched
    return Player(game=game, seat=seat, user=sitter, bank=bank, seen_at=now, is_matched=is_matched)


def play(*, game_id: int, seat: Seat | None, seq: int, action: str) -> int:
    """A person's move, and the dealer's after it. Returns the new seq.

    Raises Stale, NotSeated, GivenUp or IllegalAction, with nothing written.
    """
    if seat is None:
        raise NotSeated
    return _quick(game_id, seat, seq, action) or _careful(game_id, seat, seq, action)


def _quick(game_id: int, seat: Seat, seq: int, action: str) -> int | None:
    """Where nothing but a move changes anything, none but the move itself need be asked."""
    before = _known(game_id, seq)
    if before is None:
        return None
    try:
        return _move(before, seat, action, Move.By.PLAYER)
    except Stale:
        return None  # or the house has taken a seat since


def _careful(game_id: int, seat: Seat, seq: int, action: str) -> int:
    with transaction.atomic():
        before = locked(game_id, seq)
        if before.players[seat].has_given_up:
            raise GivenUp
        return _move(before, seat, action, Move.By.PLAYER)


def play_for(position: Position, seat: Seat, action: str) -> int:
    """The same for a bot, or for somebody whose time is out. Also raises Stale if it is not due."""
    if seat not in clock.due_seats(position):
        raise Stale
    position = replace(position, now=timezone.now())
    if position.players[seat].bot:
        return _move(position, seat, action, Move.By.BOT)  # a bot is not charged for its time
    with transaction.atomic():
        return _move(position, seat, action, Move.By.HOUSE)


def _move(before: Position, seat: Seat, action: str, by: str) -> int:
    deed = before.rules.parse(action)
    state = before.rules.apply(before.state, seat, deed)
    steps = followed(before, Step(before.game.seq + 1, seat, action, by, state))
    ends_turn = clock.ends_turn(before, seat, deed, steps[-1].state)
    player = before.players[seat] if before.is_timed and ends_turn else None
    is_charged = player is not None and clock.charge(before, player, by)
    write(before, steps, goes_on=not ends_turn)
    if player is not None and is_charged:
        # The game's row first, here as everywhere: who locks in another order may wait for ever.
        player.save(update_fields=["house_moves", "bank"])
        if player.plays_itself and not before.game.is_over:
            _end_if_conceded(before.with_state(steps[-1].state))
    return steps[-1].seq


def _end_if_conceded(position: Position) -> None:
    """A bot plays for somebody from now on: what the others of their side said meanwhile counts,
    and was not there yet when the bot began to think."""
    players = tuple(players_of([position.game.pk])[position.game.pk])
    ends.end_if_conceded(replace(position, players=players))


def say_ready(*, game_id: int, seat: Seat | None, seq: int) -> int:
    """This seat has seen the round's result: when everyone has, the dealer goes on. Returns the
    seq then. Raises Stale and NotSeated."""
    if seat is None:
        raise NotSeated
    with transaction.atomic():
        position = locked(game_id, seq)
        if position.game.is_over:
            raise Over
        if not position.rests:
            return seq
        Player.objects.filter(game=game_id, seat=seat).update(ready=seq)
        if all(player.seat == seat or player.ready == seq for player in position.people):
            _deal_on(position)
        return position.game.seq


def end_rest(*, game_id: int, seq: int) -> None:
    """Nobody need be ready any more: the dealer goes on. Raises Stale."""
    with transaction.atomic():
        position = locked(game_id, seq)
        if not clock.is_rest_over(position):
            raise Stale
        _deal_on(position)


def _deal_on(position: Position) -> None:
    last = Step(position.game.seq, DEALER, "", "", position.state)
    write(position, dealt(position.rules, last, seed_of(position.game.pk)))


def waive(*, game_id: int, seat: Seat, seq: int) -> None:
    """This seat lets its chance to speak out of turn go by. Raises Stale."""
    with transaction.atomic():
        position = locked(game_id, seq)
        Player.objects.filter(game=game_id, seat=seat).update(waived=seq)
        position.players[seat].waived = seq
        wait(position)


def take_back(*, game_id: int, seat: Seat | None) -> None:
    """The person is there again, and the house plays no longer for them. Raises NotSeated and
    GivenUp."""
    if seat is None:
        raise NotSeated
    with transaction.atomic():
        position = locked(game_id)
        player = position.players[seat]
        if player.has_given_up:
            raise GivenUp
        if player.house_moves < TAKEN_OVER_AFTER or position.game.is_over:
            return
        # Seen, too: nobody can give the seat to the house again as if they were still away.
        player.house_moves, player.seen_at = 0, position.now
        player.save(update_fields=["house_moves", "seen_at"])
        if position.to_act[:1] == (seat,):
            position.game.asked_at = position.now
        reseat(position)


def wait_on(*, game_id: int, seq: int) -> None:
    """Nothing is due yet: recompute the deadline. Raises Stale."""
    with transaction.atomic():
        wait(locked(game_id, seq))


def give_time(*, game_id: int, seq: int, until: datetime) -> None:
    """Whoever is on turn could not act, and has until then at least. Raises Stale."""
    with transaction.atomic():
        position = locked(game_id, seq)
        ends = [due for due, seat in clock.duties_of(position) if seat == position.turn]
        position.game.asked_at += max(timedelta(0), until - min(ends, default=until))
        reseat(position)


def stop_clock(*, game_id: int, seq: int) -> None:
    """Nobody looks: nothing happens until somebody does. Raises Stale."""
    with transaction.atomic():
        position = locked(game_id, seq)
        if clock.is_looked_at(position.people, position.now):
            raise Stale
        rows = Game.objects.filter(pk=game_id)
        rows.update(deadline=None, stopped_at=position.now, claimed_until=None)


def put_off(*, game_id: int, seq: int, until: datetime) -> None:
    """What is due at this position cannot be done now; it is tried again later."""
    running = Game.objects.filter(pk=game_id, seq=seq, finished_at=None, frozen_at=None)
    running.update(deadline=until, claimed_until=None)


def _known(game_id: int, seq: int) -> Position | None:
    """A position that nothing but a move can change, if it is the newest that is known here. It
    costs no query; that it is the newest everywhere shows when the move is written."""
    table = facts(game_id)
    if table.is_timed or states.newest(game_id) != seq:
        return None
    # Its code is not wanted, but a new one would be made for it.
    game = Game(pk=game_id, code=table.code, kind=table.kind, seq=seq)
    return Position.of(game, (), timezone.now())
