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

from bruno_site.speech import language_of

from . import guests
from .farewell import part_with
from .forms import LogInForm, SettingsForm, SignUpForm
from .limits import Limit, TooMany, spend_address
from .models import TASTE, User
from .onward import onward
from .stays import note

PAGE = ["GET", "HEAD", "POST"]
# The rest of a guest stays as it is, and as it was decided meanwhile.
TAKEN_WITH_A_NAME = ("username", "key", "skeleton", "password", "is_guest")
SIGN_UPS = Limit("sign-ups from an address", 20, timedelta(hours=1))


class LogIn(LoginView):
    template_name = "accounts/log_in.html"
    authentication_form = LogInForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """A guest may have an account elsewhere; everybody else is where they want to be."""
        if is_member(request):
            return HttpResponseRedirect(_destination(request))
        return super().dispatch(request, *args, **kwargs)

    def get_success_url(self) -> str:
        return _destination(self.request)


log_in = LogIn.as_view()


class LogOut(LogoutView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Nobody can come back as a guest once the session is gone, so the guest goes as well."""
        guest = request.user if isinstance(request.user, User) and request.user.is_guest else None
        answer: HttpResponse = super().post(request, *args, **kwargs)
        if guest is not None:
            part_with(guest)
        return answer


log_out = LogOut.as_view()


def is_member(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and not request.user.is_guest


@sensitive_post_parameters("password1", "password2")
@require_http_methods(PAGE)
def sign_up(request: HttpRequest) -> HttpResponse:
    """For a guest too, who takes a name and keeps what they have."""
    if is_member(request):
        return HttpResponseRedirect(_destination(request))
    guest = request.user if isinstance(request.user, User) else None
    form = SignUpForm(request.POST if request.method == "POST" else None, instance=guest)
    if form.is_valid() and _is_named(request, form, guest):
        return HttpResponseRedirect(_destination(request))
    context = {"form": form, "next": _destination(request), "guest": guest and _name_of(guest)}
    return render(request, "accounts/sign_up.html", context)


def _name_of(guest: User) -> str:
    """As it is stored: a form that was refused has tried the new one on."""
    return User.objects.values_list("username", flat=True).get(pk=guest.pk)


def _is_named(request: HttpRequest, form: SignUpForm, guest: User | None) -> bool:
    try:
        spend_address(SIGN_UPS, request)
    except TooMany as refusal:
        form.add_error(None, refusal.sentence)
        return False
    if guest is None:
        user = _create(form)
        if user is not None:
            login(request, user)
        return user is not None
    if not _take_name(form, guest):
        return False
    update_session_auth_hash(request, guest)
    note(request, guest)
    messages.success(request, _("Welcome, %(name)s. Your games are yours.") % {"name": guest})
    return True


@require_POST
def come_as_guest(request: HttpRequest) -> HttpResponse:
    if not request.user.is_authenticated:
        try:
            guests.welcome(request)
        except TooMany as refusal:
            messages.error(request, refusal.sentence)
    return HttpResponseRedirect(_destination(request))


@login_required
@require_http_methods(PAGE)
def settings_page(request: HttpRequest) -> HttpResponse:
    form = SettingsForm(request.POST if request.method == "POST" else None, instance=request.user)
    if form.is_valid():
        # What is decided about them meanwhile stays: a suspension, another password.
        form.save(commit=False).save(update_fields=TASTE)
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
    """By the loudspeaker of any page, for every browser of this person."""
    assert isinstance(request.user, User)
    are_on = request.POST.get("sounds") == "on"
    User.objects.filter(pk=request.user.pk).update(has_sounds=are_on)
    return HttpResponseRedirect(_destination(request))


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Kept by this browser and, for whoever has a name here, in every other."""
    chosen = request.POST.get("language", "")
    if isinstance(request.user, User) and chosen in dict(settings.LANGUAGES):
        User.objects.filter(pk=request.user.pk).update(language=chosen)
    return set_language(request)


@login_required
@require_POST
def settle_in(request: HttpRequest) -> HttpResponse:
    """Nothing more is offered to this person as to a newcomer."""
    if request.user.pk is not None:
        guests.settle(request.user.pk)
    return HttpResponseRedirect(_destination(request))


def _create(form: SignUpForm) -> User | None:
    """Two people can ask for one name in the same moment: the form checked before either wrote."""
    user: User = form.save(commit=False)  # hashes the password, for which no transaction waits
    return user if _stored(form, user) else None


def _stored(form: SignUpForm, user: User, columns: Collection[str] | None = None) -> bool:
    try:
        with transaction.atomic():
            user.save(update_fields=columns)
    except IntegrityError:
        form.add_error("username", _("This name is taken."))
        return False
    return True


def _take_name(form: SignUpForm, guest: User) -> bool:
    """Once: whoever holds the same session in another browser may have been faster."""
    form.save(commit=False)  # hashes the password, for which no row may be held
    with transaction.atomic():
        if not User.objects.select_for_update().filter(pk=guest.pk, is_guest=True).exists():
            form.add_error(None, _("This guest has taken a name already."))
            return False
        guest.is_guest = False
        return _stored(form, guest, TAKEN_WITH_A_NAME)


def _destination(request: HttpRequest) -> str:
    return onward(request, settings.LOGIN_REDIRECT_URL)
