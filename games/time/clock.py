"""Until when a table waits, and for whom. The time is a column; nothing here sleeps or writes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from ..log.position import Position
from ..models import Game, Move, Player
from ..rules.game import DEALER, Seat
from .pace import BOT_PACES, LEASE, PACES, USUAL

REST = timedelta(seconds=15)
SOONEST = timedelta(milliseconds=700)
SPREAD = timedelta(milliseconds=900)
# So long may somebody be away before the others may let the house play for them. Where a clock
# runs they would wait for it anyway, and a bank is for those who are there.
PATIENCE = timedelta(seconds=60)
PATIENCE_BY_THE_CLOCK = timedelta(seconds=20)
# At a table with people a seat that could be called to account stays so for a moment.
WINDOW = timedelta(milliseconds=1500)


def deadline_of(position: Position) -> datetime | None:
    """When something happens here by itself, unless somebody acts before."""
    if position.rests:
        return position.game.asked_at + REST
    if not position.is_timed:
        return None
    return min((due for due, _seat in duties_of(position)), default=None)


def is_rest_over(position: Position) -> bool:
    return position.rests and position.game.asked_at + REST <= position.now


def due_seats(position: Position) -> list[Seat]:
    """The seats it is time to play for, the longest due first."""
    if position.game.deadline is None:
        return []
    return [seat for due, seat in sorted(duties_of(position)) if due <= position.now]


def duties_of(position: Position) -> list[tuple[datetime, Seat]]:
    """Which seats are to be played for, and when, unless they act themselves before."""
    to_act, game = position.to_act, position.game
    if not to_act or to_act[0] == DEALER:
        return []
    first, *others = (position.players[seat] for seat in to_act)
    pace = _pace(position)
    duties = [
        (game.moved_at + _delay(game, player) * pace, player.seat)
        for player in others
        if player.plays_itself and player.waived != game.seq
    ]
    if first.plays_itself:
        wait = _delay(game, first) * pace
        wait = max(wait, WINDOW) if others else wait
        duties.append((game.moved_at + wait, first.seat))
    elif game.pace in PACES:
        duties.append((game.asked_at + PACES[game.pace].move + first.bank, first.seat))
    return duties


def _pace(position: Position) -> float:
    """As the only person likes it; but once they have given up nobody is in a hurry."""
    pace = BOT_PACES[position.game.bot_pace]
    return pace if position.people else max(pace, BOT_PACES[USUAL])


def _delay(game: Game, player: Player) -> timedelta:
    """Human-looking, and the same whatever is held: of public numbers only."""
    digest = sha256(f"{game.pk}:{game.seq}:{player.seat}".encode()).digest()
    return SOONEST + SPREAD * (digest[0] / 255)


def ends_turn(before: Position, seat: Seat, action: Any, after: Any) -> bool:
    """Was the table waiting for this? Then its time is charged, and the next turn's begins.

    A misplay, and what is said beside a turn, leave the turn and its time as they were.
    """
    if before.to_act[0] != seat:
        return False
    stays = before.rules.to_act(after)[:1] == (seat,)
    return not (stays and before.rules.keeps_time(before.state, seat, action))


def charge(before: Position, player: Player, by: str) -> bool:
    """What this player's turn cost, and whether it was they who took it. True if that is new."""
    if player.user_id is None:
        return False
    house_moves, bank = player.house_moves, player.bank
    player.house_moves = house_moves + 1 if by == Move.By.HOUSE else 0
    pace = PACES.get(before.game.pace)
    if pace is not None:
        used = before.now - before.game.asked_at - pace.move
        player.bank = max(timedelta(0), bank - max(timedelta(0), used))
    return (player.house_moves, player.bank) != (house_moves, bank)


def absence(position: Position) -> timedelta:
    """How long nobody was there while a seat was waited for: then nobody's time ran."""
    seen = [player.seen_at + LEASE for player in position.people if player.seen_at is not None]
    return max(timedelta(0), position.now - max([position.game.asked_at, *seen]))


def stands_still(position: Position) -> bool:
    """Is nobody there, or was the clock stopped because nobody was?"""
    game = position.game
    if game.stopped_at is not None:
        return True
    return game.deadline is not None and not is_looked_at(position.people, position.now)


def is_looked_at(people: Sequence[Player], now: datetime) -> bool:
    """Where people sit, the clock runs only while one of them is there."""
    return not people or any(not is_away(player, now) for player in people)


def may_be_replaced(position: Position, player: Player) -> bool:
    """Has this person been away for so long that the house may play for them?"""
    patience = PATIENCE_BY_THE_CLOCK if position.game.pace in PACES else PATIENCE
    return player.seen_at is None or player.seen_at < position.now - patience


def is_away(player: Player, now: datetime) -> bool:
    return player.seen_at is None or player.seen_at < now - LEASE


def is_to_be_seen(player: Player, now: datetime) -> bool:
    """Has half of a lease gone by since somebody was seen at this seat?"""
    return player.seen_at is None or player.seen_at <= now - LEASE / 2
