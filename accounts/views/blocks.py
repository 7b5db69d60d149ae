"""The list of people whom a user has muted or blocked, and the buttons that change it."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST, require_safe

from .. import blocks
from ..models import User
from ..next_url import next_url

CHANGES: dict[str, tuple[Callable[[User, User], None], str]] = {
    "mute": (blocks.mute, gettext_noop("%(name)s is muted: you read nothing they write.")),
    "block": (blocks.block, gettext_noop("%(name)s is blocked: you will not meet at a table.")),
    "forgive": (blocks.remove_block, gettext_noop("%(name)s is neither muted nor blocked.")),
}


@login_required
@require_safe
def block_list(request: HttpRequest) -> HttpResponse:
    """Show whom the user has muted and blocked."""
    assert isinstance(request.user, User)
    return render(request, "accounts/blocks.html", {"blocks": blocks.blocks_by(request.user)})


@require_POST
@login_required
def change_block(request: HttpRequest) -> HttpResponse:
    """Mute or block a person by name, or undo that, and go back to where the user was."""
    done, sentence = _apply_change(request)
    (messages.success if done else messages.error)(request, sentence)
    return HttpResponseRedirect(next_url(request, "accounts:blocks"))


def _apply_change(request: HttpRequest) -> tuple[bool, str]:
    """Carry out what the form asks for; return whether it was done, and what the user is told."""
    assert isinstance(request.user, User)
    person = blocks.find_person(request.POST.get("name", ""))
    change = CHANGES.get(request.POST.get("how", ""))
    if person is None or change is None:
        return False, _("There is nobody with this name.")
    apply, sentence = change
    try:
        apply(request.user, person)
    except blocks.CannotBlock:
        return False, _refusal(request.user, person)
    return True, _(sentence) % {"name": person.username}


def _refusal(by: User, of: User) -> str:
    """Return the sentence that says why a person could not be muted or blocked."""
    if by == of:
        return _("That is you.")
    return _("Your list is full: take somebody off it first.")
