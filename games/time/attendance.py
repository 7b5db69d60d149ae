"""Who is there, who is played for, and how long the table still waits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ..log.position import PLAYER_COLUMNS, Position
from ..log.states import facts
from ..models import Player
from ..rules.game import DEALER, Seat
from ..rules.words import Phrase, _, in_a_row, ngettext
from . import clock
from .pace import PACES

GIVEN_UP = _("You have given up your seat: the house plays it to the end.")
NAMED_WATCHERS = 8
_TOLD = tuple(column for column in PLAYER_COLUMNS if column != "seen_at")


@dataclass(frozen=True, slots=True)
class Attendance:
    pace: str
    is_rated: bool
    away: tuple[str, ...]
    played_by_house: tuple[str, ...]
    is_taken_over: bool  # the viewer's own seat, until they are back
    has_given_up: bool  # the viewer: the house plays to the end
    watchers: tuple[str, ...]  # for players alone
    roles: tuple[tuple[Seat, Phrase], ...]  # what stands on the plates
    waits_for_me: bool
    seconds_left: int | None

    @property
    def notes(self) -> list[Phrase]:
        """What is said under the table's title."""
        agreed = PACES.get(self.pace)
        return [
            *([GIVEN_UP] if self.has_given_up else []),
            _("Rated") if self.is_rated else _("Friendly"),
            _("No clock") if agreed is None else agreed.title,
            *self._watched(),
            *(_("%(name)s is played by the house", name=name) for name in self.played_by_house),
            *(_("%(name)s is away", name=name) for name in self.away),
        ]

    def _watched(self) -> Iterator[Phrase]:
        if self.watchers:
            n, more = len(self.watchers), ("…",) if len(self.watchers) > NAMED_WATCHERS else ()
            names = in_a_row(*self.watchers[:NAMED_WATCHERS], *more)
            yield ngettext("%(n)s watches: %(names)s", "%(n)s watch: %(names)s", n, names=names)

    @property
    def clock(self) -> str:
        minutes, seconds = divmod(self.seconds_left or 0, 60)
        return f"{minutes}:{seconds:02}"


def attendance(position: Position, seat: Seat | None, watchers: tuple[str, ...] = ()) -> Attendance:
    """As a viewer at this seat is told it."""
    names = facts(position.game.pk).names
    house = [player.seat for player in position.players if player.plays_itself and not player.bot]
    gone = {player.seat for player in position.players if player.has_given_up}
    away = [
        player.seat
        for player in position.people
        if player.seat not in {seat, *house} and clock.is_away(player, position.now)
    ]
    awaited, due = _awaited(position)
    return Attendance(
        pace=position.game.pace,
        is_rated=position.game.is_rated,
        away=tuple(names[other] for other in away),
        played_by_house=tuple(names[other] for other in house if other != seat),
        is_taken_over=seat in house and seat not in gone,
        has_given_up=seat in gone,
        watchers=() if seat is None else watchers,
        roles=(
            *((other, _("gave up") if other in gone else _("house plays")) for other in house),
            *((other, _("away")) for other in away),
        ),
        waits_for_me=awaited is not None and awaited.seat == seat,
        seconds_left=None if due is None else max(0, round((due - position.now).total_seconds())),
    )


def signs(position: Position) -> tuple[Any, ...]:
    """All that can change of what a page is told here without a move and without a deadline. Of
    when people were last seen it is told only whether they are away, and for how long already."""
    game, now = position.game, position.now
    return (
        (game.finished_at, game.stopped_at, game.seatings),
        *(
            tuple(getattr(player, column) for column in _TOLD)
            + (clock.is_away(player, now), clock.may_be_replaced(position, player))
            for player in position.players
        ),
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
