"""Who the visitor of a page is: taken from the connection, and checked again for as long as it
lasts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user, get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import CharField, Q, Value
from django.db.models.functions import Cast
from django.http import HttpRequest, parse_cookie
from django.utils import timezone

from ..core.i18n import language_of


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person at one browser: their user, session and language."""

    user: Any  # this site's User, or AnonymousUser
    session_key: str
    language: str

    @property
    def is_logged_in(self) -> bool:
        """Whether they are logged in, as a guest or a member."""
        return bool(self.user.is_authenticated)


def _request_of(scope: dict[str, Any]) -> HttpRequest:
    """Return a request with the cookies and the language of the handshake, for Django's functions
    that need one."""
    request = HttpRequest()
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    request.COOKIES = parse_cookie(headers.get("cookie", ""))
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get("accept-language", "")
    return request


def anonymous_visitor_of(scope: dict[str, Any]) -> Visitor:
    """Return an anonymous visitor with the language that the browser asks for, without querying
    anything."""
    anonymous = AnonymousUser()
    return Visitor(anonymous, "", language_of(_request_of(scope), anonymous))


def visitor_of(scope: dict[str, Any]) -> Visitor:
    """Return the visitor that the cookies of the handshake stand for."""
    request = _request_of(scope)
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    # All session keys are alphanumeric, so the database need not be asked for any other.
    request.session = session_of_key(key if key.isascii() and key.isalnum() else "")
    user = get_user(request)
    return Visitor(user, request.session.session_key or "", language_of(request, user))


def session_of_key(key: str) -> SessionBase:
    """Return the session with this key, for a socket, which has no request."""
    session: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(key or None)
    return session


def visitor_of_request(request: HttpRequest) -> Visitor:
    """Return the visitor who made this request."""
    user = request.user
    return Visitor(user, request.session.session_key or "", language_of(request, user))


def may_still_act(visitor: Visitor) -> bool:
    """Return whether the visitor's session still exists, their account is active and not suspended,
    and their password is the same. Always true for a visitor who is not logged in."""
    if not visitor.is_logged_in:
        return True
    user: AbstractBaseUser = visitor.user
    now = timezone.now()
    with connection.cursor() as cursor:
        # Asked before every message, so not through the query compiler.
        cursor.execute(
            f"SELECT 1 FROM {get_user_model()._meta.db_table} u, {Session._meta.db_table} s"
            " WHERE u.id = %s AND u.is_active AND u.password = %s"
            " AND (u.suspended_until IS NULL OR u.suspended_until <= %s)"
            " AND s.session_key = %s AND s.expire_date > %s",
            [user.pk, user.password, now, visitor.session_key, now],
        )
        return cursor.fetchone() is not None


def valid_visitors(visitors: Collection[Visitor], now: datetime) -> set[Visitor]:
    """Return those of the visitors who may still act: the same as `may_still_act`, for all of them
    in one query."""
    users = [visitor for visitor in visitors if visitor.is_logged_in]
    people = get_user_model().objects.filter(
        Q(suspended_until=None) | Q(suspended_until__lte=now),
        pk__in={visitor.user.pk for visitor in users},
        is_active=True,
    )
    sessions = Session.objects.filter(
        session_key__in={visitor.session_key for visitor in users}, expire_date__gt=now
    )
    # Session keys are longer than any user id, so one query can return both in the same column.
    passwords = people.values_list(Cast("pk", CharField()), "password")
    keys = sessions.values_list("session_key", Value(""))
    found = dict(passwords.union(keys, all=True)) if users else {}
    return {
        visitor
        for visitor in visitors
        if not visitor.is_logged_in
        or (
            visitor.session_key in found
            and found.get(str(visitor.user.pk)) == visitor.user.password
        )
    }
