"""What was said, and what was reported."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST = 200


class Line(models.Model):
    """Something said at a table or in its room: a phrase by its key, or own words."""

    game = models.ForeignKey("games.Game", models.CASCADE, null=True, related_name="lines")
    room = models.ForeignKey("lobby.Room", models.CASCADE, null=True, related_name="lines")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="lines")
    phrase = models.CharField(max_length=16, blank=True)
    text = models.CharField(max_length=LONGEST, blank=True)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        indexes = [models.Index(name="line_by_author", fields=["author", "at"])]
        constraints = [
            models.CheckConstraint(
                name="said_at_a_table_or_in_a_room",
                condition=Q(game__isnull=False, room__isnull=True)
                | Q(game__isnull=True, room__isnull=False),
            ),
            models.CheckConstraint(
                name="a_phrase_or_own_words",
                condition=Q(phrase="") & ~Q(text="") | ~Q(phrase="") & Q(text=""),
            ),
        ]

    def __str__(self) -> str:
        return f"line {self.pk}"


class Report(models.Model):
    """That somebody finds a line or a move wrong, with what stood around it at that moment."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        ASSIGNED = "assigned", _("assigned")
        DECIDED = "decided", _("decided")

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="reports_made",
        verbose_name=_("by whom"),
    )
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="reports_received",
        verbose_name=_("about"),
    )
    game = models.ForeignKey(
        "games.Game",
        models.SET_NULL,
        null=True,
        related_name="reports",
        verbose_name=_("game"),
    )
    seq = models.PositiveIntegerField(_("move"), null=True)  # the moment, for the replay
    # Lines are forgotten and rooms closed: what was said around it is kept here.
    said = models.JSONField(_("what was said"), default=list)
    reason = models.CharField(_("why"), max_length=500, blank=True)
    at = models.DateTimeField(_("when"), default=timezone.now)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.OPEN)
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="reports_assigned",
        verbose_name=_("who sees to it"),
        limit_choices_to={"is_staff": True},
    )
    decision = models.CharField(_("decision"), max_length=500, blank=True)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("report"), _("reports")
        indexes = [models.Index(name="report_on_the_desk", fields=["state", "at"])]

    def __str__(self) -> str:
        return f"report {self.pk}"
