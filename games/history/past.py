"""Looking through what somebody has played: what is asked for, and the games that fit it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import UTC, datetime, time, tzinfo
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django import forms
from django.db.models import DateTimeField, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet
from django.db.models.functions import TruncDate
from django.db.models.lookups import GreaterThanOrEqual, LessThanOrEqual
from django.http import Http404, QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import LONGEST, key_of

from ..phrases import translate
from ..rules import kinds, rules_of
from .models import Played

SHOWN = 20
MOST_PEOPLE = 5  # a table has no more others
ANY = ("", _("any"))


def _games() -> list[tuple[str, Any]]:
    return [("", _("all")), *((kind, translate(rules_of(kind).META.title)) for kind in kinds())]


class Names(forms.CharField):
    """Several names, with commas between them; their keys."""

    def clean(self, value: Any) -> list[str]:
        names = [name.strip() for name in super().clean(value).split(",")]
        keys = [key_of(name) for name in names if name]
        if len(keys) > MOST_PEOPLE or any(len(name) > LONGEST for name in names):
            raise forms.ValidationError(_("At most five names, with commas between them."))
        return keys


def _people(keys: Collection[str]) -> dict[str, int]:
    """Their numbers; nobody has 0."""
    found = User.objects.filter(key__in=keys).values_list("key", "pk")
    return dict.fromkeys(keys, 0) | dict(found)


def _day(zone: tzinfo, at: datetime) -> TruncDate:
    """On which day a game ended, by the clock of that zone as it goes at this moment: on a day on
    which clocks change, its end has another than its beginning."""
    ahead = zone.utcoffset(at)
    return TruncDate(ExpressionWrapper(F("finished_at") + ahead, DateTimeField()))


class Asked(forms.Form):
    """What a visitor wants to see of somebody's games."""

    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[
            ANY,
            (Played.Outcome.WON, _("won")),
            (Played.Outcome.LOST, _("lost")),
            (Played.Outcome.DRAWN, _("drawn")),
            (Played.Outcome.CLOSED, _("closed")),
            (Played.Outcome.VOID, _("not counted")),
        ],
    )
    rated = forms.ChoiceField(
        label=_("Rated"),
        required=False,
        choices=[ANY, ("yes", _("rated")), ("no", _("friendly"))],
    )
    bots = forms.ChoiceField(
        label=_("Bots"),
        required=False,
        choices=[ANY, ("yes", _("with bots")), ("no", _("people alone"))],
    )
    partner = forms.CharField(label=_("Partner"), required=False, max_length=LONGEST)
    opponent = forms.CharField(label=_("Opponent"), required=False, max_length=LONGEST)
    together = Names(label=_("With all of these"), required=False, max_length=200)
    since = forms.DateField(
        label=_("From"), required=False, widget=forms.DateInput({"type": "date"})
    )
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput({"type": "date"}))
    # Whose days these are: js/moments.js says it, which tells all moments by the reader's clock.
    zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def clean_zone(self) -> tzinfo:
        try:
            return ZoneInfo(self.cleaned_data["zone"])
        except (ValueError, KeyError, OSError):
            return UTC

    def wishes(self) -> Iterator[Q | Exists]:
        """Of what was understood; the rest is said beside its field."""
        self.full_clean()
        asked = self.cleaned_data if self.is_bound else {}
        if asked.get("result"):
            yield Q(outcome=asked["result"])
        if asked.get("rated"):
            yield Q(is_rated=asked["rated"] == "yes")
        if asked.get("bots"):
            yield Q(has_bots=asked["bots"] == "yes")
        if asked.get("since"):
            since = asked["since"]
            begins = datetime.combine(since, time.min)
            yield Q(GreaterThanOrEqual(_day(asked.get("zone", UTC), begins), since))
        if asked.get("until"):
            until = asked["until"]
            ends = datetime.combine(until, time.max)
            yield Q(LessThanOrEqual(_day(asked.get("zone", UTC), ends), until))
        yield from self._company(asked)

    def _company(self, asked: dict[str, Any]) -> Iterator[Exists]:
        """Whom it names is found out first: where a name is looked for game by game, the games of
        everybody else make it slower."""
        partner, opponent = (key_of(asked.get(name, "")) for name in ("partner", "opponent"))
        together = asked.get("together", [])
        named = {key for key in (partner, opponent, *together) if key}
        people = _people(named) if named else {}
        others = Played.objects.filter(game=OuterRef("game")).exclude(seat=OuterRef("seat"))
        if partner:
            yield Exists(others.filter(side=OuterRef("side"), user=people[partner]))
        if opponent:
            yield Exists(others.exclude(side=OuterRef("side")).filter(user=people[opponent]))
        for key in together:
            yield Exists(others.filter(user=people[key]))


class AskedOfAll(Asked):
    """The same where games of every kind are listed."""

    game = forms.ChoiceField(label=_("Game"), required=False, choices=_games)
    field_order = ["game"]

    def wishes(self) -> Iterator[Q | Exists]:
        yield from super().wishes()
        if self.is_bound and self.cleaned_data.get("game"):
            yield Q(kind=self.cleaned_data["game"])


class Past(NamedTuple):
    """A page of games, the newest first: their seats, and from where on there are older ones."""

    games: list[list[Played]]
    older: str  # the code of the last game shown, or nothing


def past_of(person: User, viewer: Any, asked: Asked, before: str, kind: str = "") -> Past:
    theirs = Played.objects.filter(*asked.wishes(), user=person)
    if kind:
        theirs = theirs.filter(kind=kind)
    if viewer.pk != person.pk:
        theirs = theirs.filter(is_open=True)
    if before:
        theirs = theirs.filter(_before(theirs, before))
    found = _tables(theirs.order_by("-finished_at", "-game"))
    older = found[SHOWN - 1][0].game.code if len(found) > SHOWN else ""
    return Past(found[:SHOWN], older)


def _before(theirs: QuerySet[Played], code: str) -> Q:
    """Of any other game nobody learns here whether it exists."""
    last = theirs.filter(game__code=code).first()
    if last is None:
        raise Http404
    return Q(finished_at__lt=last.finished_at) | Q(
        finished_at=last.finished_at, game__lt=last.game_id
    )


def _tables(theirs: QuerySet[Played]) -> list[list[Played]]:
    """All seats of these games, in one query, and one game more than is shown."""
    games = theirs.values("game")[: SHOWN + 1]
    rows = Played.objects.filter(game__in=games).select_related("game", "user")
    rows = rows.order_by("-finished_at", "-game", "seat").defer("game__config")
    tables: dict[int, list[Played]] = {}
    for row in rows:
        tables.setdefault(row.game_id, []).append(row)
    return list(tables.values())


def without_page(asked: QueryDict) -> str:
    """The address of the same search from its beginning, to add a page to."""
    given = asked.copy()
    given.pop("before", None)
    return given.urlencode()
