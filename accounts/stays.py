"""Where somebody is logged in: noted when they come, and now and then while they are here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from bruno_site.addresses import address_of

from .models import Stay, User

NOTED_AT = "noted_at"
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
    _shorten(request, user)
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
    """Staff log in more often, also whoever became one of them while logged in."""
    if user.is_staff and request.session.get_expiry_age() > settings.STAFF_SESSION_AGE:
        request.session.set_expiry(settings.STAFF_SESSION_AGE)


def _is_due(request: HttpRequest, now: datetime) -> bool:
    noted = request.session.get(NOTED_AT)
    return noted is not None and now.timestamp() - noted > NOTED_EVERY.total_seconds()


def note(request: HttpRequest, user: User) -> None:
    now = timezone.now()
    request.session[NOTED_AT] = int(now.timestamp())
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


def end_one(user: User, handle: str) -> int:
    """By its handle in the list."""
    found = [stay for stay in user.stays.select_related("session") if handle_of(stay) == handle]
    for stay in found:
        stay.session.delete()
    return len(found)


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
