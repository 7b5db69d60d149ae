"""Games that end before their rules end them: a side concedes, or the table is closed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from .game import AnyRules, Config, Refused, Result, Seat
from .words import _

CONCEDED: Final = "conceded"
CLOSED: Final = "closed"


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    how: str
    by: tuple[Seat, ...] = ()  # the side that conceded, in the order of its seats

    @classmethod
    def of(cls, written: Mapping[str, Any]) -> EarlyEnd:
        return cls(written["how"], tuple(written.get("by", ())))

    def to_object(self) -> dict[str, object]:
        """As a record has it."""
        return {"how": self.how, "by": list(self.by)} if self.by else {"how": self.how}


def side_that_may_concede(
    rules: AnyRules, config: Config, seats: int, seat: Seat
) -> tuple[Seat, ...]:
    """The seats that would concede with this one. Raises Refused where there are not two sides."""
    sides = rules.META.teams(config, seats)
    if len(sides) != 2:
        raise Refused(_("Only where two sides play each other one of them can concede."))
    return next(tuple(side) for side in sides if seat in side)


def result_of(rules: AnyRules, config: Config, seats: int, state: Any, ended: EarlyEnd) -> Result:
    """What the game came to. Raises Refused if it cannot have ended so."""
    if ended.how == CLOSED:
        return Result((), (0,) * seats)
    if not ended.by or ended.by != side_that_may_concede(rules, config, seats, ended.by[0]):
        raise Refused(_("Only a whole side can concede."))
    winners = tuple(seat for seat in range(seats) if seat not in ended.by)
    points = rules.META.points
    if points is not None:
        return Result(winners, points(state))
    return Result(winners, tuple(int(seat in winners) for seat in range(seats)))
