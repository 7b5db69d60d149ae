"""A game in the database, and ways to play on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from django.db import transaction

from accounts.models import User
from games.log import door, states, window
from games.log.dealer import followed
from games.log.position import Position
from games.log.states import Step
from games.log.writing import locked, write
from games.models import Game, Move
from games.rules import rules_of
from games.rules.game import Seat
from tests.kit.factories import four_players

SERVER_SEED = bytes(range(32))
SHORT_GAME = bytes([182]) * 32  # by random play over after some fifty moves


class AtTable:
    """A started game, its players in the order of their seats, and someone who plays on."""

    def __init__(
        self,
        *,
        kind: str = "bruno",
        server_seed: bytes = SERVER_SEED,
        users: list[User] | None = None,
    ) -> None:
        self.users: list[User] = users or four_players()
        self.rules = rules_of(kind)
        self.game: Game = door.start(
            kind=kind,
            config=self.rules.META.configure({}),
            players=self.users,
            server_seed=server_seed,
            nonces=["aa" * 16, "", "bb" * 16, ""],
        )
        self.id: int = self.game.pk
        self.code: str = self.game.code
        self.luck = Random(1)

    @property
    def seq(self) -> int:
        return window.seq_of(self.id)

    @property
    def state(self) -> Any:
        return window.state_of(self.id, self.seq)

    @property
    def turn(self) -> Seat:
        return self.rules.to_act(self.state)[0]

    @property
    def is_over(self) -> bool:
        return self.rules.to_act(self.state) == ()

    def some_action(self) -> str:
        return str(self.luck.choice(self.rules.legal_actions(self.state, self.turn)))

    def next_move(self) -> dict[str, Any]:
        action = self.some_action()
        return {"game_id": self.id, "seat": self.turn, "seq": self.seq, "action": action}

    def play(self, action: str | None = None, **changes: Any) -> int:
        if "seat" not in changes:
            changes["seat"] = self.turn
        move = {"game_id": self.id, "seq": self.seq} | changes
        return door.play(action=action or self.some_action(), **move)

    def play_on(self, moves: int = 5000) -> None:
        """Quickly, for many tests begin with it: every position is looked up once."""
        for _ in range(moves):
            seq = self.seq
            state = window.state_of(self.id, seq)
            if not (to_act := self.rules.to_act(state)):
                return
            action = str(self.luck.choice(self.rules.legal_actions(state, to_act[0])))
            door.play(game_id=self.id, seat=to_act[0], seq=seq, action=action)

    def play_out(self) -> None:
        """The very game that `play_on` plays, all of it written at once."""
        with transaction.atomic():
            before = locked(self.id)
            write(before, list(self._to_the_end(before)))

    def _to_the_end(self, position: Position) -> Iterator[Step]:
        seq = position.game.seq
        while to_act := position.to_act:
            seat = to_act[0]
            action = self.luck.choice(self.rules.legal_actions(position.state, seat))
            state = self.rules.apply(position.state, seat, action)
            steps = followed(position, Step(seq + 1, seat, str(action), Move.By.PLAYER, state))
            yield from steps
            seq, position = steps[-1].seq, position.with_state(steps[-1].state)

    def fold_afresh(self) -> Any:
        """As a process that has just started would."""
        states.forget_all()
        return self.state
