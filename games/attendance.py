"""Who is there, who is played for, and how long the table still waits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from . import clock
from .models import Game, Player
from .queries import state_of
from .rules import rules_of
from .rules.game import Seat


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


def attendance(game_id: int, seat: Seat | None) -> Attendance:
    game = Game.objects.get(pk=game_id)
    players = list(game.players.select_related("user").order_by("seat"))
    now = timezone.now()
    people = [player for player in players if player.user_id is not None]
    house = [player for player in people if player.plays_itself]
    awaited = _awaited(game, players)
    return Attendance(
        game_id=game_id,
        away=tuple(
            player.name
            for player in people
            if clock.is_away(player, now) and player not in house and player.seat != seat
        ),
        played_by_house=tuple(player.name for player in house if player.seat != seat),
        is_taken_over=any(player.seat == seat for player in house),
        waits_for_me=awaited is not None and awaited.seat == seat,
        seconds_left=_seconds_left(game, awaited, now),
    )


def _awaited(game: Game, players: list[Player]) -> Player | None:
    to_act = rules_of(game.kind).to_act(state_of(game.pk, game.seq))
    return players[to_act[0]] if to_act and to_act[0] >= 0 else None


def _seconds_left(game: Game, awaited: Player | None, now: datetime) -> int | None:
    """Of a person's time. A bot's is nobody's business."""
    if game.deadline is None or awaited is None or awaited.plays_itself:
        return None
    return max(0, round((game.deadline - now).total_seconds()))
