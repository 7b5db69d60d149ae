"""Where somebody wanted to be before they were asked something."""

from __future__ import annotations

from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme


def onward(request: HttpRequest, otherwise: str) -> str:
    """To a page of this site, and never round in a circle."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    # These pages are passed through: whoever is led back to one would be led on again.
    passages = (reverse("accounts:login"), reverse("accounts:signup"))
    if not safe or wanted.partition("?")[0] in passages:
        return resolve_url(otherwise)
    return wanted
