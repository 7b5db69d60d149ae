"""Who looks: taken from the connection, and asked again for as long as it lasts."""

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

from ..speech import language_of


@dataclass(frozen=True, slots=True)
class Visitor:
    user: Any  # of this site's model, or nobody
    session_key: str
    language: str

    @property
    def is_somebody(self) -> bool:
        return bool(self.user.is_authenticated)


def _request_of(scope: dict[str, Any]) -> HttpRequest:
    request = HttpRequest()
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    request.COOKIES = parse_cookie(headers.get("cookie", ""))
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get("accept-language", "")
    return request


def stranger_of(scope: dict[str, Any]) -> Visitor:
    """Return nobody, who reads what the browser asks for: nothing is looked up."""
    nobody = AnonymousUser()
    return Visitor(nobody, "", language_of(_request_of(scope), nobody))


def visitor_of(scope: dict[str, Any]) -> Visitor:
    """By the cookies of the handshake."""
    request = _request_of(scope)
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    # No key of ours looks otherwise, and a database need not be asked for it.
    request.session = session_called(key if key.isascii() and key.isalnum() else "")
    user = get_user(request)
    return Visitor(user, request.session.session_key or "", language_of(request, user))


def session_called(key: str) -> SessionBase:
    """For a socket, which has no request."""
    session: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(key or None)
    return session


def visitor_of_request(request: HttpRequest) -> Visitor:
    user = request.user
    return Visitor(user, request.session.session_key or "", language_of(request, user))


def may_still_act(visitor: Visitor) -> bool:
    """Is the session there, the account open and not suspended, the password the one it was?"""
    if not visitor.is_somebody:
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


def still_valid(visitors: Collection[Visitor], now: datetime) -> set[Visitor]:
    """Those of them who may still act: the same question for all at once, in one query."""
    somebody = [visitor for visitor in visitors if visitor.is_somebody]
    people = get_user_model().objects.filter(
        Q(suspended_until=None) | Q(suspended_until__lte=now),
        pk__in={visitor.user.pk for visitor in somebody},
        is_active=True,
    )
    sessions = Session.objects.filter(
        session_key__in={visitor.session_key for visitor in somebody}, expire_date__gt=now
    )
    # No key is as short as a number: so both can stand in one column.
    passwords = people.values_list(Cast("pk", CharField()), "password")
    keys = sessions.values_list("session_key", Value(""))
    found = dict(passwords.union(keys, all=True)) if somebody else {}
    return {
        visitor
        for visitor in visitors
        if not visitor.is_somebody
        or (
            visitor.session_key in found
            and found.get(str(visitor.user.pk)) == visitor.user.password
        )
    }
