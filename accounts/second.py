"""The second factor of staff: a password alone opens no desk."""

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

from .comings import refused
from .forms import StaffLogInForm
from .models import User
from .proofs import spend_or_refuse

SPARE_CODES = 8
# Django's own, which no page of ours leads to: the first tells any staff the address of anything.
UNNEEDED = ("view_on_site", "autocomplete")
NOT_RIGHT = _("This code is not right, or was used before.")
NOT_YET = _("The last code was not right. Wait a few seconds, and type the one that is shown then.")


def is_proved(request: HttpRequest) -> bool:
    """In this session, by a device that is still theirs."""
    if not settings.STAFF_SECOND_FACTOR:
        return True
    key = request.session.get(DEVICE_ID_SESSION_KEY)
    device = Device.from_persistent_id(key) if key else None
    return device is not None and device.confirmed and device.user_id == request.user.pk


def forget(user: User) -> None:
    for device in devices_for_user(user, confirmed=None):
        device.delete()


def app_of(user: User) -> TOTPDevice:
    """The app that shows this person codes; a new one, until its first code was right."""
    known = TOTPDevice.objects.filter(user=user).order_by("-confirmed", "pk").first()
    return known or TOTPDevice.objects.create(user=user, name="app", confirmed=False)


def spare_codes(user: User) -> list[str]:
    """For whoever loses the app; each works once."""
    device = StaticDevice.objects.create(user=user, name="spare codes")
    codes = [StaticToken.random_token() for _number in range(SPARE_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    return codes


def picture_of(link: str) -> SafeString:
    """A QR code, for whoever has the app on another device; dark on light, as cameras like it."""
    code = segno.make(link, micro=False)
    title = gettext("The same key as a picture, for the camera of your phone")
    return mark_safe(code.svg_inline(scale=5, light="#fff", title=title))


class CodeForm(forms.Form):
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
        code = "".join(self.cleaned_data["code"].split()).lower()
        spend_or_refuse(self.request, f"second {self.user.pk}")
        app, *others = self._devices()
        is_looked_at, _why_not = app.verify_is_allowed()  # not soon after a wrong one
        for device in (app, *others):
            self.device = self.device or verify_token(self.user, device.persistent_id, code)
        if self.device is None:
            refused(self.user.key, "a second factor")
            raise ValidationError(NOT_RIGHT if is_looked_at else NOT_YET)
        return code

    def _devices(self) -> list[Device]:
        app = app_of(self.user)
        return [app, *StaticDevice.objects.filter(user=self.user)] if app.confirmed else [app]


class Desk(AdminSite):
    site_title = site_header = _("The desk of bruno")
    index_title = _("What there is to look after")
    login_form = StaffLogInForm
    enable_nav_sidebar = False  # a list of games has more columns than would fit beside it

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and is_proved(request)

    def get_urls(self) -> list[Any]:
        own = path("second/", self.second, name="second")
        others = super().get_urls()
        return [own, *(each for each in others if getattr(each, "name", "") not in UNNEEDED)]

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        if super().has_permission(request) and not is_proved(request):
            return redirect("admin:second")
        return super().login(request, extra_context)

    def password_change(  # type: ignore[override]  # the stubs know of no redirect
        self, request: HttpRequest, extra_context: Any = None
    ) -> HttpResponse:
        """Where everybody does it: there tries are counted, and other browsers logged out."""
        return redirect("accounts:password")

    @method_decorator(sensitive_post_parameters())
    def second(self, request: HttpRequest) -> HttpResponse:
        if not super().has_permission(request):
            return redirect("admin:login")
        assert isinstance(request.user, User)
        if is_proved(request):
            return redirect("admin:index")
        form = CodeForm(request.POST or None, request=request, user=request.user)
        if not form.is_valid():
            return self._asked(request, {"form": form, "app": app_of(request.user)})
        prove(request, form.device)
        if form.device is None or form.device.confirmed:
            return redirect("admin:index")
        form.device.confirmed = True
        form.device.save()
        return self._asked(request, {"spare_codes": spare_codes(request.user)})

    def _asked(self, request: HttpRequest, shown: dict[str, Any]) -> HttpResponse:
        app = shown.get("app")
        if app is not None and not app.confirmed:
            shown["key"] = " ".join(wrap(b32encode(app.bin_key).decode().rstrip("="), 4))
            shown["link"] = app.config_url
            shown["picture"] = picture_of(app.config_url)
        context = {**self.each_context(request), "title": _("Second factor"), **shown}
        return TemplateResponse(request, "admin/second.html", context)
