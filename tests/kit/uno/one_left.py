"""UNO at the moment when somebody has just come down to one card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import count

from accounts.models import User
from games.log import door, window
from games.rules import fair, rules_of
from games.rules.game import DEALER, Seat
from games.rules.uno.state import State

UNO = rules_of("uno")


class Table:
    """A game through the real door, played until somebody has just come down to one card."""

    def __init__(self, users: Sequence[User | str], *, declares: bool, pace: str = "off") -> None:
        config = UNO.META.configure({"hand_size": 2, "first_seat": 0})
        self.game = door.start(
            kind="uno",
            config=config,
            players=users,
            server_seed=seed_with_an_opening(len(users)),
            nonces=[""] * len(users),
            pace=pace,
        )
        self.id: int = self.game.pk
        if declares:
            self.play(0, "uno")
        self.play(0, opening(self.state) or "")

    @property
    def seq(self) -> int:
        return window.seq_of(self.id)

    @property
    def state(self) -> State:
        state: State = window.state_of(self.id, self.seq)
        return state

    @property
    def sizes(self) -> list[int]:
        return [hand.bit_count() for hand in self.state.hands]

    def play(self, seat: Seat, action: str) -> None:
        door.play(game_id=self.id, seat=seat, seq=self.seq, action=action)

    def attempt(self, seat: Seat, action: str) -> partial[int]:
        return partial(door.play, game_id=self.id, seat=seat, seq=self.seq, action=action)

    def made(self) -> list[str]:
        moves = self.game.moves.order_by("seq").values_list("seq", "action")
        assert [seq for seq, _action in moves] == list(range(1, self.seq + 1))
        return [action for _seq, action in moves]


def opening(state: State) -> str | None:
    """A number that the first seat can lay."""
    plays = (str(action) for action in UNO.legal_actions(state, 0) if state.turn == 0)
    return next((text for text in plays if text[-1].isdecimal() and "+" not in text), None)


def seed_with_an_opening(seats: int) -> bytes:
    for number in count():
        server_seed = number.to_bytes(32)
        seed = fair.game_seed(server_seed, [""] * seats)
        state = UNO.new(UNO.META.configure({"hand_size": 2, "first_seat": 0}), seats)
        if opening(UNO.apply(state, DEALER, UNO.deal(state, seed))):
            return server_seed
    raise AssertionError
