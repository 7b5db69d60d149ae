"""How strong somebody seems to be after a game: the arithmetic, with no table in sight.

A strength is a bell curve, its middle `mu` and its width `sigma`. What a game does to it is
openskill's Plackett-Luce model over the sides that played. Nothing here depends on chance or time,
so the same games in the same order give the same numbers, bit for bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from ..rules.game import Result, Seat, Teams

Who = int | str  # a person's key, or a bot's level


class Skill(NamedTuple):
    mu: float
    sigma: float

    @property
    def sure(self) -> float:
        """Nearly everybody with this curve is at least so strong: luck alone leads no ladder."""
        return self.mu - self.sigma


class Sat(NamedTuple):
    """Somebody at a table that is rated."""

    who: Who
    side: int
    place: int
    has_left: bool = False  # gave up, or a bot held the seat at the end
    is_matched: bool = False  # the site chose their partner
    was_played_for: bool = False  # a bot made more than a third of the moves


_MODEL: Final = PlackettLuce()
NEW: Final = Skill(_MODEL.mu, _MODEL.sigma)


def places(result: Result, sides: Teams) -> list[int]:
    """By side: the winners are before all others, and these are in the order of their scores."""
    if not result.winners:
        return [0] * len(sides)
    merits = [(side[0] in result.winners, result.scores[side[0]]) for side in sides]
    best_first = sorted(set(merits), reverse=True)
    return [best_first.index(merit) for merit in merits]


def after(table: Sequence[Sat], known: Mapping[Who, Skill]) -> dict[Who, Skill]:
    """Return the new strength of those the game says something about. A player who is not known is
    new. A bot on several seats learns from the game once; docs/lobby.md says who is rated when.
    """
    learnt: dict[Who, list[Skill]] = {}
    played_out = _rated(table, known, worst=None)
    for seat, sat in enumerate(table):
        new = _rated(table, known, worst=sat.side)[seat] if sat.has_left else played_out[seat]
        if _counts(sat, table, is_gain=new.mu >= known.get(sat.who, NEW).mu):
            learnt.setdefault(sat.who, []).append(new)
    return {who: _mean(skills) for who, skills in learnt.items()}


def _counts(sat: Sat, table: Iterable[Sat], *, is_gain: bool) -> bool:
    """Whether the game changes the rating of this player."""
    if sat.has_left:
        return True
    if sat.was_played_for and (sat.place == 0 or is_gain):
        return False  # a bot's win is nobody else's
    if any(other.has_left for other in table if other.side == sat.side):
        # A partner whom the site chose does no harm, and one who was brought along no good.
        return not sat.is_matched and not is_gain
    if is_gain and not sat.is_matched:
        # Nor does one who was brought along and had a bot play.
        return not any(other.was_played_for for other in table if other.side == sat.side)
    return True


def _mean(skills: Sequence[Skill]) -> Skill:
    if len(skills) == 1:
        return skills[0]
    return Skill(fmean(skill.mu for skill in skills), fmean(skill.sigma for skill in skills))


def _rated(table: Sequence[Sat], known: Mapping[Who, Skill], worst: int | None) -> list[Skill]:
    """By seat, with one side put last if it is to be."""
    seats_of: dict[int, list[Seat]] = {}
    for seat, sat in enumerate(table):
        seats_of.setdefault(sat.side, []).append(seat)
    sides = [
        [_MODEL.create_rating([*known.get(table[seat].who, NEW)]) for seat in seats]
        for seats in seats_of.values()
    ]
    ranks = [
        float(len(table) if side == worst else table[seats[0]].place)
        for side, seats in seats_of.items()
    ]
    rated = dict[Seat, Skill]()
    for seats, ratings in zip(seats_of.values(), _MODEL.rate(sides, ranks=ranks), strict=True):
        rated |= {s: Skill(r.mu, r.sigma) for s, r in zip(seats, ratings, strict=True)}
    return [rated[seat] for seat in range(len(table))]
