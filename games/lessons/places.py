"""Where somebody is in a lesson: kept with their session, so it needs no account."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.sessions.backends.base import SessionBase, UpdateError
from django.http import HttpRequest

from accounts.guests import dismiss_welcome

from ..rules.lesson import lessons

PLACES: Final = "lessons"


def place_of(session: SessionBase, kind: str) -> int:
    return int(session.get(PLACES, {}).get(kind, 0))


def has_finished(session: SessionBase) -> bool:
    """Any lesson, to its end."""
    return any(place_of(session, kind) >= len(it.stops) - 1 for kind, it in lessons().items())


def remember(request: HttpRequest, user: AbstractBaseUser, **_signal: object) -> None:
    """Whoever learned first and took a name afterwards is no newcomer."""
    if has_finished(request.session):
        dismiss_welcome(user.pk)


def keep(session: SessionBase, kind: str, place: int) -> None:
    session[PLACES] = {**session.get(PLACES, {}), kind: place}
    if session.session_key is None:
        return  # a socket has no way to tell its browser of a new one
    # Whoever has logged out meanwhile has nothing to come back to.
    with suppress(UpdateError):
        session.save()
