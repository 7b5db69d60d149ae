"""Models about people: users, blocks, sessions, recovery codes, rate limits, decisions."""

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

from bruno_site.core.i18n import format_date

from .names import LONGEST, LONGEST_KEY, LONGEST_SKELETON, check_name, key_of, skeleton_of


class AccountManager(UserManager["User"]):
    """Finds users by name."""

    def get_by_natural_key(self, username: str | None) -> User:
        """Return the user with this name, in any case. Raise User.DoesNotExist."""
        return self.get(key=key_of(username or ""))


class Deck(models.TextChoices):
    """The pictures on the cards in games of 40 cards."""

    FRENCH = "french", _("French: spades, hearts, diamonds, clubs")
    ITALIAN = "italian", _("Italian: swords, cups, coins, clubs")


class CardSize(models.TextChoices):
    """How large the cards in a player's hand are."""

    SMALL = "small", _("Small")
    NORMAL = "normal", _("Normal")
    LARGE = "large", _("Large")


class BotPace(models.TextChoices):
    """How quickly bots move at tables where only one person plays."""

    SLOW = "slow", _("Slow: time to follow every move")
    NORMAL = "normal", _("Normal: about as quick as people")
    INSTANT = "instant", _("At once")


class Deletion(models.TextChoices):
    """How far the deletion of an account is.

    While it runs, nothing more can be written about the person, and what is stored about them is
    being deleted. Then it is done.
    """

    RUNNING = "running"
    DONE = "done"


# The columns that people set themselves on the settings page.
PREFERENCES = (
    *("language", "deck", "has_four_colours", "card_size", "shows_points", "shows_playable"),
    *("plays_at_once", "plays_only_move", "has_motion", "has_sounds", "bot_pace"),
)


class User(AbstractUser):
    """A person: a guest or a member, who may be an admin as well; or what a deleted one left."""

    username = models.CharField(_("name"), max_length=LONGEST, unique=True, validators=[check_name])
    # The name without differences of case: a column, because SQLite's LOWER() knows only ASCII.
    key = models.CharField(max_length=LONGEST_KEY, unique=True, editable=False)

    # Equal for names that look alike. NULL for names that the site gave, and for accounts whose
    # name already looked like another one when this column was added.
    skeleton = models.CharField(max_length=LONGEST_SKELETON, unique=True, null=True, editable=False)

    language = models.CharField(
        _("language"),
        max_length=10,
        blank=True,
        choices=[("", _("As my browser asks")), *settings.LANGUAGES],
    )

    # How this person wants tables to look and to work.
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

    # True until the person dismisses the welcome.
    is_newcomer = models.BooleanField(default=True, editable=False)

    # A guest has no password, and the name that the site gave, until they sign up.
    is_guest = models.BooleanField(_("guest"), default=False)
    # The e-mail address that the person entered. It becomes `email` when they confirm it.
    email_asked = models.EmailField(blank=True, editable=False)
    # What a moderator decided about this person. `suspension` is the sentence that they are shown.
    suspended_until = models.DateTimeField(_("suspended until"), null=True, blank=True)
    suspension = models.CharField(_("why suspended"), max_length=200, blank=True)
    muted_until = models.DateTimeField(_("muted until"), null=True, blank=True)

    # Empty unless the account is being deleted or has been deleted.
    deletion = models.CharField(max_length=7, blank=True, choices=Deletion, editable=False)

    objects: ClassVar[AccountManager] = AccountManager()

    class Meta(AbstractUser.Meta):
        indexes = [
            models.Index(
                name="deletion_running",
                fields=["deletion"],
                condition=models.Q(deletion=Deletion.RUNNING),
            ),
        ]

    def clean_fields(self, exclude: Collection[str] | None = None) -> None:
        """Check every field, but the name only if it has changed. Raise ValidationError.

        A name that the site gave, or that older rules allowed, may be kept.
        """
        same_name = User.objects.filter(pk=self.pk, username=self.username)
        if "username" not in (exclude or ()) and same_name.exists():
            exclude = {*(exclude or ()), "username"}
        super().clean_fields(exclude=exclude)

    def clean(self) -> None:
        """Raise ValidationError if the name is another person's, or looks like one."""
        super().clean()
        others = User.objects.exclude(pk=self.pk)
        if others.filter(key=key_of(self.username)).exists():
            raise ValidationError({"username": _("This name is taken.")})
        if self.is_renamed and others.filter(skeleton=skeleton_of(self.username)).exists():
            raise ValidationError({"username": _("This name looks like one that is taken.")})

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the user, with the columns that follow from the name."""
        # An unchanged name keeps its skeleton: it may be one of the old ones that have none.
        if self.is_renamed:
            self.skeleton = skeleton_of(self.username)
        self.key = key_of(self.username)
        super().save(*args, **kwargs)

    @property
    def is_renamed(self) -> bool:
        """Return whether the name differs from the one that was last saved, in more than case.

        True for a user who has never been saved.
        """
        return self.key != key_of(self.username)

    def is_suspended(self, now: datetime) -> bool:
        """Return whether a moderator has suspended this person until after `now`."""
        return self.suspended_until is not None and self.suspended_until > now


class Block(models.Model):
    """A record that one person has muted another, or has blocked them.

    A muted person's messages are not shown. Blocked people do not meet at a table, either.
    """

    class How(models.TextChoices):
        """Whether the person is only muted or blocked."""

        MUTE = "mute", _("muted")
        BLOCK = "block", _("blocked")

    by = models.ForeignKey(User, models.CASCADE, related_name="blocks")
    of = models.ForeignKey(User, models.CASCADE, related_name="blocked_by")
    how = models.CharField(max_length=5, choices=How)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["by", "of"], name="one_block_a_pair")]

    def __str__(self) -> str:
        return f"{self.of} {self.how} by {self.by}"


class UserSession(models.Model):
    """What is known about a browser in which a person is logged in.

    It is deleted together with its session, in whatever way that ends.
    """

    session = models.OneToOneField(Session, models.CASCADE, primary_key=True)
    user = models.ForeignKey(User, models.CASCADE, related_name="sessions")
    browser = models.CharField(max_length=20, blank=True)
    system = models.CharField(max_length=20, blank=True)
    address = models.GenericIPAddressField(null=True)
    began_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return gettext("%(name)s since %(when)s") % {
            "name": self.user,
            "when": format_date(timezone.localtime(self.began_at), "DATETIME_FORMAT"),
        }


class RecoveryCode(models.Model):
    """A code, kept as a digest, with which its owner can choose a new password once."""

    user = models.ForeignKey(User, models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return f"a code of {self.user}"


class RateLimitCounter(models.Model):
    """How often something was tried, and until when those tries count.

    The key is a keyed digest: only the server can tell what it counts and for whom.
    """

    key = models.CharField(max_length=64, primary_key=True)
    count = models.PositiveIntegerField()
    until = models.PositiveBigIntegerField(db_index=True)  # seconds since 1970

    class Meta:
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return f"{self.count} until {self.until}"


class Decision(models.Model):
    """What an admin decided, about whom or what, and why.

    Triggers keep decisions from being changed or deleted: see triggers.py.
    """

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
