"""The lobby as everybody sees it: read once for all who look, and drawn once for each language."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Final

from django.utils import timezone
from markupsafe import Markup

from bruno_site.core.bounded_cache import BoundedCache
from bruno_site.core.i18n import current_language
from bruno_site.core.render import render
from bruno_site.live.page import Parts
from bruno_site.live.topics import this_moment
from games.log import window
from games.models import Player
from games.rules import kinds, rules_of
from games.rules.game import Seat
from games.rules.table import TEAMS, Team
from games.rules.words import Phrase, _, in_a_row

from . import queries
from .agreements import agreement, clauses
from .models import Room, RoomSeat
from .seating_rules import people_at

MOST_TABLES: Final = 50
MOST_WATCHED: Final = 20
MOST_PEOPLE: Final = 60


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat of an open table."""

    seat: Seat
    name: str | None  # nobody's
    is_person: bool
    team: Team | None

    @property
    def label(self) -> Phrase:
        number = self.seat + 1
        if self.team is None:
            return _("Sit here: seat %(number)s", number=number)
        return _("Sit here: seat %(number)s, %(team)s", number=number, team=self.team.name)


@dataclass(frozen=True, slots=True)
class OpenTable:
    room: Room
    rules: str
    chairs: tuple[Chair, ...]

    @property
    def tags(self) -> list[Phrase]:
        return [clause.title for clause in clauses(self.room)[:2]]


@dataclass(frozen=True, slots=True)
class Hall:
    stamp: int  # the moment before it was read
    rooms: list[Room]  # all that wait, also those that nobody is shown
    watched: list[list[Player]]
    watchable: int  # how many there are, shown or not
    people: list[str]
    waiting: Counter[str]  # how many, by the game they wait for
    by_person: dict[int, tuple[tuple[Phrase, str], ...]]  # the game and the link of their own rooms

    @property
    def listed(self) -> list[Room]:
        """With a seat that somebody could take."""
        return [room for room in self.rooms if room.is_listed and len(room.seats.all()) < room.size]

    def tables_of(self, people: Collection[int]) -> frozenset[str]:
        """The codes of the tables at which one of these people sits, or whose host is one."""
        own = (self.by_person.get(person, ()) for person in people)
        return frozenset(code for tables in own for _title, code in tables)


_halls: BoundedCache[str, Hall] = BoundedCache(1)
_parts: BoundedCache[tuple[int, str | None], Parts] = BoundedCache(16)
_own_tables: BoundedCache[tuple[int, str | None, frozenset[str]], Markup] = BoundedCache(256)
_rows: BoundedCache[tuple[int, int, str | None], Markup] = BoundedCache(4096)
_reading = Lock()


def hall_at(stamp: int) -> Hall:
    """As it was at this moment or later."""
    with _reading:
        known = _halls.get("")
        if known is not None and known.stamp >= stamp:
            return known
        return _halls.keep("", _read())


def _read() -> Hall:
    before, rooms = this_moment(), queries.waiting_rooms()
    here = queries.visitors(timezone.now())
    watched, watchable = window.to_watch(MOST_WATCHED)
    return Hall(
        stamp=before,
        rooms=rooms,
        by_person=_by_person(rooms),
        watched=watched,
        watchable=watchable,
        people=[name for name, _kind in here],
        waiting=Counter(kind for _name, kind in here if kind is not None),
    )


def _by_person(rooms: Sequence[Room]) -> dict[int, tuple[tuple[Phrase, str], ...]]:
    found: defaultdict[int, list[tuple[Phrase, str]]] = defaultdict(list)
    for room in rooms:
        for user_id in people_at(room):
            found[user_id].append((room.title, room.code))
    return {user_id: tuple(own) for user_id, own in found.items()}


def parts_of(hall: Hall, apart: Collection[int] = ()) -> Parts:
    """In the language of whoever looks, without the tables of those with whom they may not sit.
    For most people there are none; for the others the rows of all tables are drawn already, and
    put together once for all from whom the same tables are hidden."""
    key = (hall.stamp, current_language())
    parts = _parts.get(key) or _parts.keep(key, _drawn(hall))
    hidden = hall.tables_of(apart)
    if not hidden:
        return parts
    own = (*key, hidden)
    return {**parts, "tables": _own_tables.get(own) or _own_tables.keep(own, _tables(hall, hidden))}


def _drawn(hall: Hall) -> Parts:
    watched = [_watched(players) for players in hall.watched]
    unwatched = hall.watchable - len(watched)
    people = hall.people[:MOST_PEOPLE]
    return {
        "count": render("lobby/hall_count.html", people=len(hall.people), tables=hall.watchable),
        "tables": _tables(hall),
        "watched": render("lobby/hall_watched.html", watched=watched, more=unwatched),
        "here": render("lobby/hall_here.html", people=people, more=len(hall.people) - len(people)),
        **{f"waiting-{kind}": _waiting(kind, hall.waiting[kind]) for kind in kinds()},
    }


def _tables(hall: Hall, hidden: Collection[str] = ()) -> Markup:
    listed = [room for room in hall.listed if room.code not in hidden]
    tables = [_row(room) for room in listed[:MOST_TABLES]]
    return render("lobby/hall_tables.html", tables=tables, more=len(listed) - len(tables))


def _waiting(kind: str, people: int) -> Markup:
    return render("lobby/hall_waiting.html", kind=kind, people=people)


def _row(room: Room) -> Markup:
    """Drawn anew only when something happened there."""
    key = (room.pk, room.version, current_language())
    known = _rows.get(key)
    if known is not None:
        return known
    return _rows.keep(key, render("lobby/hall_table.html", table=_table(room)))


def _table(room: Room) -> OpenTable:
    meta, taken = rules_of(room.kind).META, {seat.seat: seat for seat in room.seats.all()}
    teams = meta.teams(room.config, room.size)
    chairs = tuple(_chair(seat, taken.get(seat), _team(seat, teams)) for seat in range(room.size))
    return OpenTable(room, agreement(meta, room.config).title, chairs)


def _chair(seat: Seat, sitter: RoomSeat | None, team: Team | None) -> Chair:
    if sitter is None:
        return Chair(seat, None, False, team)
    return Chair(seat, sitter.name, not sitter.bot, team)


def _team(seat: Seat, teams: Sequence[Sequence[Seat]]) -> Team | None:
    for team, mates in zip(TEAMS, teams, strict=False):
        if seat in mates and len(mates) > 1:
            return team
    return None


def _watched(players: Sequence[Player]) -> dict[str, object]:
    game = players[0].game
    names = in_a_row(*(player.name for player in players))
    return {"title": game.meta.title, "names": names, "address": game.get_absolute_url()}
