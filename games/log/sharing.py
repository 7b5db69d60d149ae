"""The links by which a game that only its players may see can be shown to others afterwards."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from django.core.signing import Signer
from django.db.models import F
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from ..models import Game, Unshared

_signer: Final = Signer(salt="games.replay")


def key_of(code: str) -> str:
    """What a player puts into a link: only this site can have made it. It holds until one of the
    players withdraws it."""
    times = Unshared.objects.filter(game__code=code).values_list("times", flat=True).first()
    return _signer.signature(f"{code} {times or 0}")


def opens(code: str, key: str) -> bool:
    return constant_time_compare(key, key_of(code))


def withdraw(game: Game) -> None:
    """Links that were given away open nothing any more; the next one is another."""
    Unshared.objects.get_or_create(game=game)
    Unshared.objects.filter(game=game).update(times=F("times") + 1)


def replay_link(game: Game, at: int = 1) -> str:
    """For those who look after the house: they see a game that is over though they did not play."""
    asked: dict[str, int | str] = {"at": at}
    if not game.is_watchable:
        asked["key"] = key_of(game.code)
    return f"{reverse('games:replay', args=[game.code])}?{urlencode(asked)}"
