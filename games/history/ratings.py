"""Who is how strong: one ladder a kind of game, for people and bots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, groupby
from math import log10
from typing import Final

from django.db.models import Q

from ..bots import described
from .models import Ladder, Played, Standing
from .skill import NEW, Sat, Skill, Who, after

# Of two who play each other, whoever is 100 points ahead wins three games of four.
MIDDLE: Final = 1500  # where everybody begins
POINTS: Final = 24
ODDS: Final = 200 / POINTS  # how much of mu makes one ten times as likely to win


@dataclass(frozen=True, slots=True)
class Rating:
    skill: Skill
    games: int  # rated ones

    @property
    def mu(self) -> float:
        return self.skill.mu

    @property
    def sigma(self) -> float:
        return self.skill.sigma

    @property
    def points(self) -> int:
        return points(self.skill.mu)

    @property
    def margin(self) -> int:
        """Two times out of three the true strength is within it."""
        return margin(self.skill.sigma)


Known = dict[Who, Rating]


def points(mu: float) -> int:
    return round(MIDDLE + POINTS * (mu - NEW.mu))


def margin(sigma: float) -> int:
    return round(POINTS * sigma)


def ratings_of(kind: str, people: Iterable[int] = (), bots: Iterable[str] = ()) -> Known:
    """Of all who are asked for. Who was never rated is in the middle, and a bot where its
    description puts it; both have 0 games."""
    everybody: list[Who] = [*people, *bots]
    fresh = {who: first_rating(kind, who) for who in everybody}
    return fresh | _ratings(_standings(kind, everybody))


def first_rating(kind: str, who: Who) -> Rating:
    """Return where somebody begins: a person in the middle, a bot where its description puts it.
    Games are matched and rated by the same number."""
    return Rating(guessed(kind, who) if isinstance(who, str) else NEW, 0)


def guessed(kind: str, level: str) -> Skill:
    """From how often it beats the medium bot."""
    try:
        won = described(kind, level).strength / 100
    except KeyError:
        return NEW
    won = min(max(won, 0.01), 0.99)
    return Skill(NEW.mu + ODDS * log10(won / (1 - won)), NEW.sigma)


def _standings(kind: str, everybody: Iterable[Who]) -> dict[Who, Standing]:
    """Of those who stand on the ladder already."""
    people, bots = _parted(everybody)
    asked = Standing.objects.filter(Q(user__in=people) | Q(user=None, bot__in=bots), kind=kind)
    return {row.user_id or row.bot: row for row in asked}


def _ratings(standings: Mapping[Who, Standing]) -> Known:
    return {who: Rating(Skill(row.mu, row.sigma), row.games) for who, row in standings.items()}


def whose(row: Played) -> Who:
    return row.user_id or row.bot


def settle(table: Sequence[Played], known: Known) -> None:
    """What one game does to those who played it, noted on its rows and in `known`."""
    sats, kind = [_sat(row) for row in table], table[0].kind
    before = {sat.who: known.get(sat.who) or first_rating(kind, sat.who) for sat in sats}
    new = after(sats, {who: rating.skill for who, rating in before.items()})
    for who, skill in new.items():
        known[who] = Rating(skill, before[who].games + 1)
    for row, sat in zip(table, sats, strict=True):
        _note(row, before[sat.who], known[sat.who] if sat.who in new else None)


def _sat(row: Played) -> Sat:
    """A bot is never somebody's friend: the site seats it."""
    is_matched = row.is_matched or row.user_id is None
    return Sat(whose(row), row.side, row.place, row.has_left, is_matched, row.was_played_for)


def _note(row: Played, before: Rating, now: Rating | None) -> None:
    row.mu_before = before.mu if now else None
    row.mu = now.mu if now else None
    row.sigma = now.sigma if now else None
    row.rated_games = now.games if now else None


