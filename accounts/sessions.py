"""The browsers in which people are logged in: how long they stay so, the list, and logging out.

A session is recorded at log-in, and again every hour in which it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from bruno_site.core.addresses import address_of

from .models import User, UserSession

OTHERS = "others"
RECORDED_AT = "noted_at"
LATEST_END = "last_moment"
RECORDED_EVERY = timedelta(hours=1)

# A browser's User-Agent also contains the names of other browsers: the first one found here counts.
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}

Answer = Callable[[HttpRequest], HttpResponse]


@receiver(user_logged_in)
def start_session(request: HttpRequest, user: User, **_given: Any) -> None:
    """Record that a person has just logged in, and give the session its full length."""
    # Django may keep the session that was there before: its latest end counts no longer.
    request.session.pop(LATEST_END, None)
    request.session.set_expiry(None)
    record_session(request, user)


def keep_session_alive(answer: Answer) -> Answer:
    """Return middleware that prolongs the session of everyone who opens a page.

    People who come back stay logged in for another session's length, within the limits, and the
    time when they were last seen is recorded, at most once an hour.
    """

    def prolong_and_answer(request: HttpRequest) -> HttpResponse:
        if isinstance(request.user, User):
            _limit_session_age(request, request.user)
            if _is_due(request, timezone.now()):
                _record_or_log_out(request, request.user)
        return answer(request)

    return prolong_and_answer


def _record_or_log_out(request: HttpRequest, user: User) -> None:
    """Record the session, unless the account was deleted in another tab at this moment: its rows
    are refused then, and the visitor is logged out."""
    try:
        record_session(request, user)
    except Exception:
        if User.objects.filter(pk=user.pk, deletion="").exists():
            raise
        logout(request)


def _limit_session_age(request: HttpRequest, user: User) -> None:
    """Shorten the session where it would last longer than it may.

    Staff have to log in more often, even if they became staff while they were logged in. And all
    who have a password have to give it again some day, however often they come.
    """
    session = request.session
    if user.is_staff and session.get_expiry_age() > settings.STAFF_SESSION_AGE:
        session.set_expiry(settings.STAFF_SESSION_AGE)
    if LATEST_END in session:
        last = datetime.fromtimestamp(session[LATEST_END], UTC)
        if session.get_expiry_date() > last:
            session.set_expiry(last)


def _is_due(request: HttpRequest, now: datetime) -> bool:
    """Return whether the session was last recorded so long ago that it should be again."""
    recorded_at: int | None = request.session.get(RECORDED_AT)
    if recorded_at is None:
        return False
    return now.timestamp() - recorded_at > RECORDED_EVERY.total_seconds()


def record_session(request: HttpRequest, user: User) -> None:
    """Store which browser this is, its address and the time, and save the session."""
    now = timezone.now()
    request.session[RECORDED_AT] = int(now.timestamp())
    if not user.is_guest:  # a guest has no password and could never log in again
        last = now + timedelta(seconds=settings.LONGEST_SESSION)
        request.session.setdefault(LATEST_END, int(last.timestamp()))
    _limit_session_age(request, user)
    request.session.save()
    agent = request.headers.get("User-Agent", "")
    UserSession.objects.update_or_create(
        session_id=request.session.session_key,
        defaults={
            "user": user,
            "browser": _first_match(BROWSERS, agent),
            "system": _first_match(SYSTEMS, agent),
            "address": address_of(request) or None,
            "seen_at": now,
        },
    )


def end_sessions(user: User, *, but: str | None = None) -> int:
    """Log a person out everywhere, or everywhere but in one session; return how many ended.

    Open pages notice it at their next heartbeat.
    """
    ended = 0
    for user_session in user.sessions.exclude(session_id=but).select_related("session"):
        user_session.session.delete()
        ended += 1
    return ended


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A line in the list of the browsers in which a person is logged in."""

    handle: str
    title: str
    stay: UserSession
    is_here: bool


def session_rows(request: HttpRequest, user: User) -> list[SessionRow]:
    """Return the user's unexpired sessions: this browser's first, then by when they were used."""
    this_key = request.session.session_key
    found = user.sessions.filter(session__expire_date__gt=timezone.now()).order_by("-seen_at")
    rows = [SessionRow(handle_of(s), title_of(s), s, s.session_id == this_key) for s in found]
    return sorted(rows, key=lambda row: not row.is_here)


def other_sessions(request: HttpRequest, user: User, handle: str) -> list[SessionRow]:
    """Return the session with this handle, or for “others” all, but never this browser's."""
    others = [row for row in session_rows(request, user) if not row.is_here]
    return [row for row in others if handle in {row.handle, OTHERS}]


def end_listed_sessions(rows: Iterable[SessionRow]) -> None:
    """Log out the browsers on these lines of the list."""
    Session.objects.filter(pk__in=[row.stay.session_id for row in rows]).delete()


def handle_of(user_session: UserSession) -> str:
    """Return a name for the session that pages may show.

    They must not show the session's key: with it, anyone who reads it would be logged in.
    """
    return salted_hmac("stay", user_session.session_id).hexdigest()[:16]


def title_of(user_session: UserSession) -> str:
    """Return what to call the session in a list, such as “Firefox on Windows”."""
    browser, system = user_session.browser, user_session.system
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("A browser that does not say its name")


def _first_match(names: dict[str, str], agent: str) -> str:
    """Return the name whose mark occurs in the User-Agent, or an empty text."""
    return next((name for mark, name in names.items() if mark in agent), "")
