from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import BOT_NAMES, CODE_LETTERS
from games.rules import rules_of
from games.rules.words import Phrase

# Django looks for tables here; these lie with what is done with them.
from .notices.models import Notice as Notice
from .queue.models import Party as Party
from .queue.models import Ticket as Ticket
from .talk.models import Line as Line
from .talk.models import Report as Report


def new_code() -> str:
    """The link is the invitation, so it cannot be guessed: some 8 × 10¹¹ codes."""
    letters = "".join(secrets.choice(CODE_LETTERS) for _place in range(8))
    return f"{letters[:4]}-{letters[4:]}"


def new_server_seed() -> bytes:
    return secrets.token_bytes(32)


class Room(models.Model):
    """A table that waits for its players, and afterwards the way to their game."""

    code = models.CharField(_("code"), max_length=9, unique=True, default=new_code, editable=False)
    kind = models.CharField(_("game"), max_length=32)
    size = models.PositiveSmallIntegerField(_("number of seats"))
    config = models.JSONField()
    pace = models.CharField(max_length=8, default="off")
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="rooms_hosted",
        verbose_name=_("host"),
    )
    opened_at = models.DateTimeField(_("opened"), auto_now_add=True, db_index=True)
    # Grows with every change, so that a page knows whether it shows the newest.
    version = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(default=timezone.now)
    # Nothing has happened here for long, and unless something does it is closed then.
    closes_at = models.DateTimeField(null=True, blank=True)
    # Keys of those whom the host has asked to leave.
    unwelcome = models.JSONField(default=list)
    is_listed = models.BooleanField(_("shown in the lobby"), default=True)
    is_watchable = models.BooleanField(_("open to watchers"), default=True)
    is_rated = models.BooleanField(_("rated"), default=False)
    # What the deal is held to, for everybody to note; of what it is made, nobody learns here.
    commitment = models.CharField(max_length=64, editable=False)
    # Since when everyone is ready and the browsers are asked for their sealed nonces.
    opening_since = models.DateTimeField(null=True, blank=True)
    # The seals of the nonces that were sent at this table: none of them is used again.
    opened_seals = models.JSONField(default=list)
    # How often nonces were sent for a game that did not start, and who was the cause last time.
    wasted_openings = models.PositiveSmallIntegerField(default=0)
    wasted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    game = models.OneToOneField(
        "games.Game", on_delete=models.CASCADE, null=True, blank=True, related_name="room"
    )
    # The game that is to be played again here, in the same seats.
    after = models.OneToOneField(
        "games.Game", on_delete=models.CASCADE, null=True, blank=True, related_name="rematch"
    )

    class Meta:
        verbose_name, verbose_name_plural = _("table"), _("tables")
        indexes = [
            models.Index(
                name="room_waiting",
                fields=["is_listed", "-opened_at"],
                condition=models.Q(game__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("lobby:room", args=[self.code])

    @property
    def title(self) -> Phrase:
        return rules_of(self.kind).META.title


class RoomSeal(models.Model):
    """The server's share in the deal, apart from the room, so that no list can be asked for it."""

    room = models.OneToOneField(Room, models.CASCADE, primary_key=True, related_name="seal")
    server_seed = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return f"the seal of room {self.room_id}"


class RoomSeat(models.Model):
    """Someone, or a bot, who sits at a table that has not begun."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="room_seats", null=True
    )
    bot = models.CharField(max_length=12, blank=True)  # its level
    # This browser's share of the shuffle: first its hash, and itself when everyone is ready.
    nonce_seal = models.CharField(max_length=64, blank=True)
    nonce = models.CharField(max_length=32, blank=True)
    is_ready = models.BooleanField(default=False)
    # The seat of somebody who has yet to come; until then nobody else may take it.
    kept_until = models.DateTimeField(null=True)
    # This person's page says by itself that they are ready, for these rules and seats.
    comes_ready = models.BooleanField(default=False)
    seen_at = models.DateTimeField(null=True)  # a lease: nobody tells when a page is gone

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["room", "seat"], name="one_person_on_a_seat"),
            models.UniqueConstraint(fields=["room", "user"], name="one_seat_for_a_person"),
            models.CheckConstraint(
                name="a_person_or_a_bot_on_a_seat",
                condition=models.Q(user__isnull=False, bot="")
                | models.Q(user__isnull=True) & ~models.Q(bot=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.room_id}:{self.seat}"

    @property
    def name(self) -> str:
        return BOT_NAMES[self.seat] if self.user is None else self.user.username


class Visit(models.Model):
    """That somebody is in the lobby."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="visit"
    )
    seen_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.user_id} in the lobby"
