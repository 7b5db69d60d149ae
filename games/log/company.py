"""How many games with bots one person may have running: every one of them keeps a clock at work,
and makes the bots of all others slower."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.conf import settings
from django.db.models import Count, Exists, OuterRef, Q

from ..models import Player
from ..rules.game import Refused
from ..rules.words import _

if TYPE_CHECKING:
    from accounts.models import User


class TooManyBots(Refused):
    def __init__(self, name: str) -> None:
        most = settings.BOT_GAMES_A_PERSON
        super().__init__(
            _(
                "%(name)s has %(n)s games with bots running. One of them has to end first.",
                name=name,
                n=most,
            )
        )


def check_bot_games(people: Iterable[User]) -> None:
    """May each of these begin one more? Raises TooManyBots for the first who may not."""
    names = {person.pk: person.username for person in people}
    there = Player.objects.filter(game=OuterRef("game"))
    with_bots = Q(Exists(there.exclude(bot="")), has_given_up=False)
    # The house plays every seat, to the end. Where somebody is left, it is a game of theirs.
    left_to_the_house = ~Exists(there.filter(user__isnull=False, has_given_up=False))
    running = Player.objects.filter(
        with_bots | left_to_the_house,
        user__in=names,
        game__finished_at=None,
        game__frozen_at=None,
    )
    counted = running.values("user").annotate(games=Count("pk")).order_by("user")
    for row in counted.filter(games__gte=settings.BOT_GAMES_A_PERSON):
        raise TooManyBots(names[row["user"]])
