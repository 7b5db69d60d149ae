"""Who and what the tests of the site are about."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.models import Permission
from django.utils import timezone
from factory.declarations import LazyFunction, Sequence
from factory.django import DjangoModelFactory

from accounts.models import User
from games.models import Game
from games.rules import fair
from lobby import service
from lobby.models import Room, RoomSeat

PASSWORD = "correct horse battery"
NAMES = ("alice", "bob", "carol", "dave")


class Quick(Argon2PasswordHasher):
    """As little work as there can be: it protects nobody."""

    time_cost, memory_cost, parallelism = 1, 8, 1


@cache
def hashed_password() -> str:
    return str(Quick().encode(PASSWORD, "some salt"))


class UserFactory(DjangoModelFactory[User]):
    class Meta:
        model = User

    username = Sequence(lambda n: f"player{n}")  # type: ignore[no-untyped-call]
    password = LazyFunction(hashed_password)  # type: ignore[no-untyped-call]


def four_players() -> list[User]:
    """alice, bob, carol and dave, in the order of their seats."""
    return [UserFactory.create(username=name) for name in NAMES]


def staff(name: str, *rights: str) -> User:
    """Somebody at the admin's desk who may do this much."""
    person = UserFactory.create(username=name, is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=rights))
    return person


def open_bruno(user: User, **options: bool) -> Room:
    return service.open_room(user=user, kind="bruno", size=4, config=options)


def finish(game: Game | None, *winners: int) -> None:
    """Over all at once, with no need to play it."""
    assert game is not None
    result = {"winners": winners, "scores": [0] * game.players.count()}
    over = {"result": result, "finished_at": timezone.now(), "turn": None}
    Game.objects.filter(pk=game.pk).update(**over)


def all_ready(room: Room) -> Game:
    """Everyone who sits there says so, and with the last one the game begins."""
    for user in User.objects.filter(room_seats__room=room):
        room = service.ready(code=room.code, user=user)
    assert room.game is not None
    return room.game


def nonce_of(user: User) -> str:
    """The share of the shuffle that this person's browser would add."""
    return f"{user.pk:032x}"


def ready_with_seal(room: Room, user: User) -> Room:
    return service.ready(code=room.code, user=user, nonce_seal=fair.nonce_seal(nonce_of(user)))


def ready_and_open(room: Room, user: User) -> Room:
    """Ready with a sealed share, which is opened if everyone is ready now, as theirs are."""
    room = ready_with_seal(room, user)
    if room.opening_since is None:
        return room
    for person in User.objects.filter(room_seats__room=room):
        room = service.open_share(code=room.code, user=person, nonce=nonce_of(person))
    return room


def seated(room: Room, *users: User, **kwargs: Any) -> Room:
    """These people, and nobody else, sit there in the order of the seats."""
    room.seats.all().delete()
    for seat, user in enumerate(users):
        RoomSeat.objects.create(room=room, seat=seat, user=user, **kwargs)
    return room
