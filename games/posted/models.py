"""What the house tells everybody."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Announcement(models.Model):
    """A line on every page for as long as it says. Meanwhile the house may deal no new games."""

    text = models.CharField(_("text"), max_length=200)
    begins_at = models.DateTimeField(_("from"), default=timezone.now)
    ends_at = models.DateTimeField(_("until"), db_index=True)
    deals_nothing = models.BooleanField(
        _("no new games meanwhile"),
        default=False,
        help_text=_("Games that run are played to their end."),
    )

    class Meta:
        verbose_name, verbose_name_plural = _("announcement"), _("announcements")
        ordering = ["begins_at"]
        constraints = [
            models.CheckConstraint(
                name="announcement_ends_after_it_begins", condition=Q(ends_at__gt=F("begins_at"))
            ),
        ]

    def __str__(self) -> str:
        return self.text
