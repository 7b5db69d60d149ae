"""Who may be logged in, and what is said to those who may not."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from bruno_site.moments import in_words

from .models import User


class Members(ModelBackend):
    def get_user(self, user_id: Any) -> User | None:
        """Whoever is suspended is nobody here, and is told until when and why."""
        user = super().get_user(user_id)
        assert user is None or isinstance(user, User)
        return None if user is None or user.is_suspended(timezone.now()) else user


def suspension_of(user: User) -> str:
    """The sentence they are told, or an empty one."""
    if user.suspended_until is None or not user.is_suspended(timezone.now()):
        return ""
    until, why = in_words(user.suspended_until), user.suspension
    return _("You cannot log in before %(until)s. %(why)s") % {"until": until, "why": why}


def for_pages(request: HttpRequest) -> dict[str, object]:
    """For every template that is drawn for a request."""
    return {"suspended": SimpleLazyObject(lambda: _cut_from(request.session))}


def _cut_from(session: SessionBase) -> str:
    """A session that is still one of theirs says to whom it belonged."""
    if SESSION_KEY not in session:
        return ""
    user = User.objects.filter(pk=session[SESSION_KEY]).first()
    proof = session.get(HASH_SESSION_KEY, "")
    if user is None or not constant_time_compare(proof, user.get_session_auth_hash()):
        return ""
    return suspension_of(user)
