"""Who may be logged in."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.utils import timezone

from .models import User


class Members(ModelBackend):
    def get_user(self, user_id: Any) -> User | None:
        """Whoever is suspended is nobody here: on the next page they have to log in, where they
        are told until when and why."""
        user = super().get_user(user_id)
        assert user is None or isinstance(user, User)
        return None if user is None or user.is_suspended(timezone.now()) else user
