"""Where somebody is logged in: noted when they come, and now and then while they are here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from bruno_site.addresses import address_of

from .models import Stay, User

OTHERS = "others"
NOTED_AT = "noted_at"
LAST_MOMENT = "last_moment"
NOTED_EVERY = timedelta(hours=1)

# What a browser calls itself contains the names of others: the first that is found counts.
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
def arrived(request: HttpRequest, user: User, **_given: Any) -> None:
    request.session.pop(LAST_MOMENT, None)  # of a session that goes on: it begins anew
    request.session.set_expiry(None)
    note(request, user)


def still_here(answer: Answer) -> Answer:
    """Whoever comes back stays logged in for another session's life, and is seen to be there."""

    def noting(request: HttpRequest) -> HttpResponse:
        if isinstance(request.user, User):
            _shorten(request, request.user)
            if _is_due(request, timezone.now()):
                note(request, request.user)
        return answer(request)

    return noting


def _shorten(request: HttpRequest, user: User) -> None:
    """Staff log in more often, also whoever became one of them while logged in; and everybody who
    has a password gives it again one day, however often they come."""
    session = request.session
    if user.is_staff and session.get_expiry_age() > settings.STAFF_SESSION_AGE:
        session.set_expiry(settings.STAFF_SESSION_AGE)
    if LAST_MOMENT in session:
        last = datetime.fromtimestamp(session[LAST_MOMENT], UTC)
        if session.get_expiry_date() > last:
            session.set_expiry(last)


def _is_due(request: HttpRequest, now: datetime) -> bool:
    noted = request.session.get(NOTED_AT)
    return noted is not None and now.timestamp() - noted > NOTED_EVERY.total_seconds()


def note(request: HttpRequest, user: User) -> None:
    now = timezone.now()
    request.session[NOTED_AT] = int(now.timestamp())
    if not user.is_guest:  # who could never come back
        last = now + timedelta(seconds=settings.LONGEST_SESSION)
        request.session.setdefault(LAST_MOMENT, int(last.timestamp()))
    _shorten(request, user)
    request.session.save()
    agent = request.headers.get("User-Agent", "")
    Stay.objects.update_or_create(
        session_id=request.session.session_key,
        defaults={
            "user": user,
            "browser": _first(BROWSERS, agent),
            "system": _first(SYSTEMS, agent),
            "address": address_of(request) or None,
            "seen_at": now,
        },
    )


def end_stays(user: User, *, but: str | None = None) -> int:
    """Log somebody out everywhere, or everywhere else. Their pages hear of it within a beat."""
    ended = 0
    for stay in user.stays.exclude(session_id=but).select_related("session"):
        stay.session.delete()
        ended += 1
    return ended


@dataclass(frozen=True, slots=True)
class Listed:
    handle: str
    title: str
    stay: Stay
    is_here: bool


def listed(request: HttpRequest, user: User) -> list[Listed]:
    """This one first, then those used last."""
    here = request.session.session_key
    found = user.stays.filter(session__expire_date__gt=timezone.now()).order_by("-seen_at")
    rows = [Listed(handle_of(s), title_of(s), s, s.session_id == here) for s in found]
    return sorted(rows, key=lambda row: not row.is_here)


def elsewhere(request: HttpRequest, user: User, handle: str) -> list[Listed]:
    """The one of this handle, or all but this browser."""
    others = [row for row in listed(request, user) if not row.is_here]
    return [row for row in others if handle in {row.handle, OTHERS}]


def end_these(rows: Iterable[Listed]) -> None:
    Session.objects.filter(pk__in=[row.stay.session_id for row in rows]).delete()


def handle_of(stay: Stay) -> str:
    """What a page may call it: the session's own key would let its reader in."""
    return salted_hmac("stay", stay.session_id).hexdigest()[:16]


def title_of(stay: Stay) -> str:
    """What to call it in a list."""
    if stay.browser and stay.system:
        said = _("%(browser)s on %(system)s")
        return said % {"browser": stay.browser, "system": stay.system}
    return stay.browser or stay.system or _("A browser that does not say its name")


def _first(names: dict[str, str], agent: str) -> str:
    return next((name for mark, name in names.items() if mark in agent), "")
