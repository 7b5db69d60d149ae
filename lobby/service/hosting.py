"""What the host of a table does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from random import SystemRandom

from django.db import transaction

from accounts.models import User
from games.history.ratings import ratings_of
from games.rules import rules_of
from games.rules.game import Config, Refused, Seat, Teams
from games.rules.words import _

from ..models import Room, RoomSeat
from .checks import check_game, check_level, check_seat
from .holding import dropped, hosted, waiting
from .starting import changed

chance = SystemRandom()


@transaction.atomic
def add_bot(*, code: str, user: User, seat: Seat, level: str) -> None:
    room = hosted(code, user)
    check_level(room.kind, level)
    check_seat(room, seat)
    if room.seats.filter(seat=seat).exists():
        raise Refused(_("Somebody was faster: this seat is taken."))
    RoomSeat.objects.create(room=room, seat=seat, bot=level)
    changed(room, user)


@transaction.atomic
def fill(*, code: str, user: User, level: str) -> None:
    """A bot in every free seat."""
    room = hosted(code, user)
    check_level(room.kind, level)
    taken = set(room.seats.values_list("seat", flat=True))
    free = [seat for seat in range(room.size) if seat not in taken]
    RoomSeat.objects.bulk_create(RoomSeat(room=room, seat=seat, bot=level) for seat in free)
    changed(room, user)


@transaction.atomic
def remove(*, code: str, user: User, seat: Seat) -> None:
    """A bot, or somebody who is not welcome here any more."""
    room = hosted(code, user)
    sitter = room.seats.filter(seat=seat).exclude(user=user).first()
    if sitter is None:
        raise Refused(_("Nobody sits there whom you could send away."))
    if sitter.user_id is not None:
        room.unwelcome = [*room.unwelcome, sitter.user_id]
    sitter.delete()
    changed(room, user)


@transaction.atomic
def shuffle(*, code: str, user: User) -> None:
    """Those who sit change places by chance; nobody is ready for that before they saw it."""
    room = hosted(code, user)
    sitters = list(room.seats.all())
    seats = [sitter.seat for sitter in sitters]
    chance.shuffle(seats)
    reseat(room, sitters, seats)


@transaction.atomic
def balance(*, code: str, user: User) -> None:
    """The sides are made as even as ratings can tell."""
    room = hosted(code, user)
    sitters = list(room.seats.all())
    teams = rules_of(room.kind).META.teams(room.config, room.size)
    if len(sitters) < room.size or all(len(team) == 1 for team in teams):
        raise Refused(_("Teams can be balanced when every seat is taken."))
    reseat(room, sitters, evened(teams, _strengths(room.kind, sitters)))


def _strengths(kind: str, sitters: list[RoomSeat]) -> list[float]:
    people = [sitter.user_id for sitter in sitters if sitter.user_id is not None]
    known = ratings_of(kind, people, [sitter.bot for sitter in sitters if sitter.bot])
    return [known[sitter.user_id or sitter.bot].mu for sitter in sitters]


def evened(teams: Teams, strengths: Sequence[float]) -> list[Seat]:
    """For each of these sitters a seat, so that no side is much stronger than another."""

    def spread(seats: Iterable[Seat]) -> float:
        by_seat = dict(zip(seats, strengths, strict=True))
        sides = [sum(by_seat[seat] for seat in team) for team in teams]
        return max(sides) - min(sides)

    return list(min(permutations(range(len(strengths))), key=spread))


def reseat(room: Room, sitters: list[RoomSeat], seats: list[Seat]) -> None:
    room.seats.all().delete()
    for sitter, seat in zip(sitters, seats, strict=True):
        sitter.pk, sitter.seat = None, seat
    RoomSeat.objects.bulk_create(sitters)
    ask_again(room)
    changed(room, room.host)


def ask_again(room: Room) -> None:
    """Have everyone say again that they are ready, now that rules or seats are others: no page says
    so by itself. A seat that was kept for somebody who has come is theirs."""
    room.seats.update(is_ready=False, comes_ready=False)
    room.seats.filter(seen_at__isnull=False).update(kept_until=None)


@transaction.atomic
def edit_rules(
    *, code: str, user: User, size: int, config: Config, pace: str, **agreed: bool
) -> None:
    """Whoever was ready was so for other rules. `agreed`: as for open_room."""
    room = hosted(code, user)
    is_rated = agreed.get("is_rated", room.is_rated)
    room.config = check_game(room.kind, size, config, pace, is_rated=is_rated, after=room.after)
    if room.seats.filter(seat__gte=size).exists():
        raise Refused(_("Somebody sits in a seat that would be gone. Move them first."))
    room.size, room.pace = size, pace
    for name, value in agreed.items():
        setattr(room, name, value)
    ask_again(room)
    changed(room, user)


@transaction.atomic
def hand_over(*, code: str, user: User, seat: Seat) -> None:
    room = hosted(code, user)
    heir = room.seats.filter(seat=seat, user__isnull=False).select_related("user").first()
    if heir is None or heir.user is None:
        raise Refused(_("Nobody sits there who could take over the table."))
    room.host = heir.user
    changed(room, user)


@transaction.atomic
def keep_open(*, code: str, user: User) -> None:
    """Still wanted, although nothing has happened here for long."""
    room = waiting(code)
    if user.pk != room.host_id and not room.seats.filter(user=user).exists():
        raise Refused(_("Only those who sit at the table can keep it open."))
    changed(room, user)


@transaction.atomic
def close(*, code: str, user: User) -> None:
    dropped(hosted(code, user))
