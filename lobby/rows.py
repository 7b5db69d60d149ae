"""A member's games as lines of a list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.history.rows import Tag, outcome_of
from games.log.window import waits_for
from games.models import Game, Player
from games.rules import rules_of
from games.rules.game import Seat
from games.rules.words import Phrase


@dataclass(frozen=True, slots=True)
class GameRow:
    game: Game
    title: Phrase
    company: str
    tag: Tag | None  # how it ended, if it has
    waits: bool


def rows(players: Iterable[Player]) -> list[GameRow]:
    return [_row(player) for player in players]


def _row(player: Player) -> GameRow:
    game = player.game
    return GameRow(
        game=game,
        title=rules_of(game.kind).META.title,
        company=_company(player),
        tag=outcome_of(player),
        waits=not game.is_over and waits_for(player),
    )


def _company(player: Player) -> str:
    everyone = {other.seat: other.name for other in player.game.players.all()}
    mates = _mates(player, len(everyone))
    partners = ", ".join(name for seat, name in everyone.items() if seat in mates)
    others = ", ".join(
        name for seat, name in everyone.items() if seat not in mates and seat != player.seat
    )
    if not partners:
        return _("against %(others)s") % {"others": others}
    return _("with %(partners)s against %(others)s") % {"partners": partners, "others": others}


def _mates(player: Player, size: int) -> set[Seat]:
    teams = rules_of(player.game.kind).META.teams(player.game.config, size)
    return {seat for team in teams if player.seat in team for seat in team} - {player.seat}
