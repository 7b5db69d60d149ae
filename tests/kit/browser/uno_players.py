"""Two players who between them do everything there is to do in a game of UNO."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.rules import uno
from games.rules.game import Seat
from games.rules.uno.actions import Play
from games.rules.uno.cards import DRAW_TWO, KIND, WILD_FOUR
from games.rules.uno.state import State

EVERYTHING = {"stack", "challenge won", "challenge lost", "caught", "false catch"}


@dataclass
class Script:
    """Decides from the whole table, for both, so that all of it happens soon."""

    done: set[str] = field(default_factory=set)

    def next_move(self, state: State) -> tuple[Seat, str]:
        accusation = self._accusation(state)
        if accusation:
            return accusation
        legal = [str(action) for action in uno.legal_actions(state, state.turn)]
        if "uno" in legal and "caught" in self.done:
            return state.turn, "uno"
        if state.pending:
            return state.turn, self._answer(state, legal)
        return state.turn, self._play(state)

    def _accusation(self, state: State) -> tuple[Seat, str] | None:
        if state.one_left is None:
            return None
        accused = state.one_left.seat
        deed = "false catch" if state.declared >> accused & 1 else "caught"
        accuser = 1 - accused
        if deed in self.done or accuser in state.one_left.accusers:
            return None
        self.done.add(deed)
        return accuser, f"catch {accused}"

    def _answer(self, state: State, legal: list[str]) -> str:
        if state.charge is not None:
            deed = "challenge won" if state.charge.bluff else "challenge lost"
            if deed not in self.done:
                self.done.add(deed)
                return "challenge"
        if legal[0].startswith("play"):
            self.done.add("stack")
            return legal[0]
        return "draw"

    def _play(self, state: State) -> str:
        actions = uno.legal_actions(state, state.turn)
        plays = [action for action in actions if isinstance(action, Play)]
        if not plays:
            return str(next(action for action in actions if str(action) in ("draw", "keep")))
        if self.done >= EVERYTHING:
            return str(plays[0])
        return str(max(plays, key=lambda play: KIND[play.cards[0]] in (DRAW_TWO, WILD_FOUR)))
