from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Mismatch(models.Model):
    """A game whose log its rules cannot have made. Where, and not what: it may still be played."""

    game = models.OneToOneField(
        "games.Game", models.PROTECT, related_name="mismatch", verbose_name=_("game")
    )
    move = models.PositiveIntegerField(_("at move"), null=True)  # none: at its end
    found_at = models.DateTimeField(_("found"), default=timezone.now)

    class Meta:
        verbose_name = _("game that does not replay")
        verbose_name_plural = _("games that do not replay")

    def __str__(self) -> str:
        return f"game {self.game_id} at move {self.move}"


class Unshared(models.Model):
    """How often a player has withdrawn the link to a private game: older links open nothing."""

    game = models.OneToOneField(
        "games.Game", models.PROTECT, primary_key=True, related_name="unshared"
    )
    times = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"the links to game {self.game_id}"