def rate(ladder: Ladder, tables: Sequence[Sequence[Played]]) -> None:
    """Games that have just been told of, in the order of their ends, before their rows are written.
    Games that ended after the first of them and were told of earlier are rated anew, so that it
    does not matter who is told what when."""
    first = tables[0][0]
    later = list(_since(first)) if _is_late(ladder, first) else []
    everybody = {whose(row) for row in chain(later, *tables)}
    there = _standings(ladder.kind, everybody)
    known = _known_before(first, everybody) if later else _ratings(there)
    in_order = sorted([*tables, *_by_game(later)], key=lambda table: ended(table[0]))
    for table in in_order:
        settle(table, known)
    Played.objects.bulk_update(later, ["mu_before", "mu", "sigma", "rated_games"], batch_size=200)
    climb(ladder, known, there, in_order[-1][0])


def ended(row: Played) -> tuple[datetime, int]:
    return row.finished_at, row.game_id


def _is_late(ladder: Ladder, row: Played) -> bool:
    if ladder.newest_at is None or ladder.newest_game is None:
        return False
    return ended(row) < (ladder.newest_at, ladder.newest_game)


def _by_game(rows: Iterable[Played]) -> Iterator[list[Played]]:
    return (list(table) for _game, table in groupby(rows, key=lambda row: row.game_id))


def locked(kind: str) -> Ladder:
    """Two games of one kind are never written down at once: the second builds on the first."""
    rows = Ladder.objects.select_for_update().filter(kind=kind)
    if not (found := rows.first()):
        Ladder.objects.get_or_create(kind=kind)
        found = rows.get()
    return found


def _since(first: Played) -> Iterator[Played]:
    same_moment = Q(finished_at=first.finished_at, game__gt=first.game_id)
    rows = Played.objects.filter(kind=first.kind, is_rated=True)
    rows = rows.filter(Q(finished_at__gt=first.finished_at) | same_moment)
    return rows.order_by("finished_at", "game", "seat").iterator()


def _known_before(first: Played, everybody: Iterable[Who]) -> Known:
    """Those who had been rated by then, as they were."""
    found = {who: _newest_before(first, who) for who in everybody}
    return {who: rating for who, rating in found.items() if rating is not None}


def _newest_before(first: Played, who: Who) -> Rating | None:
    theirs = Q(user=None, bot=who) if isinstance(who, str) else Q(user=who)
    same_moment = Q(finished_at=first.finished_at, game__lt=first.game_id)
    rows = Played.objects.filter(theirs, kind=first.kind, mu__isnull=False)
    rows = rows.filter(Q(finished_at__lt=first.finished_at) | same_moment)
    row = rows.order_by("-finished_at", "-game").first()
    return None if row is None else _left_with(row)


def _left_with(row: Played) -> Rating:
    assert row.mu is not None and row.sigma is not None and row.rated_games is not None
    return Rating(Skill(row.mu, row.sigma), row.rated_games)


def climb(ladder: Ladder, known: Known, there: Mapping[Who, Standing], newest: Played) -> None:
    """Everybody known gets the place that is theirs now; `there` are those who have one."""
    ladder.newest_at, ladder.newest_game = newest.finished_at, newest.game_id
    ladder.save(update_fields=["newest_at", "newest_game"])
    rows = {who: there.get(who) or _stands(ladder.kind, who) for who in known}
    for who, row in rows.items():
        row.mu, row.sigma, row.games = known[who].mu, known[who].sigma, known[who].games
        row.sure = known[who].skill.sure
    _save([row for row in rows.values() if row.pk is not None])
    Standing.objects.bulk_create((r for r in rows.values() if r.pk is None), batch_size=200)


def _save(old: list[Standing]) -> None:
    """Inserted over themselves, which costs a tenth of `bulk_update`."""
    Standing.objects.bulk_create(
        old,
        batch_size=200,
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=["mu", "sigma", "sure", "games"],
    )


def _stands(kind: str, who: Who) -> Standing:
    return (
        Standing(kind=kind, bot=who) if isinstance(who, str) else Standing(kind=kind, user_id=who)
    )


def _parted(everybody: Iterable[Who]) -> tuple[list[int], list[str]]:
    """People and bots."""
    everybody = set(everybody)
    people = sorted(who for who in everybody if isinstance(who, int))
    return people, sorted(who for who in everybody if isinstance(who, str))
