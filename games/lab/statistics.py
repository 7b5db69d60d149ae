"""What simulated games say about seats and bots, each figure with its 95 % interval.

The unit is the deal: partners win together, and so do the two games of one deal, so they are
averaged before anything is counted as independent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import ceil, sqrt
from statistics import fmean, median, stdev

from ..rules.game import Seat
from .simulation import Played

TWO_SIDED_95 = 1.96

Games = tuple[Played, ...]
Places = Callable[[Played], Sequence[Seat]]


@dataclass(frozen=True, slots=True)
class Estimate:
    mean: float
    margin: float | None  # None where one deal is all there is

    def written(self, digits: int, scale: int = 1, unit: str = "", sign: str = "-") -> str:
        figure = f"{self.mean * scale:{sign}.{digits}f}{unit}"
        if self.margin is None:
            return figure
        return f"{figure} ± {self.margin * scale:.{digits}f}"


def estimate(values: Sequence[float]) -> Estimate:
    if len(values) < 2:
        return Estimate(fmean(values), None)
    return Estimate(fmean(values), TWO_SIDED_95 * stdev(values) / sqrt(len(values)))


def percentile(values: Sequence[int], percent: int) -> int:
    """The smallest value that this share of all does not exceed."""
    return sorted(values)[ceil(len(values) * percent / 100) - 1]


@dataclass(frozen=True, slots=True)
class Standing:
    name: str
    games: int
    wins: int
    share: Estimate
    score: Estimate


def by_seat(deals: Sequence[Games]) -> Iterator[Standing]:
    for seat in range(len(deals[0][0].bots)):
        yield _standing(deals, str(seat), _at(seat))


def by_bot(deals: Sequence[Games]) -> Iterator[Standing]:
    for name in names(deals):
        yield _standing(deals, name, _of(name))


def paired(deals: Sequence[Games]) -> Iterator[tuple[str, Estimate, Estimate]]:
    """For every two bots by how much the first did better in the same deals: wins, score."""
    for one, other in combinations(names(deals), 2):
        yield (
            f"{one} − {other}",
            _difference(deals, _of(one), _of(other), _won),
            _difference(deals, _of(one), _of(other), _scored),
        )


def duels(deals: Sequence[Games]) -> Iterator[tuple[str, Estimate]]:
    """For every two bots how often the first had the higher score in the same game."""
    for one, other in combinations(names(deals), 2):
        yield f"{one} v {other}", ahead(deals, one, other)


def ahead(deals: Sequence[Games], one: str, other: str) -> Estimate:
    """Every seat of the one is compared with every seat of the other; equal scores count half."""
    return estimate([fmean(_ahead(games, _of(one), _of(other))) for games in deals])


def won(deals: Sequence[Games], name: str) -> Estimate:
    return _standing(deals, name, _of(name)).share


def _ahead(games: Games, one: Places, other: Places) -> Iterator[float]:
    for game in games:
        for mine, theirs in product(one(game), other(game)):
            lead = _scored(game, mine) - _scored(game, theirs)
            yield 0.5 if lead == 0 else float(lead > 0)


def names(deals: Sequence[Games]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(deals[0][0].bots))


def _at(seat: Seat) -> Places:
    return lambda game: (seat,)


def _of(name: str) -> Places:
    return lambda game: [seat for seat, bot in enumerate(game.bots) if bot == name]


def _won(game: Played, seat: Seat) -> int:
    return seat in game.result.winners


def _scored(game: Played, seat: Seat) -> int:
    return game.result.scores[seat]


Worth = Callable[[Played, Seat], int]


def _worths(games: Games, places: Places, worth: Worth) -> list[int]:
    return [worth(game, seat) for game in games for seat in places(game)]


def _standing(deals: Sequence[Games], name: str, places: Places) -> Standing:
    wins = [_worths(games, places, _won) for games in deals]
    scores = [_worths(games, places, _scored) for games in deals]
    return Standing(
        name,
        sum(map(len, wins)),
        sum(map(sum, wins)),
        estimate([fmean(each) for each in wins]),
        estimate([fmean(each) for each in scores]),
    )


def _difference(deals: Sequence[Games], one: Places, other: Places, worth: Worth) -> Estimate:
    return estimate(
        [fmean(_worths(games, one, worth)) - fmean(_worths(games, other, worth)) for games in deals]
    )


def report(deals: Sequence[Games], *, duplicate: bool) -> Iterator[str]:
    """The table under a simulation, line by line."""
    yield from _standings("seat", by_seat(deals))
    yield from _standings("bot", by_bot(deals))
    if len(names(deals)) > 1:
        yield from _duels(deals)
        if duplicate:
            yield from _pairs(deals)
    lengths = [game.actions for games in deals for game in games]
    yield f"length: median {median(lengths):g}, p99 {percentile(lengths, 99)} actions"


def _standings(title: str, rows: Iterator[Standing]) -> Iterator[str]:
    yield f"{title:<16}{'games':>8}{'wins':>8}   {'share':<18}score"
    for row in rows:
        share = row.share.written(1, scale=100, unit=" %")
        yield f"{row.name:<16}{row.games:>8}{row.wins:>8}   {share:<18}{row.score.written(2)}"
    yield ""


def _duels(deals: Sequence[Games]) -> Iterator[str]:
    yield f"{'same games':<32}   ahead"
    for name, share in duels(deals):
        yield f"{name:<32}   {share.written(1, scale=100, unit=' %')}"
    yield ""


def _pairs(deals: Sequence[Games]) -> Iterator[str]:
    yield f"{'same deals':<32}   {'share':<18}score"
    for name, share, score in paired(deals):
        written = share.written(1, scale=100, unit=" %", sign="+")
        yield f"{name:<32}   {written:<18}{score.written(2, sign='+')}"
    yield ""
