"""The authentication backend, which keeps suspended people out, and what they are told."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.utils import timezone
from django.utils.translation import gettext as _

from bruno_site.core.timestamps import as_text

from .models import User


class AccountBackend(ModelBackend):
    """Authenticates by name and password, and treats suspended people as logged out."""

    def get_user(self, user_id: Any) -> User | None:
        """Return the user of a session, or None if there is none or they are suspended."""
        user = super().get_user(user_id)
        assert user is None or isinstance(user, User)
        return None if user is None or user.is_suspended(timezone.now()) else user


def suspension_of(user: User) -> str:
    """Return the sentence that tells a suspended user until when and why, or an empty text."""
    if user.suspended_until is None or not user.is_suspended(timezone.now()):
        return ""
    until, why = as_text(user.suspended_until), user.suspension
    return _("You cannot log in before %(until)s. %(why)s") % {"until": until, "why": why}
