"""What a demonstration has beside its games: the tables where people met, and work for the desk."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple

from accounts import moderation
from accounts.models import User
from games.models import Announcement, Game, Player
from games.time.pace import USUAL

from ..models import Report, Room, RoomSeat
from ..talk import reports

LONGEST_WAIT = timedelta(minutes=9)
AT_ONCE = 200


class Company(NamedTuple):
    """A game that is over, and the people who played it together."""

    game: Game
    players: list[Player]

    @property
    def people(self) -> list[User]:
        return [player.user for player in self.players if player.user is not None]


def companies() -> Iterator[Company]:
    """The newest first."""
    over = Game.objects.filter(finished_at__isnull=False).select_related("seal")
    for game in over.order_by("-finished_at").prefetch_related("players__user"):
        company = Company(game, sorted(game.players.all(), key=lambda player: player.seat))
        if len(company.people) > 1:
            yield company


def set_tables(luck: Random) -> None:
    """One for each of their games, opened some minutes before its first card."""
    met = list(companies())
    rooms = [_room(company) for company in met]
    Room.objects.bulk_create(rooms, AT_ONCE)
    for room, company in zip(rooms, met, strict=True):
        room.opened_at = company.game.started_at - luck.random() * LONGEST_WAIT
    Room.objects.bulk_update(rooms, ["opened_at"], AT_ONCE)  # it says "now" when it is made
    seats = (_seat(r, p) for r, company in zip(rooms, met, strict=True) for p in company.players)
    RoomSeat.objects.bulk_create(seats, AT_ONCE)


def _room(company: Company) -> Room:
    game = company.game
    return Room(
        kind=game.kind,
        size=len(company.players),
        config=game.config,
        pace=USUAL,
        host=company.people[0],
        is_watchable=game.is_watchable,
        is_rated=game.is_rated,
        commitment=game.seal.commitment,
        changed_at=game.started_at,
        game=game,
    )


def _seat(room: Room, player: Player) -> RoomSeat:
    return RoomSeat(room=room, seat=player.seat, user=player.user, bot=player.bot, is_ready=True)


# What was said, what whoever reports it says, and how far the admin has come with it.
CASES = [
    ("Wake up, it has been your turn since yesterday.", "Always in a hurry.", Report.State.OPEN),
    ("You play like a bot.", "That was not kind.", Report.State.ASSIGNED),
    ("Give up, you cannot win anyway.", "The third time this week.", Report.State.DECIDED),
]


def lay_on_the_desk(admin: User, now: datetime) -> None:
    """Reports in every state, somebody who is muted, and what was announced a week ago."""
    without = (company for company in companies() if admin not in company.people)
    for company, (words, reason, state) in zip(without, CASES, strict=False):
        by, about = company.people[:2]
        report = _report(company.game, by, about, words, reason)
        if state != Report.State.OPEN:
            reports.take(report=report, by=admin)
        if state == Report.State.DECIDED:
            reports.decide(report=report, by=admin, decision="Muted for two days.")
            _mute(admin, about, now)
    Announcement.objects.create(
        text="The house is closed tonight from eleven to twelve.",
        begins_at=now - timedelta(days=8),
        ends_at=now - timedelta(days=7),
        deals_nothing=True,
    )


def _report(game: Game, by: User, about: User, words: str, reason: str) -> Report:
    at = game.finished_at or game.started_at
    said = {"by": about.pk, "name": about.username, "words": words, "at": at.isoformat()}
    report = {"game": game, "seq": game.seq // 2, "said": [said], "reason": reason, "at": at}
    return Report.objects.create(by=by, about=about, **report)


def _mute(admin: User, about: User, now: datetime) -> None:
    terms = moderation.Terms(until=now + timedelta(days=2))
    why = "A report, and not the first."
    moderation.decide(by=admin, about=about, what=moderation.MUTE, why=why, terms=terms)
