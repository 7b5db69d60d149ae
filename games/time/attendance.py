"""Who is there, who is played for, and how long the table still waits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from ..log.window import state_of
from ..models import Game, Player
from ..rules import rules_of
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


def attendance(game_id: int, seat: Seat | None) -> Attendance:
    game = Game.objects.get(pk=game_id)
    players = list(game.players.select_related("user").order_by("seat"))
    now = timezone.now()
    people = [player for player in players if player.user_id is not None]
    house = [player for player in people if player.plays_itself]
    awaited, due = _awaited(game, players)
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
        seconds_left=None if due is None else max(0, round((due - now).total_seconds())),
    )


def _awaited(game: Game, players: list[Player]) -> tuple[Player | None, datetime | None]:
    """Whom the table waits for, and until when. A bot's time is nobody's business."""
    rules, state = rules_of(game.kind), state_of(game.pk, game.seq)
    to_act = rules.to_act(state)
    if not to_act or to_act[0] == DEALER:
        return None, None
    awaited = players[to_act[0]]
    if game.deadline is None or awaited.plays_itself:
        return awaited, None
    duties = clock.duties_of(game, rules, state, players)
    return awaited, next((due for due, seat in duties if seat == awaited.seat), None)
