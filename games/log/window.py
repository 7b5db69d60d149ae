"""What pages read of games. On the site the only place that calls a game's `view`."""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from importlib import import_module
from itertools import groupby, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from django.db.models import Prefetch, QuerySet

from bruno_site.core.bounded_cache import BoundedCache

from ..models import Game, Move, Player, Watcher
from ..rules.early_end import EarlyEnd, result_of
from ..rules.game import DEALER, Outcome, Result, Seat
from ..rules.table import Glimpse, Line, Mark, Spread, Table, Taste
from ..rules.words import Phrase
from ..time.pace import LEASE
from . import states
from .papers import is_paper
from .position import GAME_COLUMNS, PLAYER_COLUMNS, Position
from .pov import Pov
from .sharing import opens
from .states import Facts, Step, facts
from .states import state_of as state_of

if TYPE_CHECKING:
    from accounts.models import User

log = logging.getLogger(__name__)

_AT_ONCE = (*PLAYER_COLUMNS, *(f"game__{column}" for column in GAME_COLUMNS))


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the readable log, as one viewer may read it."""

    code: str  # of its game
    seq: int
    phrase: Phrase
    mark: Mark | None
    is_by_house: bool  # for somebody who was away
    seat: Seat  # whose move it was, or the dealer's

    @property
    def line(self) -> Line:
        return Line(self.phrase, self.mark)


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
    early_end: EarlyEnd | None = None  # where its rules did not end it

    def looked_on(self) -> Seen:
        """The same for a viewer who cannot do anything there."""
        return replace(self, actions=(), to_act=())

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
    return Taste(user.deck, user.shows_points, user.shows_playable, user.has_four_colours)


def seq_of(game_id: int) -> int:
    """Raises Game.DoesNotExist."""
    return Game.objects.values_list("seq", flat=True).get(pk=game_id)


def position_of(game_id: int, now: datetime) -> Position:
    """The newest position, for whoever decides. Raises Game.DoesNotExist."""
    players = _players([game_id])[game_id]
    if not players:
        raise Game.DoesNotExist
    return Position.of(players[0].game, players, now)


def position_at(game_id: int, stamp: int, now: datetime) -> Position:
    """The newest position, read once for all pages that hear of this stamp. What changes without
    one, they learn at the next beat."""
    known = _positions.get(game_id)
    if known is None or known.game.stamp < stamp:
        known = _positions.keep(game_id, position_of(game_id, now))
    return known


_positions: BoundedCache[int, Position] = BoundedCache(states.KEPT_GAMES)


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


def watchers_of(game_ids: Collection[int], now: datetime) -> dict[int, tuple[str, ...]]:
    """Who looks on at these games without a seat there, by name: one query for all of them."""
    there = Watcher.objects.filter(game__in=game_ids, seen_at__gte=now - LEASE)
    names: dict[int, tuple[str, ...]] = {}
    for game_id, name in there.order_by("user__username").values_list("game", "user__username"):
        names[game_id] = (*names.get(game_id, ()), name)
    return names


def people_at(game_id: int) -> list[str]:
    """Who sits or sat there and has not left the site since, by name."""
    there = Player.objects.filter(game=game_id, user__is_active=True).order_by("seat")
    return list(there.values_list("user__username", flat=True))


class Visit(NamedTuple):
    """What somebody who comes to a game is let in as: with a seat of theirs, or to look on."""

    game: Game
    player: Player | None

    @property
    def seat(self) -> Seat | None:
        return None if self.player is None else self.player.seat


def visit(code: str, user_id: int | None, key: str = "") -> Visit:
    """The one place that says who may look at a game, while it runs and afterwards. A key in the
    address is a player's leave to look at it when it is over.

    Raises Game.DoesNotExist, whether there is no such game or it is not for them.
    """
    player = None
    if user_id is not None:
        mine = Player.objects.filter(game__code=code, user_id=user_id)
        player = mine.select_related("game").first()
    if player is not None:
        return Visit(player.game, player)
    # The same work whatever the reason: nobody tells by the time it takes which one it was.
    has_leave = bool(key) and opens(code, key)
    game = Game.objects.get(code=code)
    if not (game.is_watchable or (has_leave and game.is_over)):
        raise Game.DoesNotExist
    return Visit(game, None)


def seen_by(game_id: int, seat: Seat | None, seq: int) -> Seen:
    about, (step,) = facts(game_id), states.steps(game_id, seq, seq)
    rules, state = about.rules, step.state
    to_act = rules.to_act(state)
    actions = rules.legal_actions(state, seat) if seat in to_act and seat is not None else ()
    return Seen(
        facts=about,
        seat=seat,
        seq=seq,
        view=_view(about, step, seat),
        actions=actions,
        to_act=to_act,
        result=rules.result(state),
        rests=rules.rests(state),
    )


def laid_open(pov: Pov, seq: int) -> tuple[Spread, ...]:
    """Every hand at this position, of a game that is over. Raises Game.DoesNotExist."""
    if not is_paper(pov.game_id):
        Game.objects.only("pk").get(pk=pov.game_id, finished_at__isnull=False)
    about, (step,) = facts(pov.game_id), states.steps(pov.game_id, seq, seq)
    return table_of(about.kind).laid_open(step.state, about.names, pov.taste)


def glimpse(pov: Pov, seq: int) -> Glimpse:
    """A position in short, as this seat saw it."""
    about, (step,) = facts(pov.game_id), states.steps(pov.game_id, seq, seq)
    return table_of(about.kind).glimpse(_view(about, step, pov.seat), pov.taste)


def seen_at_the_end(game_id: int, seat: Seat | None, seq: int, early: EarlyEnd) -> Seen:
    """The last position of a game that its rules did not end: nobody is waited for."""
    seen, state = seen_by(game_id, seat, seq), state_of(game_id, seq)
    about = seen.facts
    result = result_of(about.rules, about.config, len(about.names), state, early)
    return replace(seen, actions=(), to_act=(), result=result, rests=False, early_end=early)


# Of the last twenty moves, which a page shows after every move, all but one were told before.
_told: BoundedCache[tuple[Pov, Facts], dict[int, Told]] = BoundedCache(4 * states.KEPT_GAMES)
_views: BoundedCache[tuple[int, int, Seat | None], Any] = BoundedCache(8 * states.KEPT_GAMES)


def history(pov: Pov, since: int, until: int) -> list[Told]:
    """What happened after `since`, oldest first, in words for this viewer."""
    key = (pov, facts(pov.game_id))  # with the names as they are now
    known, wanted = _told.get(key, {}), range(since + 1, until + 1)
    untold = next((seq for seq in wanted if seq not in known), None)
    if untold is None:
        return [known[seq] for seq in wanted]
    news = {
        step.seq: known.get(step.seq) or _tell(pov, before, step)
        for before, step in pairwise(states.steps(pov.game_id, untold - 1, until))
    }
    told = {seq: news.get(seq) or known[seq] for seq in wanted}
    if len(told) <= states.KEPT_STEPS:
        _told.keep(key, told)
    return list(told.values())


def _tell(pov: Pov, last: Step, step: Step) -> Told:
    about = facts(pov.game_id)
    before, after = _view(about, last, pov.seat), _view(about, step, pov.seat)
    # The dealer's words name every card: only what it did may be told.
    text = step.text.split(" ", 1)[0] if step.seat == DEALER else step.text
    line = table_of(about.kind).tell(before, step.seat, text, after, about.names, pov.taste)
    is_by_house = step.by == Move.By.HOUSE
    return Told(about.code, step.seq, line.phrase, line.mark, is_by_house, step.seat)


def _view(about: Facts, step: Step, seat: Seat | None) -> Any:
    key = (about.game_id, step.seq, seat)
    known = _views.get(key)
    return _views.keep(key, about.rules.view(step.state, seat)) if known is None else known


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


def running_of(user_ids: Collection[int]) -> list[list[Player]]:
    """Of every running game of these people all players, in one query; the newest game first."""
    mine = Player.objects.filter(user__in=user_ids, game__finished_at__isnull=True).values("game")
    return _tables(Player.objects.filter(game__in=mine))


def to_watch(most: int) -> tuple[list[list[Player]], int]:
    """The newest running games that strangers may look at, and who plays there, in one query; and
    how many such games there are, in another one if they are not all."""
    running = Game.objects.filter(finished_at__isnull=True, is_watchable=True)
    newest = running.order_by("-started_at").values("pk")[:most]
    found = _tables(Player.objects.filter(game__in=newest))
    return found, len(found) if len(found) < most else max(most, running.count())


def _tables(players: QuerySet[Player]) -> list[list[Player]]:
    rows = players.select_related("game", "user").order_by("-game__started_at", "game", "seat")
    return [list(table) for _game, table in groupby(rows, attrgetter("game_id"))]
