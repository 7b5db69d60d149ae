"""Games that were played elsewhere by these rules, written into the log whole."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction

from ..models import FinishedGame, Game, Move, Player, Seal
from ..rules import rules_of
from ..rules.early_end import EarlyEnd
from ..rules.game import DEALER, Config, Result, Seat

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True, slots=True)
class Whole:
    """A game from its first deal to its end. `players` are in the order of their seats: a person,
    or a bot's level."""

    kind: str
    config: Config
    players: Sequence[User | str]
    server_seed: bytes
    nonces: Sequence[str]
    moves: Sequence[tuple[Seat, str]]
    result: Result
    started_at: datetime
    finished_at: datetime
    is_rated: bool = False
    is_watchable: bool = True
    gone: Collection[Seat] = ()  # who gave up, and was played for by the house
    ended: EarlyEnd | None = None  # where its rules did not end it
    nonce_seals: Sequence[str] = ()


def enter(whole: Whole) -> Game:
    """Listeners hear of it as of any game."""
    with transaction.atomic():
        game = Game.objects.create(
            kind=whole.kind,
            rules=rules_of(whole.kind).META.version,
            config=dict(whole.config),
            is_rated=whole.is_rated,
            is_watchable=whole.is_watchable,
        )
        Seal.objects.create(
            game=game,
            server_seed=whole.server_seed,
            nonces=list(whole.nonces),
            nonce_seals=list(whole.nonce_seals),
        )
        Player.objects.bulk_create(_player(game, seat, whole) for seat in range(len(whole.players)))
        Move.objects.bulk_create(_move(game, number, whole) for number in range(len(whole.moves)))
        _end(game, whole)
    return game


def _player(game: Game, seat: Seat, whole: Whole) -> Player:
    sitter, gone = whole.players[seat], seat in whole.gone
    if isinstance(sitter, str):
        return Player(game=game, seat=seat, bot=sitter)
    return Player(game=game, seat=seat, user=sitter, has_given_up=gone)


def _move(game: Game, number: int, whole: Whole) -> Move:
    """The moves lie evenly between start and end."""
    seat, action = whole.moves[number]
    lasted = whole.finished_at - whole.started_at
    at = whole.started_at + lasted * (number + 1) / len(whole.moves)
    by = _by(whole, seat, 2 * number > len(whole.moves))
    place = None if seat == DEALER else seat
    return Move(game=game, seq=number + 1, seat=place, action=action, by=by, at=at)


def _by(whole: Whole, seat: Seat, is_late: bool) -> str:
    if seat == DEALER:
        return ""
    if isinstance(whole.players[seat], str):
        return Move.By.BOT
    return Move.By.HOUSE if is_late and seat in whole.gone else Move.By.PLAYER


def _end(game: Game, whole: Whole) -> None:
    Game.objects.filter(pk=game.pk).update(
        seq=len(whole.moves),
        ended=None if whole.ended is None else whole.ended.to_object(),
        result={"winners": list(whole.result.winners), "scores": list(whole.result.scores)},
        started_at=whole.started_at,
        moved_at=whole.finished_at,
        asked_at=whole.finished_at,
        finished_at=whole.finished_at,
    )
    FinishedGame.objects.create(game=game)
