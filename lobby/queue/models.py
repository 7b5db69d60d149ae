"""Who waits for a table, and who wants to wait together."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from games.models import new_code
from games.rules import rules_of
from games.rules.words import Phrase


class Party(models.Model):
    """Two who want to play in one team, or one who has sent a friend the link."""

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    kind = models.CharField(max_length=32)
    host = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="party")
    # Whoever came last; only one who has a ticket too waits now.
    friend = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="parties_joined"
    )
    opened_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name_plural = "parties"
        constraints = [
            models.CheckConstraint(
                name="nobody_is_their_own_friend",
                condition=Q(friend__isnull=True) | ~Q(friend=F("host")),
            )
        ]

    def __str__(self) -> str:
        return f"party {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("lobby:party", args=[self.code])

    @property
    def title(self) -> Phrase:
        return rules_of(self.kind).META.title


class Ticket(models.Model):
    """That somebody waits for a table of a game: one a person. Once there is a room for them it
    names the room, so that they keep their place in the queue if the others do not come."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ticket")
    kind = models.CharField(max_length=32)
    party = models.ForeignKey(Party, models.CASCADE, null=True, related_name="tickets")
    since = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)  # a lease: nobody tells who is gone
    takes_bots = models.BooleanField(default=False)
    room = models.ForeignKey("lobby.Room", models.SET_NULL, null=True, related_name="tickets")

    class Meta:
        indexes = [models.Index(name="ticket_waiting", fields=["kind", "since"])]

    def __str__(self) -> str:
        return f"ticket {self.pk}"

    @property
    def title(self) -> Phrase:
        return rules_of(self.kind).META.title
