"""A game as whoever decides sees it: the door, the clock and the house."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from ..models import Game, Player
from ..rules.game import DEALER, AnyRules, Seat
from ..time.pace import OFF
from .states import facts, state_of

# What decisions need: of each row the few columns that are cheap to read, and no secret.
GAME_COLUMNS: Final = (
    "kind",
    "seq",
    "pace",
    "bot_pace",
    "is_rated",
    "moved_at",
    "asked_at",
    "deadline",
    "claimed_until",
    "stopped_at",
    "frozen_at",
    "finished_at",
    "ended",
    "seatings",
)
PLAYER_COLUMNS: Final = (
    "game_id",
    "seat",
    "user_id",
    "bot",
    "bank",
    "house_moves",
    "seen_at",
    "ready",
    "waived",
    "has_given_up",
    "concedes",
)


@dataclass(frozen=True, slots=True)
class Position:
    """Everything a decision hangs on, hidden cards included, and the moment it is made at."""

    game: Game
    rules: AnyRules
    state: Any
    players: tuple[Player, ...]  # by seat; none where nothing happens by itself
    now: datetime

    @classmethod
    def of(cls, game: Game, players: Iterable[Player], now: datetime) -> Position:
        # Of a frozen game nothing can be decided, and its log may be one that no rules can read.
        state = None if game.is_frozen else state_of(game.pk, game.seq)
        return cls(game, facts(game.pk).rules, state, tuple(players), now)

    def with_state(self, state: Any) -> Position:
        return replace(self, state=state)

    @property
    def is_timed(self) -> bool:
        """May something happen here by itself, beside the end of a rest?"""
        return self.game.pace != OFF or any(player.plays_itself for player in self.players)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return self.rules.to_act(self.state)

    @property
    def turn(self) -> Seat | None:
        """Whom of those who sit here the table waits for."""
        first = self.to_act[:1]
        return first[0] if first and first[0] != DEALER else None

    @property
    def rests(self) -> bool:
        return self.rules.rests(self.state)

    @property
    def people(self) -> list[Player]:
        """Those who play, or may come back: whoever has given up plays no longer."""
        persons = (player for player in self.players if player.user_id is not None)
        return [player for player in persons if not player.has_given_up]


def players_of(game_ids: Iterable[int]) -> dict[int, list[Player]]:
    """By game, and there by seat."""
    rows = Player.objects.filter(game__in=game_ids).only(*PLAYER_COLUMNS)
    by_game: dict[int, list[Player]] = {}
    for player in rows.order_by("game_id", "seat"):
        by_game.setdefault(player.game_id, []).append(player)
    return by_game
