"""Games that bots play in the place of people, or for themselves, written into the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from ..bots import bot, offered
from ..lab.simulation import Game, Plan
from ..log import door, listeners, window
from ..log.entry import Whole, enter
from ..rules import fair, rules_of
from ..rules.early_end import CONCEDED, EarlyEnd, result_of
from ..rules.game import Config, Result, Seat

if TYPE_CHECKING:
    from accounts.models import User

SECONDS_A_MOVE = 6
SLOWEST = 1.0  # milliseconds a decision: hundreds of games are to be played in a minute


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits down, whose skill each seat is played with, and when."""

    kind: str
    config: Config
    players: Sequence[User | str]
    levels: tuple[str, ...]
    ends: datetime
    is_rated: bool = True
    is_watchable: bool = True
    gone: tuple[Seat, ...] = ()
    is_conceded: bool = False  # by the losers, if they are a side of people


def quick_levels(kind: str) -> list[str]:
    """The bots that decide quickly, the weakest first."""
    return [bot.level for bot in offered(kind) if bot.cost <= SLOWEST]


def play_out(table: Table, luck: Random) -> None:
    """By the rules, from a sealed deal, to the end."""
    server_seed = luck.randbytes(32)
    nonces = ["" if isinstance(who, str) else luck.randbytes(16).hex() for who in table.players]
    plan = Plan(table.kind, table.config, table.levels, seed="")
    game = Game(plan, table.levels, fair.game_seed(server_seed, nonces))
    result, ended = game.play().result, None
    if table.is_conceded and (side := _conceding(table, result)):
        del game.log[len(game.log) * 2 // 3 :]
        ended = EarlyEnd(CONCEDED, side)
        result = result_of(game.rules, table.config, len(side) * 2, _state(game), ended)
    enter(_whole(table, server_seed, nonces, game, result, ended))


def _conceding(table: Table, result: Result) -> tuple[Seat, ...]:
    """The side that has lost, where two play each other."""
    sides = rules_of(table.kind).META.teams(table.config, len(table.players))
    lost = [side for side in sides if side[0] not in result.winners]
    people = [seat for seat, who in enumerate(table.players) if not isinstance(who, str)]
    is_theirs = len(sides) == 2 and len(lost) == 1 and any(seat in lost[0] for seat in people)
    return tuple(lost[0]) if is_theirs else ()


def _state(game: Game) -> Any:
    state = game.rules.new(game.plan.config, len(game.bots))
    for seat, action in game.log:
        state = game.rules.apply(state, seat, action)
    return state


def _whole(
    table: Table,
    server_seed: bytes,
    nonces: list[str],
    game: Game,
    result: Result,
    ended: EarlyEnd | None,
) -> Whole:
    return Whole(
        kind=table.kind,
        config=table.config,
        players=table.players,
        server_seed=server_seed,
        nonces=nonces,
        nonce_seals=[fair.nonce_seal(nonce) for nonce in nonces],
        moves=[(seat, str(action)) for seat, action in game.log],
        result=result,
        started_at=table.ends - timedelta(seconds=SECONDS_A_MOVE * len(game.log)),
        finished_at=table.ends,
        is_rated=table.is_rated,
        is_watchable=table.is_watchable,
        gone=table.gone,
        ended=ended,
    )


def begin(table: Table, moves: int, luck: Random) -> None:
    """People sit down, and are still at it after so many moves."""
    nonces = [luck.randbytes(16).hex() for _who in table.players]
    game = door.start(
        kind=table.kind,
        config=table.config,
        players=table.players,
        server_seed=luck.randbytes(32),
        nonces=nonces,
        nonce_seals=[fair.nonce_seal(nonce) for nonce in nonces],
    )
    for seq in range(game.seq, game.seq + moves):
        position = window.position_of(game.pk, timezone.now())
        if position.turn is None or position.game.seq != seq:
            return  # a round is over, which is as good a moment
        seen = window.seen_by(game.pk, position.turn, seq)
        action = bot(table.kind, table.levels[position.turn])(seen.view, seen.actions, luck)
        door.play(game_id=game.pk, seat=position.turn, seq=seq, action=str(action))


def of_bots(kind: str, luck: Random) -> Table:
    """A rated game that ends now: each side of one level, and the levels are drawn."""
    meta, levels = rules_of(kind).META, [bot.level for bot in offered(kind)]
    config, seats = meta.configure({}), meta.usual_size
    drawn = dict[Seat, str]()
    for side in meta.teams(config, seats):
        drawn |= dict.fromkeys(side, luck.choice(levels))
    sitters = tuple(drawn[seat] for seat in range(seats))
    return Table(kind, config, sitters, sitters, timezone.now(), is_watchable=False)


def tell_all() -> None:
    """Whoever listens hears of them now, not when a clock comes by."""
    while listeners.tell(timezone.now()):
        pass
