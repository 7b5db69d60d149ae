"""The log is the game: a game's state is never stored, it is folded from its moves."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .history.models import Ladder as Ladder
from .history.models import Played as Played
from .history.models import Standing as Standing
from .history.models import Tally as Tally
from .log.models import Mismatch as Mismatch
from .log.models import Unshared as Unshared
from .posted.models import Announcement as Announcement
from .rules import fair, game, rules_of, table
from .rules.early_end import EarlyEnd
from .time.models import Pulse as Pulse

TAKEN_OVER_AFTER = 2
# Without the letters and digits that are mixed up when a link is read aloud.
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
# By seat: for as many as the largest table has.
_NAMES = "Aldo Bice Carlo Dora Elio Fosca Gisa Ilda Lapo Mena"
BOT_NAMES = tuple(name + table.BOT for name in _NAMES.split())


def new_code() -> str:
    """What a game is called in addresses: it tells nothing, and cannot be guessed or counted."""
    return "".join(secrets.choice(CODE_LETTERS) for _place in range(12))


class Game(models.Model):
    code = models.CharField(_("code"), max_length=12, unique=True, default=new_code, editable=False)
    kind = models.CharField(_("game"), max_length=32)
    rules = models.PositiveSmallIntegerField()
    config = models.JSONField()
    seq = models.PositiveIntegerField(_("moves"), default=0)
    # The seat that the table waits for at this seq: told from the log, but lists of games cannot
    # fold the log of each. None while the dealer is next, and when it is over.
    turn = models.PositiveSmallIntegerField(null=True)
    result = models.JSONField(null=True)
    pace = models.CharField(max_length=8, default="off")
    # How quick bots are here: where one person plays alone, as that person likes it.
    bot_pace = models.CharField(max_length=8, default="normal")
    moved_at = models.DateTimeField(_("last move"), default=timezone.now)
    # Since when the seat on turn is waited for, the time when nobody was there left out.
    asked_at = models.DateTimeField(default=timezone.now)
    # When something happens by itself: a bot moves, the house moves, a rest is over.
    deadline = models.DateTimeField(null=True, db_index=True)
    # How often a seat went to the house or came back. It is part of a position: whoever thought
    # about a move must have thought about the table as it is now.
    seatings = models.PositiveIntegerField(default=0)
    # Until then one clock alone sees to what is due here, or has died over it.
    claimed_until = models.DateTimeField(null=True)
    # Since when nothing happens by itself, because nobody is there.
    stopped_at = models.DateTimeField(null=True)
    # Since when nobody can play on, because what is stored does not replay.
    frozen_at = models.DateTimeField(_("frozen"), null=True)
    started_at = models.DateTimeField(_("started"), auto_now_add=True)
    finished_at = models.DateTimeField(_("finished"), null=True)
    # Whether strangers may look on, and look back at it afterwards.
    is_watchable = models.BooleanField(default=True)
    is_rated = models.BooleanField(default=False)
    # Where the rules did not end it: how, and by whose wish, as a record says it.
    ended = models.JSONField(null=True)
    # The game this one was played on from, and where, as a record says it.
    parent = models.ForeignKey("self", models.PROTECT, null=True, related_name="forks")
    forked = models.JSONField(null=True)

    class Meta:
        verbose_name, verbose_name_plural = _("game"), _("games")
        permissions = [("close_game", "Can end a running game")]
        indexes = [
            # By a column that does not change while a game runs, or every move would pay for it.
            models.Index(
                name="game_running", fields=["started_at"], condition=Q(finished_at__isnull=True)
            ),
        ]
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
        return reverse("games:table", args=[self.code])

    @property
    def meta(self) -> game.Meta:
        return rules_of(self.kind).META

    @property
    def is_over(self) -> bool:
        return self.finished_at is not None

    @property
    def is_frozen(self) -> bool:
        return self.frozen_at is not None and not self.is_over

    @property
    def early_end(self) -> EarlyEnd | None:
        """How it ended, where its rules did not end it."""
        return None if self.ended is None else EarlyEnd.of(self.ended)

    @property
    def stamp(self) -> int:
        """What pages go by: it grows with every move, and with an end that is none."""
        return self.seq if self.ended is None else self.seq + 1


class Seal(models.Model):
    """What the dealer shuffles by: for the dealer alone, until the game is over. It lies apart from
    the game, so that no list of games can be asked for it."""

    game = models.OneToOneField(Game, models.PROTECT, primary_key=True, related_name="seal")
    server_seed = models.BinaryField()
    nonces = models.JSONField()
    # The hash of each seat's nonce, shown before any nonce was sent; empty for a seat without one.
    nonce_seals = models.JSONField(default=list)
    # How often nonces were sent at this table before, for a game that did not start.
    wasted_openings = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"the seal of game {self.game_id}"

    @property
    def seed(self) -> bytes:
        return fair.game_seed(bytes(self.server_seed), self.nonces)

    @property
    def commitment(self) -> str:
        return fair.commitment(bytes(self.server_seed))

    @property
    def could_choose(self) -> fair.Chooser:
        """Who could have chosen the deal, as far as the seals can tell."""
        return fair.could_choose(self.nonces, self.nonce_seals)

    @property
    def server_seed_hex(self) -> str:
        return bytes(self.server_seed).hex()


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
    # The house plays this seat to the end; its person has lost.
    has_given_up = models.BooleanField(default=False)
    # Agrees that its side concedes; the others see nothing of it until all of the side do.
    concedes = models.BooleanField(default=False)
    # Quick match chose whom this person plays with: not a friend they came with, and not a room.
    is_matched = models.BooleanField(default=False)

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
    def is_on_turn(self) -> bool:
        return self.game.turn == self.seat and not self.has_given_up  # which the house plays

    @property
    def plays_itself(self) -> bool:
        """Nobody needs to press anything: a bot, or a person the house plays for."""
        return bool(self.bot) or self.has_given_up or self.house_moves >= TAKEN_OVER_AFTER


class Watcher(models.Model):
    """Somebody who looks on without a seat, for as long as the lease says."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="watchers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="watching")
    seen_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="one_watcher_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.user} at game {self.game_id}"


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


class Paper(models.Model):
    """A record that somebody brought along to look at. It is no game of this house."""

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="papers")
    kind = models.CharField(max_length=32)
    moves = models.PositiveIntegerField()
    text = models.TextField()  # the record itself
    brought_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-brought_at"]

    def __str__(self) -> str:
        return f"a game of {self.kind} on paper"
