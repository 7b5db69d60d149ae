"""The log is the game: a game's state is never stored, it is folded from its moves."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from .rules import fair, game, rules_of
from .rules.game import Outcome, Result

TAKEN_OVER_AFTER = 2
BOT_NAMES = tuple(f"{name} (bot)" for name in ("Aldo", "Bice", "Carlo", "Dora", "Elio", "Fosca"))


class Game(models.Model):
    kind = models.CharField(max_length=32)
    rules = models.PositiveSmallIntegerField()
    config = models.JSONField()
    server_seed = models.BinaryField()
    nonces = models.JSONField()
    seq = models.PositiveIntegerField(default=0)
    result = models.JSONField(null=True)
    pace = models.CharField(max_length=8, default="off")
    moved_at = models.DateTimeField(default=timezone.now)
    # Since when the seat on turn is waited for, the time when nobody was there left out.
    asked_at = models.DateTimeField(default=timezone.now)
    # When something happens by itself: a bot moves, the house moves, a rest is over.
    deadline = models.DateTimeField(null=True, db_index=True)
    # Until then one clock alone sees to what is due here, or has died over it.
    claimed_until = models.DateTimeField(null=True)
    # Since when nothing happens by itself, because nobody is there.
    stopped_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="game_finished_with_a_result",
                condition=Q(finished_at__isnull=True, result__isnull=True)
                | Q(finished_at__isnull=False, result__isnull=False),
            ),
            models.CheckConstraint(
                name="game_finished_after_its_start",
                condition=Q(finished_at__isnull=True) | Q(finished_at__gte=F("started_at")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("games:table", args=[self.pk])

    @property
    def seed(self) -> bytes:
        return fair.game_seed(bytes(self.server_seed), self.nonces)

    @property
    def commitment(self) -> str:
        return fair.commitment(bytes(self.server_seed))

    @property
    def server_seed_hex(self) -> str:
        return bytes(self.server_seed).hex()

    @property
    def meta(self) -> game.Meta:
        return rules_of(self.kind).META

    @property
    def is_over(self) -> bool:
        return self.finished_at is not None


class Player(models.Model):
    """A seat and whose it is: a person's or a bot's."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="players")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="seats", null=True
    )
    bot = models.CharField(max_length=12, blank=True)  # its level
    bank = models.DurationField(default=timedelta(0))
    house_moves = models.PositiveSmallIntegerField(default=0)  # in a row, for an absent person
    seen_at = models.DateTimeField(null=True)  # a lease: nobody tells when a page is gone
    # The seq of the rest that this seat need not have any longer: it has seen the round's result.
    ready = models.PositiveIntegerField(default=0)
    # The seq at which this seat let its chance to speak out of turn go by.
    waived = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["game", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_a_player"),
            models.CheckConstraint(
                name="a_person_or_a_bot",
                condition=Q(user__isnull=False, bot="") | Q(user__isnull=True) & ~Q(bot=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} on seat {self.seat}"

    @property
    def name(self) -> str:
        return BOT_NAMES[self.seat] if self.user is None else self.user.username

    @property
    def outcome(self) -> Outcome | None:
        result = self.game.result
        if result is None:
            return None
        return Result(tuple(result["winners"]), tuple(result["scores"])).outcome(self.seat)

    @property
    def plays_itself(self) -> bool:
        """Nobody needs to press anything: a bot, or a person the house has taken over for."""
        return bool(self.bot) or self.house_moves >= TAKEN_OVER_AFTER


class Move(models.Model):
    class By(models.TextChoices):
        PLAYER = "player"
        BOT = "bot"
        HOUSE = "house"

    game = models.ForeignKey(Game, models.PROTECT, related_name="moves")
    seq = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)  # the dealer has none
    action = models.TextField()
    by = models.CharField(max_length=6, choices=By, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["game", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="one_move_a_seq"),
            models.CheckConstraint(name="seq_from_one", condition=Q(seq__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.seq} of game {self.game_id}"


class FinishedGame(models.Model):
    """The outbox: written with a game's last move, so that whoever wants to hear of it will."""

    game = models.OneToOneField(
        Game, models.PROTECT, primary_key=True, related_name="told_as_finished"
    )
    # Whether every listener there is has a telling of its own.
    is_shared_out = models.BooleanField(default=False, db_index=True)

    def __str__(self) -> str:
        return f"the end of game {self.game_id}"


class Telling(models.Model):
    """That one listener is to hear of one game, or has heard: never twice."""

    listener = models.CharField(max_length=40)
    game = models.ForeignKey(Game, models.PROTECT, related_name="tellings")
    due_at = models.DateTimeField(default=timezone.now)
    failures = models.PositiveSmallIntegerField(default=0)
    heard_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["listener", "game"], name="one_telling_a_listener"),
        ]
        indexes = [
            models.Index(name="telling_due", fields=["due_at"], condition=Q(heard_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id} for {self.listener}"
