"""The list of the muted and blocked, and the buttons that put somebody on it or take them off."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST, require_safe

from . import shuns
from .models import User
from .onward import onward

WAYS: dict[str, tuple[Callable[[User, User], None], str]] = {
    "mute": (shuns.mute, gettext_noop("%(name)s is muted: you read nothing they write.")),
    "block": (shuns.block, gettext_noop("%(name)s is blocked: you will not meet at a table.")),
    "forgive": (shuns.forgive, gettext_noop("%(name)s is neither muted nor blocked.")),
}


@login_required
@require_safe
def shun_list(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    return render(request, "accounts/shuns.html", {"shuns": shuns.shuns_of(request.user)})


@require_POST
@login_required
def shun(request: HttpRequest) -> HttpResponse:
    done, sentence = _shunned(request)
    (messages.success if done else messages.error)(request, sentence)
    return HttpResponseRedirect(onward(request, "accounts:shuns"))


def _shunned(request: HttpRequest) -> tuple[bool, str]:
    """Was it done, and the sentence that says what was, or why not."""
    assert isinstance(request.user, User)
    person = shuns.person_called(request.POST.get("name", ""))
    way = WAYS.get(request.POST.get("how", ""))
    if person is None or way is None:
        return False, _("There is nobody with this name.")
    act, sentence = way
    try:
        act(request.user, person)
    except shuns.CannotShun:
        return False, _why_not(request.user, person)
    return True, _(sentence) % {"name": person.username}


def _why_not(by: User, of: User) -> str:
    if by == of:
        return _("That is you.")
    return _("Your list is full: take somebody off it first.")
