"""What is told of a person: figures, rating, company."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, F, OuterRef, QuerySet, Subquery, Window
from django.db.models.functions import Coalesce, RowNumber

from ..rules import kinds, rules_of
from ..rules.words import Phrase
from .curve import Curve, curve_of
from .models import FEWEST_GAMES, Played, Standing, Tally
from .ratings import Rating
from .rows import Somebody, bot, person
from .skill import Skill

if TYPE_CHECKING:
    from accounts.models import User

MOST_OTHERS = 10
CURVE_GAMES = 60


@dataclass(frozen=True, slots=True)
class Score:
    games: int
    won: int

    @property
    def percent(self) -> int:
        return round(100 * self.won / self.games) if self.games else 0


@dataclass(frozen=True, slots=True)
class Met:
    """How somebody's games with or against another went."""

    who: Somebody
    score: Score


@dataclass(frozen=True, slots=True)
class Place:
    rating: Rating
    place: int
    of: int


@dataclass(frozen=True, slots=True)
class Tab:
    kind: str
    title: Phrase
    is_here: bool


@dataclass(frozen=True, slots=True)
class Profile:
    """One person at one kind of game, as a viewer may see it."""

    kind: str
    tabs: list[Tab]
    score: Score
    place: Place | None  # once it is shown
    curve: Curve | None
    partners: list[Met]
    opponents: list[Met]


def profile_of(user: User, is_own: bool, kind: str) -> Profile:
    """Of the kind asked for, or else of the one they play most."""
    tallies = _tallies(user, is_own)
    scores = {tally.kind: _score(tally, is_own) for tally in tallies if not tally.side}
    chosen = kind or max(kinds(), key=lambda each: scores[each].games if each in scores else 0)
    here = [tally for tally in tallies if tally.kind == chosen]
    return Profile(
        kind=chosen,
        tabs=tabs(chosen),
        score=scores.get(chosen, Score(0, 0)),
        place=place_of(user, chosen),
        curve=_curve(user, chosen),
        partners=_company(here, Tally.Side.WITH, is_own),
        opponents=_company(here, Tally.Side.AGAINST, is_own),
    )


def tabs(chosen: str) -> list[Tab]:
    return [Tab(kind, rules_of(kind).META.title, kind == chosen) for kind in kinds()]


def _tallies(user: User, is_own: bool) -> list[Tally]:
    """In all, and with and against those met most, at every kind: one query."""
    games = F("games" if is_own else "open_games")
    number = Window(
        RowNumber(), partition_by=[F("kind"), F("side")], order_by=[games.desc(), F("pk").asc()]
    )
    met = Tally.objects.filter(user=user).annotate(shown=games, number=number)
    most = met.filter(number__lte=MOST_OTHERS, shown__gt=0).select_related("other")
    return list(most.order_by("kind", "side", "number"))


def _score(tally: Tally, is_own: bool) -> Score:
    if is_own:
        return Score(tally.games, tally.won)
    return Score(tally.open_games, tally.open_won)


def _company(tallies: Sequence[Tally], side: str, is_own: bool) -> list[Met]:
    return [Met(_who(tally), _score(tally, is_own)) for tally in tallies if tally.side == side]


def _who(tally: Tally) -> Somebody:
    if tally.other is None:
        return bot(tally.kind, tally.bot)
    return person(tally.other)


def ladder(kind: str) -> QuerySet[Standing]:
    """From the top. Whoever has left for good is not on it."""
    shown = Standing.objects.filter(kind=kind, games__gte=FEWEST_GAMES)
    return shown.order_by("-sure", "pk").exclude(user__is_active=False)


def place_of(user: User, kind: str) -> Place | None:
    shown = ladder(kind).order_by()
    above = shown.filter(sure__gt=OuterRef("sure"))
    mine = shown.filter(user=user).annotate(above=_number_of(above), of=_number_of(shown))
    found = mine.values_list("mu", "sigma", "games", "above", "of").first()
    if found is None:
        return None
    mu, sigma, games, number, everybody = found
    return Place(Rating(Skill(mu, sigma), games), number + 1, everybody)


def _number_of(standings: QuerySet[Standing]) -> Coalesce:
    counted = standings.values("kind").annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted), 0)


def _curve(user: User, kind: str) -> Curve | None:
    rated = Played.objects.filter(
        user=user, kind=kind, mu__isnull=False, rated_games__gte=FEWEST_GAMES
    )
    newest = rated.order_by("-finished_at", "-game")[:CURVE_GAMES]
    return curve_of([(row.finished_at, row.mu or 0.0, row.sigma or 0.0) for row in newest])
