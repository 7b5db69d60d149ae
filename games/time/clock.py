"""Until when a table waits, and for whom. The time is a column; nothing here sleeps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.utils import timezone

from ..models import Game, Move, Player
from ..rules.game import DEALER, AnyRules, Seat
from .pace import PACES

REST = timedelta(seconds=15)
# A page shows every five seconds that somebody looks at it.
LEASE = timedelta(seconds=15)
SOONEST = timedelta(milliseconds=700)
SPREAD = timedelta(milliseconds=900)
# At a table with people a seat that could be called to account stays so for a moment.
WINDOW = timedelta(milliseconds=1500)


def deadline_of(game: Game, rules: AnyRules, state: Any, *, is_timed: bool) -> datetime | None:
    """When something happens here by itself, unless somebody acts before."""
    if rules.rests(state):
        return game.moved_at + REST
    if not is_timed:
        return None
    duties = duties_of(game, rules, state, list(game.players.all()))
    return min((due for due, _seat in duties), default=None)


def due_seats(game: Game, rules: AnyRules, state: Any) -> list[Seat]:
    """The seats it is time to play for, the longest due first."""
    if game.deadline is None:
        return []
    duties = duties_of(game, rules, state, list(game.players.all()))
    return [seat for due, seat in sorted(duties) if due <= timezone.now()]


def duties_of(
    game: Game, rules: AnyRules, state: Any, players: Sequence[Player]
) -> list[tuple[datetime, Seat]]:
    """Which seats are to be played for, and when, unless they act themselves before."""
    to_act = rules.to_act(state)
    if not to_act or to_act[0] == DEALER:
        return []
    by_seat = {player.seat: player for player in players}
    first, *others = (by_seat[seat] for seat in to_act)
    duties = [
        (game.moved_at + _delay(game, player), player.seat)
        for player in others
        if player.plays_itself and player.nodded != game.seq
    ]
    if first.plays_itself:
        wait = max(_delay(game, first), WINDOW if others else SOONEST)
        duties.append((game.moved_at + wait, first.seat))
    elif game.pace in PACES:
        duties.append((game.asked_at + PACES[game.pace].move + first.bank, first.seat))
    return duties


def _delay(game: Game, player: Player) -> timedelta:
    """Human-looking, and the same whatever is held: of public numbers only."""
    digest = sha256(f"{game.pk}:{game.seq}:{player.seat}".encode()).digest()
    return SOONEST + SPREAD * (digest[0] / 255)


def charge(game: Game, player: Player, by: str, *, was_awaited: bool) -> None:
    """What a move of this player cost, and whether it was they who made it."""
    if player.user_id is None:
        return
    player.house_moves = player.house_moves + 1 if by == Move.By.HOUSE else 0
    pace = PACES.get(game.pace)
    if pace is not None and was_awaited:
        used = timezone.now() - game.asked_at - pace.move
        player.bank = max(timedelta(0), player.bank - max(timedelta(0), used))
    player.save(update_fields=["house_moves", "bank"])


def leave_out_absence(game: Game, players: Iterable[Player], now: datetime) -> None:
    """While nobody was there, nobody's time ran."""
    seen = [player.seen_at + LEASE for player in players if player.seen_at is not None]
    absent = now - max([game.asked_at, *seen])
    game.asked_at += max(timedelta(0), absent)


def is_looked_at(players: Iterable[Player], now: datetime) -> bool:
    """Where people sit, the clock runs only while one of them is there."""
    people = [player for player in players if player.user_id is not None]
    return not people or any(not is_away(player, now) for player in people)


def is_away(player: Player, now: datetime) -> bool:
    return player.seen_at is None or player.seen_at < now - LEASE
