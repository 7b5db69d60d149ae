"""The page to which visitors return after a form, such as the one to log in."""

from __future__ import annotations

from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme


def next_url(request: HttpRequest, otherwise: str) -> str:
    """Return the URL that the request names as `next`, if it is safe, or else `otherwise`.

    It is always a page of this site, and never one that would redirect the visitor once more.
    """
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    # These pages redirect people who are logged in, so returning to one would redirect them again.
    redirecting = (reverse("accounts:log_in"), reverse("accounts:sign_up"))
    if not safe or wanted.partition("?")[0] in redirecting:
        return resolve_url(otherwise)
    return wanted
