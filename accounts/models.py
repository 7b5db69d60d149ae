from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bruno_site.speech import dated

from .names import LONGEST, LONGEST_KEY, LONGEST_SKELETON, check_name, key_of, skeleton_of


class Members(UserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(key=key_of(username or ""))


class Deck(models.TextChoices):
    FRENCH = "french", _("French: spades, hearts, diamonds, clubs")
    ITALIAN = "italian", _("Italian: swords, cups, coins, clubs")


class CardSize(models.TextChoices):
    SMALL = "small", _("Small")
    NORMAL = "normal", _("Normal")
    LARGE = "large", _("Large")


class BotPace(models.TextChoices):
    SLOW = "slow", _("Slow: time to follow every move")
    NORMAL = "normal", _("Normal: about as quick as people")
    INSTANT = "instant", _("At once")


class Deletion(models.TextChoices):
    """How far it is: first nothing more can be written about the person, then all of it goes."""

    RUNNING = "running"
    DONE = "done"


# What a person chooses for themselves.
TASTE = (
    *("language", "deck", "has_four_colours", "card_size", "shows_points", "shows_playable"),
    *("plays_at_once", "plays_only_move", "has_motion", "has_sounds", "bot_pace"),
)


class User(AbstractUser):
    username = models.CharField(_("name"), max_length=LONGEST, unique=True, validators=[check_name])
    # LOWER() of SQLite knows only ASCII, so the folded name is a column of its own.
    key = models.CharField(max_length=LONGEST_KEY, unique=True, editable=False)

    # What the name looks like. Of those that looked the same before this was asked, one has none.
    skeleton = models.CharField(max_length=LONGEST_SKELETON, unique=True, null=True, editable=False)

    language = models.CharField(
        _("language"),
        max_length=10,
        blank=True,
        choices=[("", _("As my browser asks")), *settings.LANGUAGES],
    )

    # What this person likes to see at the table.
    deck = models.CharField(_("deck"), max_length=8, choices=Deck, default=Deck.ITALIAN)
    has_four_colours = models.BooleanField(_("four colours"), default=False)
    card_size = models.CharField(
        _("card size"), max_length=8, choices=CardSize, default=CardSize.NORMAL
    )
    shows_points = models.BooleanField(_("show what cards are worth"), default=True)
    shows_playable = models.BooleanField(_("show playable cards"), default=True)

    plays_at_once = models.BooleanField(_("play with one press"), default=False)
    plays_only_move = models.BooleanField(_("make the only move by itself"), default=False)
    has_motion = models.BooleanField(_("let cards move"), default=True)
    has_sounds = models.BooleanField(_("sounds and notifications"), default=False)
    bot_pace = models.CharField(
        _("pace of bots"), max_length=8, choices=BotPace, default=BotPace.NORMAL
    )

    # Until they say that they know their way about.
    is_newcomer = models.BooleanField(default=True, editable=False)

    # Of the house's naming, without a password, until they take a name.
    is_guest = models.BooleanField(_("guest"), default=False)
    # The e-mail address they gave; it becomes `email` when they have confirmed it.
    email_asked = models.EmailField(blank=True, editable=False)
    # What an admin decided about this person, with the sentence they are shown.
    suspended_until = models.DateTimeField(_("suspended until"), null=True, blank=True)
    suspension = models.CharField(_("why suspended"), max_length=200, blank=True)
    muted_until = models.DateTimeField(_("muted until"), null=True, blank=True)

    # Empty as long as there is an account.
    deletion = models.CharField(max_length=7, blank=True, choices=Deletion, editable=False)

    objects: ClassVar[Members] = Members()

    class Meta(AbstractUser.Meta):
        indexes = [
            models.Index(
                name="deletion_running",
                fields=["deletion"],
                condition=models.Q(deletion=Deletion.RUNNING),
            ),
        ]

    def clean_fields(self, exclude: Collection[str] | None = None) -> None:
        """A name that the house gave, or that older rules allowed, may be kept."""
        kept = User.objects.filter(pk=self.pk, username=self.username)
        if "username" not in (exclude or ()) and kept.exists():
            exclude = {*(exclude or ()), "username"}
        super().clean_fields(exclude=exclude)

    def clean(self) -> None:
        super().clean()
        others = User.objects.exclude(pk=self.pk)
        if others.filter(key=key_of(self.username)).exists():
            raise ValidationError({"username": _("This name is taken.")})
        if self.is_renamed and others.filter(skeleton=skeleton_of(self.username)).exists():
            raise ValidationError({"username": _("This name looks like one that is taken.")})

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.is_renamed:
            self.skeleton = skeleton_of(self.username)
        self.key = key_of(self.username)
        super().save(*args, **kwargs)

    @property
    def is_renamed(self) -> bool:
        """Since it was stored, or new."""
        return self.key != key_of(self.username)

    def is_suspended(self, now: datetime) -> bool:
        return self.suspended_until is not None and self.suspended_until > now


class Shun(models.Model):
    """That one person wants to read nothing of another, or not to meet them at all."""

    class How(models.TextChoices):
        MUTE = "mute", _("muted")
        BLOCK = "block", _("blocked")

    by = models.ForeignKey(User, models.CASCADE, related_name="shuns")
    of = models.ForeignKey(User, models.CASCADE, related_name="shunned_by")
    how = models.CharField(max_length=5, choices=How)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["by", "of"], name="one_shun_a_pair")]

    def __str__(self) -> str:
        return f"{self.of} {self.how} by {self.by}"


class Stay(models.Model):
    """That somebody is logged in somewhere. Goes with its session, however that ends."""

    session = models.OneToOneField(Session, models.CASCADE, primary_key=True)
    user = models.ForeignKey(User, models.CASCADE, related_name="stays")
    browser = models.CharField(max_length=20, blank=True)
    system = models.CharField(max_length=20, blank=True)
    address = models.GenericIPAddressField(null=True)
    began_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return gettext("%(name)s since %(when)s") % {
            "name": self.user,
            "when": dated(timezone.localtime(self.began_at), "DATETIME_FORMAT"),
        }


class RecoveryCode(models.Model):
    """One of the codes with which its person chooses a new password, once."""

    user = models.ForeignKey(User, models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return f"a code of {self.user}"


class Tally(models.Model):
    """How often something was tried, by whom only the site can tell, and until when it counts."""

    key = models.CharField(max_length=64, primary_key=True)
    count = models.PositiveIntegerField()
    until = models.PositiveBigIntegerField(db_index=True)  # seconds since 1970

    class Meta:
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return f"{self.count} until {self.until}"


class Decision(models.Model):
    """What somebody at the admin's desk decided, about whom or what, and why. None ever changes."""

    by = models.ForeignKey(
        User, models.PROTECT, related_name="decisions", verbose_name=_("by whom")
    )
    about = models.ForeignKey(
        User, models.PROTECT, null=True, related_name="decisions_about", verbose_name=_("about")
    )
    subject = models.CharField(_("or about what"), max_length=60, blank=True)
    what = models.CharField(_("what"), max_length=40)
    why = models.CharField(_("why"), max_length=500)
    at = models.DateTimeField(_("when"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name, verbose_name_plural = _("decision"), _("decisions")
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"decision {self.pk}"
