"""The door's leaf for those who go: seats are given up or lent to the house, games ended early.

Each function is one transaction that holds the game's row; it raises a refusal with a sentence.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from ..models import TAKEN_OVER_AFTER, Game, Player
from ..rules.early_end import CLOSED, CONCEDED, EarlyEnd, result_of, side_that_may_concede
from ..rules.game import Refused, Result, Seat
from ..rules.words import _
from ..time import clock
from . import writing
from .position import Position
from .states import facts
from .writing import GivenUp, NotSeated, Over, locked, reseat, tell_seats, tell_side

log = logging.getLogger(__name__)

FORSAKEN_AFTER = timedelta(days=1)
AT_ONCE = 100


def concede(*, game_id: int, seat: Seat | None) -> int:
    """Agree that one's side gives the game to the other: with the last of its people it is over.
    Returns what pages go by."""
    with transaction.atomic():
        position, player = _seated(game_id, seat)
        side = side_conceding(position, player.seat)
        player.concedes = True
        player.save(update_fields=["concedes"])
        if not end_if_conceded(position):
            tell_side(game_id, side)
        return position.game.stamp


def end_if_conceded(position: Position) -> bool:
    """End the game, whose row is held, if all people that are left on a side agree to concede;
    return whether it did. Asked after every step that makes one of them fewer, too. Whoever a bot
    plays for need not agree, but one of the people has to have said it."""
    for player in position.people:
        if player.concedes:
            side = side_conceding(position, player.seat)
            left = [each for each in position.people if each.seat in side]
            if all(each.concedes or each.plays_itself for each in left):
                _end(position, EarlyEnd(CONCEDED, side))
                return True
    return False


def withdraw(*, game_id: int, seat: Seat | None) -> None:
    """Take back one's word that the side concedes."""
    with transaction.atomic():
        position, player = _seated(game_id, seat)
        player.concedes = False
        player.save(update_fields=["concedes"])
        tell_side(game_id, side_conceding(position, player.seat))


def side_conceding(position: Position, seat: Seat) -> tuple[Seat, ...]:
    """The seats that would concede with this one. Raises Refused where none can."""
    config = facts(position.game.pk).config
    return side_that_may_concede(position.rules, config, len(position.players), seat)


def give_up(*, game_id: int, seat: Seat | None) -> int:
    """For good: the house plays the seat to the end, and whoever sat there has lost. Returns what
    pages go by."""
    with transaction.atomic():
        position, player = _seated(game_id, seat)
        player.has_given_up, player.concedes = True, False
        player.save(update_fields=["has_given_up", "concedes"])
        return _pass_seat_on(position)


def replace(*, game_id: int, seat: Seat | None, absent: Seat) -> int:
    """Let the house play for somebody who is away, until they are back. Returns what pages go
    by."""
    with transaction.atomic():
        position, _me = _seated(game_id, seat)
        player = next((each for each in position.people if each.seat == absent), None)
        if player is None:
            raise Refused(_("Nobody sits there whom the house could play for."))
        if player.plays_itself:
            return position.game.stamp
        if not clock.may_be_replaced(position, player):
            raise Refused(_("They have not been away long enough."))
        player.house_moves = TAKEN_OVER_AFTER
        player.save(update_fields=["house_moves"])
        return _pass_seat_on(position)


def _pass_seat_on(position: Position) -> int:
    """A bot plays a seat from now on, if the game goes on without its person. Returns what pages
    go by."""
    if not end_if_conceded(position):
        reseat(position)
    return position.game.stamp


def end(*, game_id: int, seat: Seat | None) -> int:
    """By the only person at a table: it counts for nobody, so a rated game cannot be ended like
    this. Returns what pages go by."""
    with transaction.atomic():
        position, _me = _seated(game_id, seat)
        if len(position.people) > 1:
            raise Refused(_("Others play here too: you can give up your seat, or concede."))
        if position.game.is_rated:
            raise Refused(_("This game is rated: you can give up your seat, or concede."))
        _end(position, EarlyEnd(CLOSED))
        return position.game.stamp


def close(*, game_id: int) -> None:
    """By the house itself: it counts for nobody. Raises Over and Game.DoesNotExist."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        if game.is_over:
            raise Over
        _close(game, timezone.now())


def freeze(game: Game) -> None:
    """Its row is held. Nobody plays on and nothing happens by itself, until it is closed."""
    game.frozen_at = timezone.now()
    game.turn = game.deadline = game.claimed_until = game.stopped_at = None
    game.seatings += 1  # what was thought out before is not played any more
    frozen = ["frozen_at", "turn", "deadline", "claimed_until", "stopped_at", "seatings"]
    game.save(update_fields=frozen)
    tell_seats(game.pk)


def close_forsaken(now: datetime) -> int:
    """The tables at which nobody has done anything for a day. A rated game is not undone by leaving
    it. A log that cannot be read any more is no hindrance."""
    long_ago = now - FORSAKEN_AFTER
    running = Game.objects.filter(finished_at=None, started_at__lt=long_ago, moved_at__lt=long_ago)
    # Those who are left at a rated game have another day.
    running = running.filter(Q(is_rated=False) | Q(asked_at__lt=long_ago))
    with transaction.atomic():
        forsaken = list(running.select_for_update(skip_locked=True)[:AT_ONCE])
        for game in forsaken:
            is_lost = game.is_rated and not game.is_frozen
            if not (is_lost and _give_up_absent_seats(game, now)):
                _close(game, now)
    return len(forsaken)


def _give_up_absent_seats(game: Game, now: datetime) -> bool:
    """Give up the seats of people who have not been seen for a day, and the seat on turn; bots play
    them to the end. Return whether that was possible."""
    people = Player.objects.filter(game=game, user__isnull=False, has_given_up=False)
    gone = Q(seen_at=None) | Q(seen_at__lt=now - FORSAKEN_AFTER) | Q(seat=game.turn)
    try:
        with transaction.atomic():
            Game.objects.filter(pk=game.pk).update(asked_at=now)
            with suppress(Over):  # the rest of a side that conceded has gone
                for seat in people.filter(gone).values_list("seat", flat=True):
                    give_up(game_id=game.pk, seat=seat)
    except Exception:
        log.exception("Game %s cannot be given up", game.pk)
        return False
    return True


def _close(game: Game, now: datetime) -> None:
    writing.end(game, EarlyEnd(CLOSED), Result((), (0,) * game.players.count()), now)


def _end(position: Position, ended: EarlyEnd) -> None:
    config, seats = facts(position.game.pk).config, len(position.players)
    result = result_of(position.rules, config, seats, position.state, ended)
    writing.end(position.game, ended, result, position.now)


def _seated(game_id: int, seat: Seat | None) -> tuple[Position, Player]:
    """Of a game that runs, for somebody who still plays in it."""
    if seat is None:
        raise NotSeated
    position = locked(game_id)
    if position.game.is_over:
        raise Over
    if position.players[seat].has_given_up:
        raise GivenUp
    return position, position.players[seat]
