"""Who is called to which room or party, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils import timezone

if TYPE_CHECKING:
    from ..models import Party, Room


class Notice(models.Model):
    """Shown to one person until they follow it, put it away, or it has lost its sense."""

    class Why(models.TextChoices):
        READY = "ready"  # a table was found for you, or the one you sit at has begun
        INVITED = "invited"
        AGAIN = "again"  # somebody wants to play once more
        PARTNER = "partner"  # somebody wants to wait for a table together

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    why = models.CharField(max_length=8, choices=Why)
    sender = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="notices_sent"
    )
    room = models.ForeignKey("lobby.Room", models.CASCADE, null=True, related_name="notices")
    party = models.ForeignKey("lobby.Party", models.CASCADE, null=True, related_name="notices")
    at = models.DateTimeField(default=timezone.now, db_index=True)
    put_away_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(name="notice_by_sender", fields=["sender", "at"])]
        constraints = [
            models.UniqueConstraint(fields=["user", "why", "room"], name="one_notice_a_reason"),
            models.UniqueConstraint(fields=["user", "why", "party"], name="one_notice_a_party"),
            models.CheckConstraint(
                name="called_to_a_room_or_a_party",
                condition=models.Q(room__isnull=False, party__isnull=True)
                | models.Q(room__isnull=True, party__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"notice {self.pk}"

    @property
    def where(self) -> Room | Party:
        found = self.room or self.party
        assert found is not None
        return found
