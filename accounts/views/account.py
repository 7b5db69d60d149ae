"""The pages of a member's own account: password, e-mail address, recovery codes, sessions."""

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

from .. import emails, recovery_codes, sessions
from ..models import User
from ..rate_limits import TooManyTries, spend_address
from ..reauthentication import EmailForm, NewPasswordForm, PasswordForm

PAGE_METHODS = ["GET", "HEAD", "POST"]
View = Callable[[HttpRequest, User], HttpResponseBase]


def members_only(view: View) -> Callable[[HttpRequest], HttpResponseBase]:
    """Decorate a view so that it is called with the member; redirect guests to the sign-up page.

    Visitors who are not logged in are redirected to the log-in page. The view's form fields are
    left out of error reports.
    """

    @wraps(view)
    @login_required
    @sensitive_post_parameters()
    def guarded(request: HttpRequest) -> HttpResponseBase:
        assert isinstance(request.user, User)
        return (
            redirect("accounts:sign_up") if request.user.is_guest else view(request, request.user)
        )

    return guarded


@require_safe
@members_only
def account(request: HttpRequest, member: User) -> HttpResponse:
    """Show the overview of the member's account."""
    context = {
        "member": member,
        "codes_left": member.recovery_codes.count(),
        "sessions": sessions.session_rows(request, member),
        "has_mail": settings.HAS_MAIL,
    }
    return render(request, "accounts/account.html", context)


def form_page(
    request: HttpRequest, form: object, heading: str, press: str, **more: str
) -> HttpResponse:
    """Return a page with a heading, a form and the button `press`, and `more` for its template."""
    context = {"form": form, "heading": heading, "press": press, **more}
    return render(request, "accounts/form.html", context)


@require_http_methods(PAGE_METHODS)
@members_only
def change_password(request: HttpRequest, member: User) -> HttpResponse:
    """Set a new password and log the member out in every other browser."""
    form = NewPasswordForm(request, request.POST or None)
    if not form.is_valid():
        return form_page(request, form, _("A new password"), _("Change it"))
    member.set_password(form.cleaned_data["new_password1"])
    member.save(update_fields=["password"])
    sessions.end_sessions(member, but=request.session.session_key)
    update_session_auth_hash(request, member)
    sessions.record_session(request, member)
    messages.success(request, _("Your password is changed, and every other browser is logged out."))
    return redirect("accounts:account")


@require_http_methods(PAGE_METHODS)
@members_only
def change_email(request: HttpRequest, member: User) -> HttpResponse:
    """Change or remove the e-mail address; a new one has to be confirmed. 404 without e-mail."""
    if not settings.HAS_MAIL:
        raise Http404
    form = EmailForm(request, request.POST or None, initial={"email": member.email})
    if not form.is_valid():
        return form_page(request, form, _("Your e-mail address"), _("Save"))
    try:
        messages.success(request, _change_address(request, member, form.cleaned_data["email"]))
    except TooManyTries as refusal:
        messages.error(request, refusal.sentence)
    return redirect("accounts:account")


def _change_address(request: HttpRequest, member: User, address: str) -> str:
    """Save the address and e-mail a link to confirm it; return what the member is told.

    Raise TooManyTries, and then nothing is saved.
    """
    member.email_asked = "" if address == member.email else address
    member.email = address and member.email
    if member.email_asked:
        spend_address(emails.FROM_ADDRESS, request)
        emails.count_email(member.email_asked)
        emails.send_confirmation(request, member)
    member.save(update_fields=["email", "email_asked"])
    if member.email_asked:
        return _("We have written to this address. Open the link in the e-mail to confirm it.")
    return _("Your e-mail address is saved.") if address else _("Your e-mail address is gone.")


@require_http_methods(PAGE_METHODS)
@members_only
def new_recovery_codes(request: HttpRequest, member: User) -> HttpResponse:
    """Replace the member's recovery codes and show the new ones, this once."""
    form = PasswordForm(request, request.POST or None)
    if form.is_valid():
        shown = {"codes": recovery_codes.replace_codes(member)}
        return render(request, "accounts/codes.html", shown)
    lead = _(
        "With one of these codes you choose a new password if you forget yours. Each works once. "
        "New ones make the old ones void."
    )
    return form_page(request, form, _("Recovery codes"), _("Show me new codes"), lead=lead)


@require_http_methods(PAGE_METHODS)
@members_only
def end_session(request: HttpRequest, member: User) -> HttpResponse:
    """Log the member out in one other browser, chosen by its handle, or in all others."""
    others = sessions.other_sessions(request, member, request.GET.get("stay", ""))
    if not others:
        messages.error(request, _("Nobody is logged in there."))
        return redirect("accounts:account")
    form = PasswordForm(request, request.POST or None)
    if not form.is_valid():
        browsers = " · ".join(row.title for row in others)
        lead = _("This logs out: %(browsers)s") % {"browsers": browsers}
        return form_page(request, form, _("Log out elsewhere"), _("Log out there"), lead=lead)
    sessions.end_listed_sessions(others)
    messages.success(request, _("Logged out there."))
    return redirect("accounts:account")
