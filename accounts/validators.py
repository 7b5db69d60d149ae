"""A password validator that refuses passwords made of the words of this site."""

from __future__ import annotations

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

WORDS = "bruno briscalone briscola uno carte cards card game games gioco play player table tavolo"
WORD = "|".join(WORDS.split())
OF_THE_SITE = re.compile(rf"[\W\d_]*(?:(?:{WORD})[\W\d_]*)+", re.IGNORECASE)


class NotAboutTheSite:
    """Refuses passwords that are little more than the names of this site and its games."""

    def validate(self, password: str, user: object = None) -> None:
        """Raise ValidationError for such a password."""
        if OF_THE_SITE.fullmatch(password):
            sentence = _("This password is little more than the words of this site.")
            raise ValidationError(sentence, code="password_of_the_site")

    def get_help_text(self) -> str:
        """Return the sentence that tells people about this rule."""
        return _("Your password can’t be made of the words of this site alone.")
