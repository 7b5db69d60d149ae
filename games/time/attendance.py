"""Who is there, who is played for, and how long the table still waits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ..log.position import Position
from ..log.states import facts
from ..models import Player
from ..rules.game import DEALER, Seat
from . import clock


@dataclass(frozen=True, slots=True)
class Attendance:
    game_id: int
    away: tuple[str, ...]
    played_by_house: tuple[str, ...]
    is_taken_over: bool  # the viewer's own seat
    waits_for_me: bool
    seconds_left: int | None

    @property
    def clock(self) -> str:
        minutes, seconds = divmod(self.seconds_left or 0, 60)
        return f"{minutes}:{seconds:02}"


def attendance(position: Position, seat: Seat | None) -> Attendance:
    """As a viewer at this seat is told it."""
    names = facts(position.game.pk).names
    house = [player.seat for player in position.people if player.plays_itself]
    away = [player.seat for player in position.people if clock.is_away(player, position.now)]
    awaited, due = _awaited(position)
    return Attendance(
        game_id=position.game.pk,
        away=tuple(names[other] for other in away if other not in house and other != seat),
        played_by_house=tuple(names[other] for other in house if other != seat),
        is_taken_over=seat in house,
        waits_for_me=awaited is not None and awaited.seat == seat,
        seconds_left=None if due is None else max(0, round((due - position.now).total_seconds())),
    )


def _awaited(position: Position) -> tuple[Player | None, datetime | None]:
    """Whom the table waits for, and until when. A bot's time is nobody's business."""
    to_act = position.to_act
    if not to_act or to_act[0] == DEALER:
        return None, None
    awaited = position.players[to_act[0]]
    if position.game.deadline is None or awaited.plays_itself:
        return awaited, None
    duties = clock.duties_of(position)
    return awaited, next((due for due, seat in duties if seat == awaited.seat), None)
