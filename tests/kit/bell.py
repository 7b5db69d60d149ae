"""A toy game in which others than the seat on turn may act.

The seat on turn says `go` or `hop` until all have gone, round the table one way or the other, and
the last can only `go`; after each every other seat may `ring` once.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from games.rules.game import AnyRules, Config, IllegalAction, Meta, Result, Seat
from games.rules.words import _


class State(NamedTuple):
    seats: int
    way: int
    gone: int = 0
    rung: tuple[Seat, ...] = ()


class Bell:
    META = Meta("bell", _("Bell"), _("A toy."), 1, (3, 4), (), {}, {}, lambda config, seats: ())

    def new(self, config: Config, seats: int) -> State:
        return State(seats, int(config.get("way") or 1))

    def to_act(self, state: State) -> tuple[Seat, ...]:
        if state.gone == state.seats:
            return ()
        order = [(state.gone + i) * state.way % state.seats for i in range(state.seats)]
        others = [seat for seat in order[1:] if state.gone and seat not in state.rung]
        return (order[0], *others)

    def legal_actions(self, state: State, seat: Seat) -> tuple[str, ...]:
        waited = self.to_act(state)
        if seat not in waited:
            return ()
        if seat != waited[0]:
            return ("ring",)
        return ("go",) if state.gone + 1 == state.seats else ("go", "hop")

    def apply(self, state: State, seat: Seat, action: str) -> State:
        if action not in self.legal_actions(state, seat):
            raise IllegalAction(_("Not now."))
        if action != "ring":
            return state._replace(gone=state.gone + 1, rung=())
        return state._replace(rung=(*state.rung, seat))

    def parse(self, text: str) -> str:
        return text

    def view(self, state: State, seat: Seat | None) -> Seat | None:
        return seat

    def result(self, state: State) -> Result | None:
        return None if self.to_act(state) else Result((), (0,) * state.seats)


BELL = cast(AnyRules, Bell())
