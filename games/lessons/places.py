"""Where somebody is in a lesson: kept with their session, so it needs no account."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from django.contrib.sessions.backends.base import SessionBase, UpdateError

PLACES: Final = "lessons"


def place_of(session: SessionBase, kind: str) -> int:
    return int(session.get(PLACES, {}).get(kind, 0))


def keep(session: SessionBase, kind: str, place: int) -> None:
    session[PLACES] = {**session.get(PLACES, {}), kind: place}
    # Whoever has logged out meanwhile has nothing to come back to.
    with suppress(UpdateError):
        session.save()
