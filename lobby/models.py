from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models import BOT_NAMES
from games.rules import rules_of
from games.rules.words import Phrase

# Without the letters and digits that are mixed up when a link is read aloud.
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_code() -> str:
    """The link is the invitation, so it cannot be guessed: some 8 × 10¹¹ codes."""
    letters = "".join(secrets.choice(CODE_LETTERS) for _place in range(8))
    return f"{letters[:4]}-{letters[4:]}"


def new_server_seed() -> bytes:
    return secrets.token_bytes(32)


class Room(models.Model):
    """A table that waits for its players, and afterwards the way to their game."""

    code = models.CharField(max_length=9, unique=True, default=new_code, editable=False)
    kind = models.CharField(max_length=32)
    size = models.PositiveSmallIntegerField(_("number of seats"))
    config = models.JSONField()
    pace = models.CharField(max_length=8, default="off")
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rooms_opened"
    )
    opened_at = models.DateTimeField(auto_now_add=True, db_index=True)
    server_seed = models.BinaryField(max_length=32, default=new_server_seed, editable=False)
    game = models.OneToOneField(
        "games.Game", on_delete=models.CASCADE, null=True, blank=True, related_name="room"
    )
    # The game that is to be played again here, in the same seats.
    after = models.OneToOneField(
        "games.Game", on_delete=models.CASCADE, null=True, blank=True, related_name="rematch"
    )

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("lobby:room", args=[self.code])

    @property
    def title(self) -> Phrase:
        return rules_of(self.kind).META.title


class RoomSeat(models.Model):
    """Someone, or a bot, who sits at a table that has not begun."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="room_seats", null=True
    )
    bot = models.CharField(max_length=12, blank=True)  # its level
    nonce = models.CharField(max_length=32, blank=True)

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
