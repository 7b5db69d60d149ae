"""The way back in for whoever forgot their password. It says nothing about who exists."""

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

from . import codes, letters, limits
from .account_pages import PAGE, asked
from .models import User
from .proofs import ForgottenForm, RecoverForm, ResetForm
from .stays import end_stays


@sensitive_post_parameters()
@require_http_methods(PAGE)
def recover(request: HttpRequest) -> HttpResponse:
    form = RecoverForm(request, request.POST or None)
    if form.is_valid() and form.person is not None:
        use_code = partial(codes.use_up, code=form.cleaned_data["code"])
        if _replace_password(form.person, form.cleaned_data["new_password1"], use_code):
            messages.success(request, _("Your new password is set. Log in with it."))
            return redirect("accounts:login")
        form.add_error(None, _("There is nobody with this name and code."))
    return render(request, "accounts/recover.html", {"form": form, "has_mail": settings.HAS_MAIL})


def _replace_password(person: User, password: str, use: Callable[[User], bool]) -> bool:
    """Set it and log the person out everywhere, if what proved who they are can still be used:
    `use` is asked while their row is held, since others may use the same at the same moment.
    Returns whether it was set."""
    person.set_password(password)  # before the transaction: hashing takes its time
    with transaction.atomic():
        held = User.objects.select_for_update(no_key=True).get(pk=person.pk)
        if not (held.is_active and use(held)):
            return False
        person.save(update_fields=["password"])
        end_stays(person)
    return True


@require_http_methods(PAGE)
def forgotten(request: HttpRequest) -> HttpResponse:
    if not settings.HAS_MAIL:
        raise Http404
    form = ForgottenForm(request.POST or None)
    if form.is_valid():
        try:
            limits.spend_address(letters.FROM_ADDRESS, request)
        except limits.TooMany as refusal:
            messages.error(request, refusal.sentence)
        else:
            _write_to(request, form.cleaned_data["email"])
            messages.success(
                request, _("If this address belongs to an account, we have sent it an e-mail.")
            )
        return redirect("accounts:login")
    lead = _("If you gave us an e-mail address and confirmed it, we can send you a link.")
    return asked(request, form, _("Password forgotten"), _("Send me an e-mail"), lead=lead)


def _write_to(request: HttpRequest, address: str) -> None:
    """Too many letters to one address are left unwritten without a word: it may be nobody's."""
    try:
        letters.spend_one(address)
    except limits.TooMany:
        return
    for person in User.objects.filter(email__iexact=address, is_active=True, is_guest=False):
        letters.help_to_reset(request, person)


@sensitive_post_parameters()
@require_http_methods(PAGE)
def reset(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    person = letters.person_of(uid)
    if person is None or not default_token_generator.check_token(person, token):
        return _too_old(request)
    form = ResetForm(person, request.POST or None)
    if form.is_valid():
        use_link = partial(default_token_generator.check_token, token=token)
        if not _replace_password(person, form.cleaned_data["new_password1"], use_link):
            return _too_old(request)
        messages.success(request, _("Your new password is set. Log in with it."))
        return redirect("accounts:login")
    return asked(request, form, _("A new password"), _("Set it"))


@require_http_methods(PAGE)
def confirm_email(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """With a press: programs that look at letters open every link in them."""
    person = letters.person_of(uid)
    if person is None or not letters.address_tokens.check_token(person, token):
        return _too_old(request)
    if request.method != "POST":
        return render(request, "accounts/confirm_email.html", {"person": person})
    same = User.objects.filter(pk=person.pk, email_asked=person.email_asked)
    same.update(email=F("email_asked"), email_asked="")
    messages.success(request, _("Your e-mail address is confirmed."))
    return redirect("accounts:account" if request.user == person else "accounts:login")


def _too_old(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/too_old.html", status=404)
