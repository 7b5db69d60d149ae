"""When a game is over its players may use their own words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.db import transaction

from bruno_site.live.topics import poke_now
from games.log.listeners import listener
from games.models import Game

from .places import Place


@listener("talk")
def open_talk(games: Sequence[Game]) -> None:
    for game in games:
        transaction.on_commit(partial(poke_now, Place(game.pk, None).voice_topic))
