"""The pages for people who forgot their password, and the links of e-mails.

No page tells whether there is an account with some name or address.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from .. import emails, rate_limits, recovery_codes
from ..models import User
from ..reauthentication import ForgotPasswordForm, RecoverForm, ResetPasswordForm
from ..sessions import end_sessions
from .account import PAGE_METHODS, form_page


@sensitive_post_parameters()
@require_http_methods(PAGE_METHODS)
def recover(request: HttpRequest) -> HttpResponse:
    """Set a new password for a person who gives their name and a recovery code."""
    form = RecoverForm(request, request.POST or None)
    if form.is_valid() and form.person is not None:
        use_code = partial(recovery_codes.use_code, code=form.cleaned_data["code"])
        if _replace_password(form.person, form.cleaned_data["new_password1"], use_code):
            messages.success(request, _("Your new password is set. Log in with it."))
            return redirect("accounts:log_in")
        form.add_error(None, _("There is nobody with this name and code."))
    return render(request, "accounts/recover.html", {"form": form, "has_mail": settings.HAS_MAIL})


def _replace_password(person: User, password: str, use: Callable[[User], bool]) -> bool:
    """Set the password and log the person out everywhere; return whether that was done.

    `use` uses up the code or link that proved who they are, and returns whether it was still valid.
    It is called while the person's row is locked, since another browser may use the same proof at
    the same moment.
    """
    person.set_password(password)  # before the transaction: hashing takes its time
    with transaction.atomic():
        locked = User.objects.select_for_update(no_key=True).get(pk=person.pk)
        if not (locked.is_active and use(locked)):
            return False
        person.save(update_fields=["password"])
        end_sessions(person)
    return True


@require_http_methods(PAGE_METHODS)
def forgot_password(request: HttpRequest) -> HttpResponse:
    """Send links to choose a new password to an e-mail address. 404 where no e-mail can be sent."""
    if not settings.HAS_MAIL:
        raise Http404
    form = ForgotPasswordForm(request.POST or None)
    if form.is_valid():
        try:
            rate_limits.spend_address(emails.FROM_ADDRESS, request)
        except rate_limits.TooManyTries as refusal:
            messages.error(request, refusal.sentence)
        else:
            _send_reset_links(request, form.cleaned_data["email"])
            messages.success(
                request, _("If this address belongs to an account, we have sent it an e-mail.")
            )
        return redirect("accounts:log_in")
    lead = _("If you gave us an e-mail address and confirmed it, we can send you a link.")
    return form_page(request, form, _("Password forgotten"), _("Send me an e-mail"), lead=lead)


def _send_reset_links(request: HttpRequest, address: str) -> None:
    """Send a link for each account with this address.

    When there were too many e-mails to it, nothing is sent and the visitor is told nothing: that
    would tell whether the address is known.
    """
    try:
        emails.count_email(address)
    except rate_limits.TooManyTries:
        return
    for person in User.objects.filter(email__iexact=address, is_active=True, is_guest=False):
        emails.send_reset_link(request, person)


@sensitive_post_parameters()
@require_http_methods(PAGE_METHODS)
def reset_password(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Set a new password for a person who has opened the link of an e-mail."""
    person = emails.person_of_uid(uid)
    if person is None or not default_token_generator.check_token(person, token):
        return _expired_link(request)
    form = ResetPasswordForm(person, request.POST or None)
    if form.is_valid():
        use_link = partial(default_token_generator.check_token, token=token)
        if not _replace_password(person, form.cleaned_data["new_password1"], use_link):
            return _expired_link(request)
        messages.success(request, _("Your new password is set. Log in with it."))
        return redirect("accounts:log_in")
    return form_page(request, form, _("A new password"), _("Set it"))


@require_http_methods(PAGE_METHODS)
def confirm_email(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Ask for a press on a button, then confirm the e-mail address.

    Opening the link is not enough, since programs that check e-mails open every link in them.
    """
    person = emails.person_of_uid(uid)
    if person is None or not emails.address_tokens.check_token(person, token):
        return _expired_link(request)
    if request.method != "POST":
        return render(request, "accounts/confirm_email.html", {"person": person})
    same = User.objects.filter(pk=person.pk, email_asked=person.email_asked)
    same.update(email=F("email_asked"), email_asked="")
    messages.success(request, _("Your e-mail address is confirmed."))
    return redirect("accounts:account" if request.user == person else "accounts:log_in")


def _expired_link(request: HttpRequest) -> HttpResponse:
    """Return the page, with status 404, that says that a link is no longer valid."""
    return render(request, "accounts/too_old.html", status=404)
