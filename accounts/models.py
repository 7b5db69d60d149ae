from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from .names import LONGEST, LONGEST_KEY, check_name, key_of


class Members(UserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(key=key_of(username or ""))


class Deck(models.TextChoices):
    FRENCH = "french", _("French: spades, hearts, diamonds, clubs")
    ITALIAN = "italian", _("Italian: swords, cups, coins, clubs")


class User(AbstractUser):
    username = models.CharField(_("name"), max_length=LONGEST, unique=True, validators=[check_name])
    # LOWER() of SQLite knows only ASCII, so the folded name is a column of its own.
    key = models.CharField(max_length=LONGEST_KEY, unique=True, editable=False)

    # What this person likes to see at the table.
    deck = models.CharField(_("deck"), max_length=8, choices=Deck, default=Deck.FRENCH)
    shows_points = models.BooleanField(_("show what cards are worth"), default=False)
    shows_playable = models.BooleanField(_("show playable cards"), default=True)

    objects: ClassVar[Members] = Members()

    def clean(self) -> None:
        super().clean()
        namesakes = User.objects.filter(key=key_of(self.username)).exclude(pk=self.pk)
        if namesakes.exists():
            raise ValidationError({"username": _("This name is taken.")})

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.key = key_of(self.username)
        super().save(*args, **kwargs)
