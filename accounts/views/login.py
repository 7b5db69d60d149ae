"""The pages to log in, log out, sign up and play as a guest, and the settings."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView, LogoutView
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import activate
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from bruno_site.core.i18n import language_of

from .. import guests
from ..account_deletion import delete_account
from ..forms import LogInForm, SettingsForm, SignUpForm
from ..models import PREFERENCES, User
from ..next_url import next_url
from ..rate_limits import Limit, TooManyTries, spend_address
from ..sessions import record_session

PAGE_METHODS = ["GET", "HEAD", "POST"]
# The columns that a guest's sign-up writes. The others stay as they are: a moderator may have
# decided something about the guest meanwhile.
SIGN_UP_COLUMNS = ("username", "key", "skeleton", "password", "is_guest")
SIGN_UPS = Limit("sign-ups from an address", 20, timedelta(hours=1))


class LogIn(LoginView):
    """The page to log in."""

    template_name = "accounts/log_in.html"
    authentication_form = LogInForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Redirect members, who are logged in already; a guest may have an account elsewhere."""
        if is_member(request):
            return HttpResponseRedirect(_next_url(request))
        return super().dispatch(request, *args, **kwargs)

    def get_success_url(self) -> str:
        """Return the page where the visitor wanted to go."""
        return _next_url(self.request)


log_in = LogIn.as_view()


class LogOut(LogoutView):
    """The button to log out."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Log the person out, and delete a guest, since nobody can come back as one."""
        guest = request.user if isinstance(request.user, User) and request.user.is_guest else None
        answer: HttpResponse = super().post(request, *args, **kwargs)
        if guest is not None:
            delete_account(guest)
        return answer


log_out = LogOut.as_view()


def is_member(request: HttpRequest) -> bool:
    """Return whether the visitor is logged in to an account, not as a guest."""
    return isinstance(request.user, User) and not request.user.is_guest


@sensitive_post_parameters("password1", "password2")
@require_http_methods(PAGE_METHODS)
def sign_up(request: HttpRequest) -> HttpResponse:
    """Create an account and log in to it. A guest becomes a member and keeps their games."""
    if is_member(request):
        return HttpResponseRedirect(_next_url(request))
    guest = request.user if isinstance(request.user, User) else None
    form = SignUpForm(request.POST if request.method == "POST" else None, instance=guest)
    if form.is_valid() and _sign_up_person(request, form, guest):
        return HttpResponseRedirect(_next_url(request))
    context = {"form": form, "next": _next_url(request), "guest": guest and _stored_name(guest)}
    return render(request, "accounts/sign_up.html", context)


def _stored_name(guest: User) -> str:
    """Return the guest's name from the database: a refused form has changed it on the object."""
    return User.objects.values_list("username", flat=True).get(pk=guest.pk)


def _sign_up_person(request: HttpRequest, form: SignUpForm, guest: User | None) -> bool:
    """Create an account or make the guest a member, and log in; return whether that was done.

    If it was not, the form has the error.
    """
    try:
        spend_address(SIGN_UPS, request)
    except TooManyTries as refusal:
        form.add_error(None, refusal.sentence)
        return False
    if guest is None:
        user = _create_user(form)
        if user is not None:
            login(request, user)
        return user is not None
    if not _make_guest_member(form, guest):
        return False
    update_session_auth_hash(request, guest)
    record_session(request, guest)
    messages.success(request, _("Welcome, %(name)s. Your games are yours.") % {"name": guest})
    return True


@require_POST
def continue_as_guest(request: HttpRequest) -> HttpResponse:
    """Log the visitor in as a new guest, unless they are logged in."""
    if not request.user.is_authenticated:
        try:
            guests.log_in_guest(request)
        except TooManyTries as refusal:
            messages.error(request, refusal.sentence)
    return HttpResponseRedirect(_next_url(request))


@login_required
@require_http_methods(PAGE_METHODS)
def settings_page(request: HttpRequest) -> HttpResponse:
    """Show and save the person's settings."""
    form = SettingsForm(request.POST if request.method == "POST" else None, instance=request.user)
    if form.is_valid():
        # Only these columns: a suspension or a new password that was saved meanwhile must stay.
        form.save(commit=False).save(update_fields=PREFERENCES)
        activate(language_of(request, request.user))
        messages.success(request, _("Your settings are saved."))
        answer = redirect("accounts:settings")
        if not form.cleaned_data["language"]:
            answer.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
        return answer
    return render(request, "accounts/settings.html", {"form": form})


@login_required
@require_POST
def switch_sounds(request: HttpRequest) -> HttpResponse:
    """Switch sounds on or off for every browser of the person; the loudspeaker of any page does."""
    assert isinstance(request.user, User)
    are_on = request.POST.get("sounds") == "on"
    User.objects.filter(pk=request.user.pk).update(has_sounds=are_on)
    return HttpResponseRedirect(_next_url(request))


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Store the language in a cookie and, for people who are logged in, in their settings."""
    chosen = request.POST.get("language", "")
    if isinstance(request.user, User) and chosen in dict(settings.LANGUAGES):
        User.objects.filter(pk=request.user.pk).update(language=chosen)
    return set_language(request)


@login_required
@require_POST
def dismiss_welcome(request: HttpRequest) -> HttpResponse:
    """Stop offering this person what is offered to newcomers."""
    if request.user.pk is not None:
        guests.dismiss_welcome(request.user.pk)
    return HttpResponseRedirect(_next_url(request))


def _create_user(form: SignUpForm) -> User | None:
    """Store and return the new user, or None, with an error on the form, if the name was taken."""
    user: User = form.save(commit=False)  # hashes the password, which is slow: not in a transaction
    return user if _save_if_free(form, user) else None


def _save_if_free(form: SignUpForm, user: User, columns: Collection[str] | None = None) -> bool:
    """Save the user; return False, with an error on the form, if the name was taken meanwhile.

    Two people may ask for one name at the same moment, and the form checks it before either writes.
    """
    try:
        with transaction.atomic():
            user.save(update_fields=columns)
    except IntegrityError:
        form.add_error("username", _("This name is taken."))
        return False
    return True


def _make_guest_member(form: SignUpForm, guest: User) -> bool:
    """Give the guest a name and a password; return False, with an error on the form, if refused.

    It happens only once: another browser with the same session may have been faster.
    """
    form.save(commit=False)  # hashes the password, which is slow: not while a row is locked
    with transaction.atomic():
        if not User.objects.select_for_update().filter(pk=guest.pk, is_guest=True).exists():
            form.add_error(None, _("This guest has taken a name already."))
            return False
        guest.is_guest = False
        return _save_if_free(form, guest, SIGN_UP_COLUMNS)


def _next_url(request: HttpRequest) -> str:
    """Return the page where the visitor wanted to go, or the usual one."""
    return next_url(request, settings.LOGIN_REDIRECT_URL)
