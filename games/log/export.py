"""A finished game as a record, for anybody to check."""

from __future__ import annotations

from ..models import Game, Move, Player
from ..rules.game import DEALER, Result
from ..rules.record import Forked, Record, Sitter
from ..rules.record import Move as Entry


def record_of(game: Game) -> Record:
    players = game.players.select_related("user").order_by("seat")
    result = game.result and Result(tuple(game.result["winners"]), tuple(game.result["scores"]))
    return Record(
        game=game.kind,
        rules=game.rules,
        config=game.config,
        seats=tuple(_sitter(player) for player in players),
        server_seed=bytes(game.seal.server_seed),
        nonces=tuple(game.seal.nonces),
        nonce_seals=tuple(game.seal.nonce_seals),
        seed=game.seal.seed,
        moves=tuple(_entry(move) for move in game.moves.order_by("seq")),
        result=result or None,
        ended=game.early_end,
        forked=Forked(**game.forked) if game.forked else None,
    )


def _sitter(player: Player) -> Sitter:
    return Sitter(player.bot, "bot") if player.bot else Sitter(player.name, "human")


def _entry(move: Move) -> Entry:
    seat = DEALER if move.seat is None else move.seat
    at = move.at.isoformat().replace("+00:00", "Z")
    return Entry(seat, move.action, by=move.by or None, at=at)
