"""States folded from the log, kept while the process lives.

States are frozen and the log only grows, so nothing here can go stale: of a game that went on
elsewhere only the rows after the newest known state are read.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any

from django.db import connection

from bruno_site.core.bounded_cache import BoundedCache
from bruno_site.core.bounded_cache import clear_all as forget_kept

from ..models import Game, Move, Player, Seal
from ..rules import rules_of
from ..rules.game import DEALER, AnyRules, Refused, Seat
from ..rules.record import Forked
from ..rules.replay import played_on
from ..time.pace import OFF
from . import papers

KEPT_GAMES = 2048
KEPT_STEPS = 24
KEPT_WHOLE = 64  # games somebody looks back at
FACT_COLUMNS = ("code", "kind", "rules", "config", "pace", "forked")


class BrokenLog(Exception):
    """These rules cannot have made this log: nobody's fault who sits at the table."""


# Facts and steps are compared as objects: what is worked out from one of them is looked up often.
@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """What never changes about a game, but for names, and is no secret."""

    game_id: int
    code: str  # in addresses
    kind: str
    version: int  # of its rules
    config: Mapping[str, Any]
    names: tuple[str, ...]
    is_timed: bool  # something may happen here by itself
    forked: Forked | None = None  # from another game
    people: tuple[Seat, ...] = ()  # the seats of those who are no bots

    @property
    def rules(self) -> AnyRules:
        return rules_of(self.kind)


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One move and the state it led to. Step 0 is the table before the first deal."""

    seq: int
    seat: Seat
    text: str
    by: str
    state: Any


@lru_cache(maxsize=4 * KEPT_GAMES)
def facts(game_id: int) -> Facts:
    if papers.is_paper(game_id):
        return _facts_on_paper(game_id)
    game = Game.objects.only(*FACT_COLUMNS).get(pk=game_id)
    players = game.players.select_related("user").order_by("seat")
    names = tuple(player.name for player in players)
    is_timed = game.pace != OFF or any(player.bot for player in players)
    forked = None if game.forked is None else Forked(**game.forked)
    people = tuple(player.seat for player in players if not player.bot)
    return Facts(
        *(game_id, game.code, game.kind, game.rules, game.config, names, is_timed, forked, people)
    )


def follow_names(game_id: int) -> None:
    """Somebody may have taken another name since, also in another process."""
    players = Player.objects.filter(game=game_id).select_related("user").order_by("seat")
    if facts(game_id).names != tuple(player.name for player in players):
        forget_names()


def forget_names() -> None:
    """Of everybody, and with them all that was drawn: who plays in one game may play in others."""
    facts.cache_clear()
    forget_kept()


def _facts_on_paper(game_id: int) -> Facts:
    record = papers.record_on(game_id)
    names = papers.names_on(record)
    return Facts(game_id, "", record.game, record.rules, record.config, names, False, record.forked)


@lru_cache(maxsize=4 * KEPT_GAMES)
def seed_of(game_id: int) -> bytes:
    """What the dealer shuffles by: for the dealer alone."""
    return Seal.objects.get(pk=game_id).seed


def state_of(game_id: int, seq: int) -> Any:
    return steps(game_id, seq, seq)[0].state


_kept: OrderedDict[int, tuple[Step, ...]] = OrderedDict()
_lock = Lock()
_whole: BoundedCache[int, tuple[Step, ...]] = BoundedCache(KEPT_WHOLE)


def remember(game_id: int, steps: Iterable[Step]) -> None:
    """Only for what is committed: whoever reads here tells players."""
    with _lock:
        known = _kept.pop(game_id, ())
        last = known[-1].seq if known else -1
        fresh = tuple(step for step in steps if step.seq > last)
        if known and fresh and fresh[0].seq != last + 1:
            known = ()
        _kept[game_id] = (known + fresh)[-KEPT_STEPS:]
        if len(_kept) > KEPT_GAMES:
            _kept.popitem(last=False)


def newest(game_id: int) -> int | None:
    """The newest seq that is known here."""
    known = _kept.get(game_id)
    return known[-1].seq if known else None


def forget_all() -> None:
    with _lock:
        _kept.clear()
    facts.cache_clear()
    seed_of.cache_clear()


def has_step(game_id: int, seq: int) -> bool:
    """Is there a move with this number?"""
    return bool(steps(game_id, seq, seq))


def steps(game_id: int, first: int, last: int) -> tuple[Step, ...]:
    """The steps numbered first to last, both included."""
    known = _kept.get(game_id, ())
    if not known or known[0].seq > first:
        return _from_the_start(game_id, last)[first : last + 1]
    if known[-1].seq < last:
        fresh = _fold(game_id, known[-1], last)
        remember(game_id, fresh)
        known += fresh
    return known[first - known[0].seq : last + 1 - known[0].seq]


def _from_the_start(game_id: int, last: int) -> tuple[Step, ...]:
    """All steps up to this one: whoever steps through a game folds it once."""
    folded = _whole.get(game_id) or (_empty(game_id),)
    if folded[-1].seq < last:
        folded += _fold(game_id, folded[-1], last)
        _whole.keep(game_id, folded)
        if game_id not in _kept:
            remember(game_id, folded)
    return folded


def _empty(game_id: int) -> Step:
    about = facts(game_id)
    empty = about.rules.new(about.config, len(about.names), about.version)
    return Step(0, DEALER, "", "", empty)


def _fold(game_id: int, start: Step, last: int) -> tuple[Step, ...]:
    about, state, folded = facts(game_id), start.state, []
    rules = about.rules
    for seq, seat, text, by in _rows(game_id, start.seq, last):
        try:
            state = rules.apply(state, seat, rules.parse(text))
            state = played_on(rules, state, seq, about.forked)
        except Refused as refusal:
            raise BrokenLog(f"Move {seq} of game {game_id}: {refusal}") from refusal
        folded.append(Step(seq, seat, text, by, state))
    return tuple(folded)


ROWS = (
    f'SELECT seq, seat, action, "by" FROM {Move._meta.db_table}'
    " WHERE game_id = %s AND seq > %s AND seq <= %s ORDER BY seq"
)


def _rows(game_id: int, after: int, last: int) -> Iterable[tuple[int, Seat, str, str]]:
    if papers.is_paper(game_id):
        return papers.rows(game_id, after, last)
    with connection.cursor() as cursor:
        # Asked in every process for every move of another, so not through the query compiler.
        cursor.execute(ROWS, [game_id, after, last])
        return [(seq, DEALER if seat is None else seat, *more) for seq, seat, *more in cursor]
