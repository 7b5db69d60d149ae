from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView, LogoutView
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from .forms import LogInForm, SettingsForm, SignUpForm
from .models import User

log_in = LoginView.as_view(
    template_name="accounts/log_in.html",
    authentication_form=LogInForm,
    redirect_authenticated_user=True,
)
log_out = LogoutView.as_view()


@never_cache
@sensitive_post_parameters("password1", "password2")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return HttpResponseRedirect(_destination(request))
    form = SignUpForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        user = _create(form)
        if user is not None:
            login(request, user)
            return HttpResponseRedirect(_destination(request))
    return render(request, "accounts/sign_up.html", {"form": form, "next": _destination(request)})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    form = SettingsForm(request.POST if request.method == "POST" else None, instance=request.user)
    if form.is_valid():
        form.save()
        messages.success(request, _("Your settings are saved."))
        return redirect("accounts:settings")
    return render(request, "accounts/settings.html", {"form": form})


def _create(form: SignUpForm) -> User | None:
    """Two people can ask for one name in the same moment: the form checked before either wrote."""
    try:
        with transaction.atomic():
            user: User = form.save()
    except IntegrityError:
        form.add_error("username", _("This name is taken."))
        return None
    return user


def _destination(request: HttpRequest) -> str:
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if safe else resolve_url(settings.LOGIN_REDIRECT_URL)
