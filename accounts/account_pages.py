"""The pages of one's own account: password, e-mail address, codes, and where one is logged in."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from . import codes, letters, stays
from .limits import TooMany, spend_address
from .models import User
from .proofs import EmailForm, NewPasswordForm, ProofForm

PAGE = ["GET", "HEAD", "POST"]
View = Callable[[HttpRequest, User], HttpResponseBase]


def members_only(view: View) -> Callable[[HttpRequest], HttpResponseBase]:
    """A guest has none of this: they take a name first."""

    @wraps(view)
    @login_required
    @sensitive_post_parameters()
    def guarded(request: HttpRequest) -> HttpResponseBase:
        assert isinstance(request.user, User)
        return redirect("accounts:signup") if request.user.is_guest else view(request, request.user)

    return guarded


@require_safe
@members_only
def account(request: HttpRequest, member: User) -> HttpResponse:
    context = {
        "member": member,
        "codes_left": member.recovery_codes.count(),
        "stays": stays.listed(request, member),
        "has_mail": settings.HAS_MAIL,
    }
    return render(request, "accounts/account.html", context)


def asked(
    request: HttpRequest, form: object, heading: str, press: str, **more: str
) -> HttpResponse:
    context = {"form": form, "heading": heading, "press": press, **more}
    return render(request, "accounts/form.html", context)


@require_http_methods(PAGE)
@members_only
def password(request: HttpRequest, member: User) -> HttpResponse:
    form = NewPasswordForm(request, request.POST or None)
    if not form.is_valid():
        return asked(request, form, _("A new password"), _("Change it"))
    member.set_password(form.cleaned_data["new_password1"])
    member.save(update_fields=["password"])
    stays.end_stays(member, but=request.session.session_key)
    update_session_auth_hash(request, member)
    stays.note(request, member)
    messages.success(request, _("Your password is changed, and every other browser is logged out."))
    return redirect("accounts:account")


@require_http_methods(PAGE)
@members_only
def email(request: HttpRequest, member: User) -> HttpResponse:
    if not settings.HAS_MAIL:
        raise Http404
    form = EmailForm(request, request.POST or None, initial={"email": member.email})
    if not form.is_valid():
        return asked(request, form, _("Your e-mail address"), _("Save"))
    try:
        messages.success(request, _address_given(request, member, form.cleaned_data["email"]))
    except TooMany as refusal:
        messages.error(request, refusal.sentence)
    return redirect("accounts:account")


def _address_given(request: HttpRequest, member: User, address: str) -> str:
    """The sentence that says what becomes of it. Raises TooMany."""
    member.email_asked = "" if address == member.email else address
    member.email = address and member.email
    if member.email_asked:
        spend_address(letters.FROM_ADDRESS, request)
        letters.spend_one(member.email_asked)
        letters.ask_to_confirm(request, member)
    member.save(update_fields=["email", "email_asked"])
    if member.email_asked:
        return _("We have written to this address. Open the link in the e-mail to confirm it.")
    return _("Your e-mail address is saved.") if address else _("Your e-mail address is gone.")


@require_http_methods(PAGE)
@members_only
def recovery_codes(request: HttpRequest, member: User) -> HttpResponse:
    form = ProofForm(request, request.POST or None)
    if form.is_valid():
        shown = {"codes": codes.new_codes(member)}
        return render(request, "accounts/codes.html", shown)
    lead = _(
        "With one of these codes you choose a new password if you forget yours. Each works once. "
        "New ones make the old ones void."
    )
    return asked(request, form, _("Recovery codes"), _("Show me new codes"), lead=lead)


@require_http_methods(PAGE)
@members_only
def end_stay(request: HttpRequest, member: User) -> HttpResponse:
    """One of them by what it is called in the list, or all but this one."""
    there = stays.elsewhere(request, member, request.GET.get("stay", ""))
    if not there:
        messages.error(request, _("Nobody is logged in there."))
        return redirect("accounts:account")
    form = ProofForm(request, request.POST or None)
    if not form.is_valid():
        browsers = " · ".join(row.title for row in there)
        lead = _("This logs out: %(browsers)s") % {"browsers": browsers}
        return asked(request, form, _("Log out elsewhere"), _("Log out there"), lead=lead)
    stays.end_these(there)
    messages.success(request, _("Logged out there."))
    return redirect("accounts:account")
