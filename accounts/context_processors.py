"""What every template of a request is given by accounts."""

from __future__ import annotations

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from .backends import suspension_of
from .models import User


def suspension(request: HttpRequest) -> dict[str, object]:
    """Return the context of every template: `suspended`, the sentence for a suspended visitor."""
    return {"suspended": SimpleLazyObject(lambda: _suspension_of_session(request.session))}


def _suspension_of_session(session: SessionBase) -> str:
    """Return the sentence for the suspended person who is logged in by this session, or "".

    A session that has become invalid, as by a new password, is told nothing.
    """
    if SESSION_KEY not in session:
        return ""
    user = User.objects.filter(pk=session[SESSION_KEY]).first()
    proof = session.get(HASH_SESSION_KEY, "")
    if user is None or not constant_time_compare(proof, user.get_session_auth_hash()):
        return ""
    return suspension_of(user)
