"""Saying something, and reading what was said."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from bruno_site.core.bounded_cache import BoundedCache
from bruno_site.core.timestamps import as_text
from bruno_site.live.topics import poke
from games.rules.game import Refused
from games.rules.words import Phrase, _

from ..models import Room
from .models import Line
from .phrases import PHRASES
from .places import Place, Spot, Voice
from .wording import worded

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SHOWN = 30
KEPT_FOR = timedelta(days=30)
# So many at once, and so many in a longer while.
LIMITS = ((timedelta(seconds=5), 3), (timedelta(minutes=1), 12))


@dataclass(frozen=True, slots=True)
class Said:
    number: int
    author_id: int
    name: str
    words: Phrase | str
    at: datetime

    @property
    def moment(self) -> int:
        """What it is called in a form: the number of a row would tell how much is said here."""
        return (self.at - EPOCH) // timedelta(microseconds=1)


def say(*, spot: Spot, author: User, phrase: str = "", text: str = "") -> None:
    """Raises Refused; then nothing was said."""
    _check_voice(spot.voice, phrase)
    words = {"phrase": phrase} if phrase else {"text": worded(text)}
    with transaction.atomic():
        _hold_room(spot.place)
        now = timezone.now()
        # Held, so that nobody is faster than the limits with two hands.
        _check_person(User.objects.select_for_update(no_key=True).get(pk=author.pk), now)
        place = spot.place._asdict()
        line = Line.objects.create(author=author, at=now, **place, **words)
        transaction.on_commit(partial(poke, spot.place.topic, line.pk))


def _hold_room(place: Place) -> None:
    """Nobody closes the room before this is said. Raises Refused if somebody has."""
    rooms = Room.objects.select_for_update().filter(pk=place.room_id or 0)
    if place.room_id is not None and rooms.first() is None:
        raise Refused(_("This table is closed."))


def _check_voice(voice: Voice, phrase: str) -> None:
    if voice is Voice.NONE:
        raise Refused(_("Only those who sit at the table may say something here."))
    if phrase and phrase not in PHRASES:
        raise Refused(_("There is no such phrase."))
    if not phrase and voice is Voice.PHRASES:
        raise Refused(_("While cards are in play there are only the phrases."))


def _check_person(author: User, now: datetime) -> None:
    if author.muted_until is not None and author.muted_until > now:
        until = as_text(author.muted_until)
        raise Refused(_("An admin has muted you until %(until)s.", until=until))
    mine = Line.objects.filter(author=author)
    for span, most in LIMITS:
        if mine.filter(at__gt=now - span).count() >= most:
            raise Refused(_("That was too much at once. Wait a moment before you say more."))


# What was said up to a line never changes; a thousand who look on read it once.
_recent: BoundedCache[tuple[Place, int], tuple[Said, ...]] = BoundedCache(1024)


def newest_at(places: Collection[Place]) -> dict[Place, int]:
    """Wherever anything was said, what was said last."""
    games = {place.game_id for place in places if place.game_id is not None}
    rooms = {place.room_id for place in places if place.room_id is not None}
    return _newest(Line.objects.filter(Q(game__in=games) | Q(room__in=rooms)))


def recent(place: Place, until: int) -> tuple[Said, ...]:
    """The last lines up to this one, oldest first."""
    if not until:
        return ()
    known = _recent.get((place, until))
    return _recent.keep((place, until), _read(place, until)) if known is None else known


def _read(place: Place, until: int) -> tuple[Said, ...]:
    lines = _lines(place).filter(pk__lte=until).select_related("author").order_by("-pk")[:SHOWN]
    return tuple(said(line) for line in reversed(lines))


def said(line: Line) -> Said:
    words = PHRASES.get(line.phrase, line.phrase) if line.phrase else line.text
    return Said(line.pk, line.author_id, line.author.username, words, line.at)


def _lines(place: Place) -> QuerySet[Line]:
    return Line.objects.filter(**place._asdict())


def newest_since(then: datetime) -> dict[Place, int]:
    """Wherever something was said since then, what was said last: one query for the whole site."""
    return _newest(Line.objects.filter(at__gt=then))


def _newest(found: QuerySet[Line]) -> dict[Place, int]:
    rows = found.values("game_id", "room_id").annotate(newest=Max("pk"))
    return {Place(row["game_id"], row["room_id"]): row["newest"] for row in rows}


def forget_old(now: datetime) -> int:
    forgotten, _by_table = Line.objects.filter(at__lt=now - KEPT_FOR).delete()
    return forgotten
