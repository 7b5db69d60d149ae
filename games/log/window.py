"""Every read. The only place that calls a game's `view`."""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from bruno_site.kept import Kept

from ..models import Game, Move, Player
from ..rules.game import DEALER, Outcome, Result, Seat
from ..rules.table import Line, Table, Taste
from ..rules.words import Phrase
from ..time.pace import LEASE
from . import states
from .position import GAME_COLUMNS, PLAYER_COLUMNS, Position
from .pov import Pov
from .states import Facts, Step, facts
from .states import state_of as state_of

if TYPE_CHECKING:
    from accounts.models import User

log = logging.getLogger(__name__)

_AT_ONCE = (*PLAYER_COLUMNS, *(f"game__{column}" for column in GAME_COLUMNS))


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the readable log, as one viewer may read it."""

    game_id: int
    seq: int
    phrase: Phrase
    marked: bool
    is_by_house: bool  # for somebody who was away

    @property
    def line(self) -> Line:
        return Line(self.phrase, self.marked)


@dataclass(frozen=True, slots=True)
class Seen:
    """A position as one viewer sees it."""

    facts: Facts
    seat: Seat | None
    seq: int
    view: Any
    actions: tuple[Any, ...]
    to_act: tuple[Seat, ...]
    result: Result | None
    rests: bool

    @property
    def is_mine_to_act(self) -> bool:
        return bool(self.to_act) and self.to_act[0] == self.seat

    @property
    def outcome(self) -> Outcome | None:
        """For the viewer, of a game that is over."""
        if self.result is None or self.seat is None:
            return None
        return self.result.outcome(self.seat)


def table_of(kind: str) -> Table:
    return cast(Table, import_module(f"games.rules.{kind}.table"))


def taste_of(user: User) -> Taste:
    return Taste(user.deck, user.shows_points, user.shows_playable)


def seq_of(game_id: int) -> int:
    """Raises Game.DoesNotExist."""
    return Game.objects.values_list("seq", flat=True).get(pk=game_id)


def position_of(game_id: int, now: datetime) -> Position:
    """The newest position, for whoever decides. Raises Game.DoesNotExist."""
    players = _players([game_id])[game_id]
    if not players:
        raise Game.DoesNotExist
    return Position.of(players[0].game, players, now)


def positions_of(game_ids: Collection[int], now: datetime) -> dict[int, Position]:
    """All of them in one query; without those that cannot be had."""
    found = {}
    for game_id, players in _players(game_ids).items():
        try:
            found[game_id] = Position.of(players[0].game, players, now)
        except Exception:
            log.exception("No position of game %s", game_id)
    return found


def _players(game_ids: Collection[int]) -> dict[int, list[Player]]:
    seats: dict[int, list[Player]] = {game_id: [] for game_id in game_ids}
    rows = Player.objects.filter(game_id__in=game_ids).select_related("game").only(*_AT_ONCE)
    for player in rows.order_by("seat"):
        seats[player.game_id].append(player)
    return seats


def asleep(leases: Collection[int], now: datetime) -> list[int]:
    """The games among those of these players whose clock stands still for want of anybody."""
    there = Q(seen_at__gte=now - LEASE)
    anybody = Player.objects.filter(there, game=OuterRef("game"), user__isnull=False)
    is_left_alone = Q(game__deadline__isnull=False) & ~there & ~Exists(anybody)
    mine = Player.objects.filter(pk__in=leases, game__finished_at=None)
    still = mine.filter(Q(game__stopped_at__isnull=False) | is_left_alone)
    return list(still.order_by("game").values_list("game", flat=True).distinct())


def player_of(game_id: int, user_id: int) -> Player | None:
    return Player.objects.filter(game_id=game_id, user_id=user_id).only("seat").first()


def seat_of(game_id: int, user_id: int) -> Seat | None:
    player = player_of(game_id, user_id)
    return None if player is None else player.seat


def seen_by(game_id: int, seat: Seat | None, seq: int) -> Seen:
    table, (step,) = facts(game_id), states.steps(game_id, seq, seq)
    rules, state = table.rules, step.state
    to_act = rules.to_act(state)
    actions = rules.legal_actions(state, seat) if seat in to_act and seat is not None else ()
    return Seen(
        facts=table,
        seat=seat,
        seq=seq,
        view=_view(table, step, seat),
        actions=actions,
        to_act=to_act,
        result=rules.result(state),
        rests=rules.rests(state),
    )


# A page shows the last twenty moves after every move, and all but one were told before.
_told: Kept[tuple[Pov, int], Told] = Kept(4 * states.KEPT_STEPS * states.KEPT_GAMES)
_views: Kept[tuple[int, int, Seat | None], Any] = Kept(8 * states.KEPT_GAMES)


def history(pov: Pov, since: int, until: int) -> list[Told]:
    """What happened after `since`, oldest first, in words for this viewer."""
    told = [_told.get((pov, seq)) for seq in range(since + 1, until + 1)]
    if None not in told:
        return cast(list[Told], told)
    walked = states.steps(pov.game_id, since, until)
    return [
        known or _told.keep((pov, step.seq), _tell(pov, before, step))
        for known, (before, step) in zip(told, pairwise(walked), strict=True)
    ]


def _tell(pov: Pov, last: Step, step: Step) -> Told:
    table = facts(pov.game_id)
    before, after = _view(table, last, pov.seat), _view(table, step, pov.seat)
    # The dealer's words name every card: only what it did may be told.
    text = step.text.split(" ", 1)[0] if step.seat == DEALER else step.text
    line = table_of(table.kind).tell(before, step.seat, text, after, table.names, pov.taste)
    return Told(table.game_id, step.seq, line.phrase, line.marked, step.by == Move.By.HOUSE)


def _view(table: Facts, step: Step, seat: Seat | None) -> Any:
    key = (table.game_id, step.seq, seat)
    known = _views.get(key)
    return _views.keep(key, table.rules.view(step.state, seat)) if known is None else known


def running_games(user_id: int) -> QuerySet[Player]:
    return _games_of(user_id).filter(game__finished_at__isnull=True).order_by("-game__started_at")


def past_games(user_id: int) -> QuerySet[Player]:
    return _games_of(user_id).filter(game__finished_at__isnull=False).order_by("-game__finished_at")


def _games_of(user_id: int) -> QuerySet[Player]:
    everyone = Player.objects.select_related("user").order_by("seat")
    return (
        Player.objects.filter(user_id=user_id)
        .select_related("game")
        .prefetch_related(Prefetch("game__players", queryset=everyone))
    )


def waits_for(player: Player) -> bool:
    """Is it this player's turn?"""
    game = player.game
    to_act = facts(game.pk).rules.to_act(state_of(game.pk, game.seq))
    return to_act[:1] == (player.seat,)
