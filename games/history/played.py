"""Finished games are written down for everybody who played them, and rated."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from itertools import chain, groupby
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, F, Q

from bruno_site.live.topics import poke_now

from ..log.listeners import listener
from ..log.writing import seats_topic_of
from ..models import TAKEN_OVER_AFTER, Game, Move, Player
from ..rules import rules_of
from ..rules.game import Result, Seat
from . import many, ratings, tallies
from .models import Played
from .skill import places


class Sitter(NamedTuple):
    """All there is to know of a player here: rows of the database are dear by the thousand."""

    seat: int
    user_id: int | None
    bot: str
    has_given_up: bool
    house_moves: int
    is_matched: bool
    concedes: bool

    @property
    def was_away(self) -> bool:
        """Whether a bot held the seat at the end, and its person might have come back."""
        return not self.has_given_up and self.house_moves >= TAKEN_OVER_AFTER


class Table(NamedTuple):
    """What a finished game is judged by, beside its own row."""

    sitters: list[Sitter]  # in the order of their seats
    played_for: frozenset[Seat]  # by bots, for more than a third of their moves


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
    seated = tables_of(games)
    tables = [rows_of(game, seated[game.pk]) for game in games if game.pk not in done]
    if rated := [table for table in tables if table[0].is_rated]:
        ratings.rate(ladder, rated)
    many.insert(chain(*tables))
    tallies.count(kind, tables)
    for rows in rated:
        transaction.on_commit(partial(poke_now, seats_topic_of(rows[0].game_id)))


def tables_of(games: Iterable[Game]) -> dict[int, Table]:
    """By game, with as few queries for a thousand as for one."""
    sitters: dict[int, list[Sitter]] = {game.pk: [] for game in games}
    players = Player.objects.filter(game__in=list(sitters)).order_by("seat")
    for game, *sitter in players.values_list("game", *Sitter._fields):
        sitters[game].append(Sitter(*sitter))
    played_for: dict[int, set[Seat]] = {game: set() for game in sitters}
    for game, seat in _played_for(sitters):
        if seat is not None:
            played_for[game].add(seat)
    return {game: Table(sitters[game], frozenset(played_for[game])) for game in sitters}


def _played_for(games: Iterable[int]) -> Iterable[tuple[int, Seat | None]]:
    """Games and their seats for which bots made more than a third of the moves. Practice from a
    position of another game is left out: its first moves are copied from there."""
    moves = Move.objects.filter(game__in=games, game__parent=None, seat__isnull=False).order_by()
    by_bots = Count("pk", filter=Q(by__in=[Move.By.BOT, Move.By.HOUSE]))
    counted = moves.values_list("game", "seat").annotate(by_bots=by_bots, number=Count("pk"))
    return counted.filter(number__lt=3 * F("by_bots")).values_list("game", "seat")


def rows_of(game: Game, table: Table) -> list[Played]:
    assert game.result is not None and game.finished_at is not None
    players = table.sitters
    sides = rules_of(game.kind).META.teams(game.config, len(players))
    result = Result(tuple(game.result["winners"]), tuple(game.result["scores"]))
    by_side, is_closed = places(result, sides), _is_closed(game)
    side_of = {seat: number for number, side in enumerate(sides) for seat in side}
    people = [player for player in players if player.user_id is not None]
    played_for = table.played_for & {person.seat for person in people}
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
            outcome=Played.Outcome.CLOSED if is_closed else _outcome(player, result, played_for),
            has_given_up=player.has_given_up,
            was_away=player.was_away,
            was_played_for=player.seat in played_for,
            # A player who conceded has not been let down by a partner who was away.
            is_matched=player.is_matched and not (game.ended and player.concedes),
            is_open=game.is_watchable and len(people) > 1,
            has_bots=len(people) < len(players),
            is_rated=game.is_rated and not is_closed,
        )
        for player in players
    ]


def _is_closed(game: Game) -> bool:
    return game.ended is not None and game.ended["how"] == "closed"


def _outcome(player: Sitter, result: Result, played_for: Collection[Seat]) -> str:
    """How it went for this player, by the table in docs/lobby.md."""
    if player.has_given_up or player.was_away:
        return Played.Outcome.LOST
    outcome = result.outcome(player.seat)
    is_void = player.seat in played_for and outcome != "lost"
    return Played.Outcome.VOID if is_void else outcome
