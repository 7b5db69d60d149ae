"""The second factor of staff: the admin site needs a code of an app in addition to the password."""

from __future__ import annotations

from base64 import b32encode
from textwrap import wrap
from typing import Any

import segno
from django import forms
from django.conf import settings
from django.contrib.admin import AdminSite
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.decorators import method_decorator
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters
from django_otp import DEVICE_ID_SESSION_KEY, devices_for_user, verify_token
from django_otp import login as prove
from django_otp.models import Device
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from .forms import StaffLogInForm
from .login_log import log_refused_try
from .models import User
from .reauthentication import count_try

SPARE_CODES = 8
# URLs of Django's admin that we switch off. No page of ours links to them, and the first shows any
# member of staff the address of any object.
HIDDEN_URLS = ("view_on_site", "autocomplete")
NOT_RIGHT = _("This code is not right, or was used before.")
NOT_YET = _("The last code was not right. Wait a few seconds, and type the one that is shown then.")


def is_verified(request: HttpRequest) -> bool:
    """Return whether this session has passed the second factor, with a device the user still has.

    Always true where the site asks for no second factor.
    """
    if not settings.STAFF_SECOND_FACTOR:
        return True
    key = request.session.get(DEVICE_ID_SESSION_KEY)
    device = Device.from_persistent_id(key) if key else None
    return device is not None and device.confirmed and device.user_id == request.user.pk


def remove_devices(user: User) -> None:
    """Delete the user's app and spare codes."""
    for device in devices_for_user(user, confirmed=None):
        device.delete()


def get_or_create_totp_device(user: User) -> TOTPDevice:
    """Return the app that shows the user codes; store a new, unconfirmed one if there is none yet.

    A new app is confirmed when its first code is right.
    """
    known = TOTPDevice.objects.filter(user=user).order_by("-confirmed", "pk").first()
    return known or TOTPDevice.objects.create(user=user, name="app", confirmed=False)


def create_spare_codes(user: User) -> list[str]:
    """Store and return new codes for a user who loses the app. Each works once."""
    device = StaticDevice.objects.create(user=user, name="spare codes")
    codes = [StaticToken.random_token() for _number in range(SPARE_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    return codes


def qr_code(link: str) -> SafeString:
    """Return the link as a QR code, an SVG, for people who have the app on another device.

    It is dark on light in both colour schemes, since cameras read that best.
    """
    code = segno.make(link, micro=False)
    title = gettext("The same key as a picture, for the camera of your phone")
    return mark_safe(code.svg_inline(scale=5, light="#fff", title=title))


class CodeForm(forms.Form):
    """Asks for a code of the app, or a spare code. When it is valid, `device` is what made it."""

    code = forms.CharField(
        label=_("Code"),
        max_length=16,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autofocus": True}),
    )

    def __init__(self, data: Any, *, request: HttpRequest, user: User) -> None:
        super().__init__(data)
        self.request, self.user = request, user
        self.device: Device | None = None

    def clean_code(self) -> str:
        """Count the try and find the device whose code it is. Raise ValidationError."""
        code = "".join(self.cleaned_data["code"].split()).lower()
        count_try(self.request, f"second {self.user.pk}")
        app, *others = self._devices()
        may_verify, _why_not = app.verify_is_allowed()  # false for a while after a wrong code
        for device in (app, *others):
            self.device = self.device or verify_token(self.user, device.persistent_id, code)
        if self.device is None:
            log_refused_try(self.user.key, "a second factor")
            raise ValidationError(NOT_RIGHT if may_verify else NOT_YET)
        return code

    def _devices(self) -> list[Device]:
        """Return the app and, once it is confirmed, the spare codes."""
        app = get_or_create_totp_device(self.user)
        return [app, *StaticDevice.objects.filter(user=self.user)] if app.confirmed else [app]


class TwoFactorAdminSite(AdminSite):
    """The admin site, which opens only after the second factor."""

    site_title = site_header = _("The desk of bruno")
    index_title = _("What there is to look after")
    login_form = StaffLogInForm
    enable_nav_sidebar = False  # the list of games has too many columns to leave room for one

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether the visitor is staff and has passed the second factor."""
        return super().has_permission(request) and is_verified(request)

    def get_urls(self) -> list[Any]:
        """Return Django's URLs of the admin without the hidden ones, and ours."""
        own = path("second/", self.second, name="second")
        others = super().get_urls()
        return [own, *(each for each in others if getattr(each, "name", "") not in HIDDEN_URLS)]

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Show the log-in page, or go on to the second factor where the password is known."""
        if super().has_permission(request) and not is_verified(request):
            return redirect("admin:second")
        return super().login(request, extra_context)

    def password_change(  # type: ignore[override]  # the stubs know of no redirect
        self, request: HttpRequest, extra_context: Any = None
    ) -> HttpResponse:
        """Redirect to the page where members change their password.

        That page counts tries and logs out other browsers; Django's does neither.
        """
        return redirect("accounts:password")

    @method_decorator(sensitive_post_parameters())
    def second(self, request: HttpRequest) -> HttpResponse:
        """Ask for a code; the first right code of a new app confirms it and shows spare codes."""
        if not super().has_permission(request):
            return redirect("admin:login")
        assert isinstance(request.user, User)
        if is_verified(request):
            return redirect("admin:index")
        form = CodeForm(request.POST or None, request=request, user=request.user)
        if not form.is_valid():
            return self._render_page(
                request, {"form": form, "app": get_or_create_totp_device(request.user)}
            )
        prove(request, form.device)
        if form.device is None or form.device.confirmed:
            return redirect("admin:index")
        form.device.confirmed = True
        form.device.save()
        return self._render_page(request, {"spare_codes": create_spare_codes(request.user)})

    def _render_page(self, request: HttpRequest, shown: dict[str, Any]) -> HttpResponse:
        """Return the page of the second factor; for a new app it shows the key and its QR code."""
        app = shown.get("app")
        if app is not None and not app.confirmed:
            shown["key"] = " ".join(wrap(b32encode(app.bin_key).decode().rstrip("="), 4))
            shown["link"] = app.config_url
            shown["picture"] = qr_code(app.config_url)
        context = {**self.each_context(request), "title": _("Second factor"), **shown}
        return TemplateResponse(request, "admin/second.html", context)
