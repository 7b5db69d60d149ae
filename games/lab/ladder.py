"""Every two of some bots against each other, and the cross table of how it went."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from ..rules.game import Config, Meta, Refused
from ..rules.words import _
from .simulation import Plan, configured, meta_of, planned, sides
from .statistics import Estimate, Games, ahead, won

Pair = tuple[str, str]


def rungs(
    kind: str,
    bots: Sequence[str],
    seed: str,
    config: str = "",
    *,
    size: int | None = None,
    recorded: bool = False,
    traced: bool = False,
) -> list[Plan]:
    """One plan for each pair, all with the same deals. Raises Refused."""
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise Refused(_("A ladder takes at least two bots, each of them once."))
    meta = meta_of(kind)
    seats = meta.seats[0] if size is None else size
    meta.check_seats(seats)
    chosen = configured(meta, config)
    return [
        planned(
            kind,
            lineup(meta, chosen, seats, pair),
            seed,
            config,
            recorded=recorded,
            traced=traced,
            duplicate=True,
        )
        for pair in combinations(bots, 2)
    ]


def lineup(meta: Meta, config: Config, seats: int, pair: Pair) -> list[str]:
    """The first bot has one side, a team or a single seat, the second all others."""
    one, other = pair
    side = meta.teams(config, seats)[0]
    return [one if seat in side else other for seat in range(seats)]


def cross_tables(
    bots: Sequence[str], plan: Plan, played: Sequence[Sequence[Games]]
) -> Iterator[str]:
    """`played` has the deals of each pair, in the order of the rungs, of which `plan` is any."""
    deals_of = dict(zip(combinations(bots, 2), played, strict=True))
    if sides(plan) > 2:
        # One against many wins seldom, however good it is: whom it beat tells more.
        leads = {(one, other): ahead(deals, one, other) for (one, other), deals in deals_of.items()}
        yield from _table("ahead", bots, leads)
    yield from _table("won", bots, {pair: won(deals, pair[0]) for pair, deals in deals_of.items()})


def _table(title: str, bots: Sequence[str], cells: Mapping[Pair, Estimate]) -> Iterator[str]:
    """The first of a pair has the row, so the last bot has none, and the first no column."""
    yield _row(title, bots[1:])
    for one in bots[:-1]:
        shares = (cells.get((one, other)) for other in bots[1:])
        yield _row(one, [each.written(1, scale=100, unit=" %") if each else "" for each in shares])
    yield ""


def _row(head: str, cells: Sequence[str]) -> str:
    return f"{head:<16}{''.join(f'   {cell:<15}' for cell in cells)}".rstrip()
