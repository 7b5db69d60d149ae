"""A member's running games as lines of a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.models import Player
from games.rules import rules_of
from games.rules.game import Seat
from games.rules.words import Phrase, _, listed


@dataclass(frozen=True, slots=True)
class GameRow:
    address: str
    title: Phrase
    company: Phrase
    waits: bool  # for this member
    is_given_up: bool  # by this member: the house plays on


def rows(tables: Iterable[Sequence[Player]], user_id: int) -> tuple[GameRow, ...]:
    """Those where it is this member's turn first."""
    found = [_row(players, me) for players in tables for me in players if me.user_id == user_id]
    return tuple(sorted(found, key=lambda row: not row.waits))


def _row(players: Sequence[Player], me: Player) -> GameRow:
    return GameRow(
        address=me.game.get_absolute_url(),
        title=rules_of(me.game.kind).META.title,
        company=_company(players, me),
        waits=me.is_on_turn,
        is_given_up=me.has_given_up,
    )


def _company(players: Sequence[Player], me: Player) -> Phrase:
    mates = _mates(me, len(players))
    others = listed([each.name for each in players if each.seat not in {*mates, me.seat}])
    if not mates:
        return _("against %(others)s", others=others)
    partners = listed([each.name for each in players if each.seat in mates])
    return _("with %(partners)s against %(others)s", partners=partners, others=others)


def _mates(player: Player, size: int) -> set[Seat]:
    teams = rules_of(player.game.kind).META.teams(player.game.config, size)
    return {seat for team in teams if player.seat in team for seat in team} - {player.seat}
