"""Finished games are written down for everybody who played them, and rated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from ..log.listeners import listener
from ..models import Game, Player
from ..rules import rules_of
from ..rules.game import Result
from . import many, ratings, tallies
from .models import Played
from .skill import places


class Sitter(NamedTuple):
    """All there is to know of a player here: rows of the database are dear by the thousand."""

    seat: int
    user_id: int | None
    bot: str
    has_given_up: bool


@listener("history")
def write_down(games: Sequence[Game]) -> None:
    # Ladders are held in one order, or two clocks might wait for each other.
    for kind, same in groupby(sorted(games, key=_in_order), key=lambda game: game.kind):
        _write_down(kind, list(same))


def _in_order(game: Game) -> tuple[object, ...]:
    return game.kind, game.finished_at, game.pk


def _write_down(kind: str, games: Sequence[Game]) -> None:
    ladder = ratings.locked(kind)
    known = Played.objects.filter(game__in=games).values_list("game", flat=True)
    done = set(known)  # everything was made anew before it was told
    sitters = sitters_of(games)
    tables = [rows_of(game, sitters[game.pk]) for game in games if game.pk not in done]
    if rated := [table for table in tables if table[0].is_rated]:
        ratings.rate(ladder, rated)
    many.insert(chain(*tables))
    tallies.count(kind, tables)


def sitters_of(games: Iterable[Game]) -> dict[int, list[Sitter]]:
    """By game, in the order of their seats."""
    sitters: dict[int, list[Sitter]] = {game.pk: [] for game in games}
    players = Player.objects.filter(game__in=list(sitters)).order_by("seat")
    for game, *sitter in players.values_list("game", *Sitter._fields):
        sitters[game].append(Sitter(*sitter))
    return sitters


def rows_of(game: Game, players: Sequence[Sitter]) -> list[Played]:
    assert game.result is not None and game.finished_at is not None
    sides = rules_of(game.kind).META.teams(game.config, len(players))
    result = Result(tuple(game.result["winners"]), tuple(game.result["scores"]))
    by_side, is_closed = places(result, sides), _is_closed(game)
    side_of = {seat: number for number, side in enumerate(sides) for seat in side}
    people = [player for player in players if player.user_id is not None]
    return [
        Played(
            game_id=game.pk,
            seat=player.seat,
            user_id=player.user_id,
            bot=player.bot,
            kind=game.kind,
            finished_at=game.finished_at,
            side=side_of[player.seat],
            place=by_side[side_of[player.seat]],
            outcome=Played.Outcome.CLOSED if is_closed else _outcome(player, result),
            has_given_up=player.has_given_up,
            is_open=game.is_watchable and len(people) > 1,
            has_bots=len(people) < len(players),
            is_rated=game.is_rated and not is_closed,
        )
        for player in players
    ]


def _is_closed(game: Game) -> bool:
    return game.ended is not None and game.ended["how"] == "closed"


def _outcome(player: Sitter, result: Result) -> str:
    return Played.Outcome.LOST if player.has_given_up else result.outcome(player.seat)
