"""Who and what the tests of the site are about."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.contrib.auth.hashers import make_password
from django.utils import timezone
from factory.declarations import LazyFunction, Sequence
from factory.django import DjangoModelFactory

from accounts.models import User
from games.models import Game
from lobby import service
from lobby.models import Room, RoomSeat

PASSWORD = "correct horse battery"
NAMES = ("alice", "bob", "carol", "dave")


@cache
def hashed_password() -> str:
    """Slow on purpose, so once is enough for all."""
    return make_password(PASSWORD, hasher="pbkdf2_sha256")


class UserFactory(DjangoModelFactory[User]):
    class Meta:
        model = User

    username = Sequence(lambda n: f"player{n}")  # type: ignore[no-untyped-call]
    password = LazyFunction(hashed_password)  # type: ignore[no-untyped-call]


def four_players() -> list[User]:
    """alice, bob, carol and dave, in the order of their seats."""
    return [UserFactory.create(username=name) for name in NAMES]


def open_bruno(user: User, **options: bool) -> Room:
    return service.open_room(user=user, kind="bruno", size=4, config=options)


def finish(game: Game | None, *winners: int) -> None:
    """Over all at once, with no need to play it."""
    assert game is not None
    result = {"winners": winners, "scores": [0] * game.players.count()}
    Game.objects.filter(pk=game.pk).update(result=result, finished_at=timezone.now())


def seated(room: Room, *users: User, **kwargs: Any) -> Room:
    """These people, and nobody else, sit there in the order of the seats."""
    room.seats.all().delete()
    for seat, user in enumerate(users):
        RoomSeat.objects.create(room=room, seat=seat, user=user, **kwargs)
    return room
