"""Forms that ask for proof: that somebody is who they say, before anything of theirs is changed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import SetPasswordMixin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from . import codes
from .comings import refused
from .limits import TooMany, spend_tries
from .models import User
from .names import LONGEST, key_of


def spend_or_refuse(request: HttpRequest, key: str) -> None:
    try:
        spend_tries(request, key)
    except TooMany as refusal:
        raise ValidationError(refusal.sentence) from None


class ProofForm(forms.Form):
    """Asks for the password of whoever is logged in."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, request: HttpRequest, data: Any = None, **given: Any) -> None:
        super().__init__(data, label_suffix="", **given)
        assert isinstance(request.user, User)
        self.request, self.person = request, request.user

    def clean_password(self) -> str:
        given: str = self.cleaned_data["password"]
        spend_or_refuse(self.request, self.person.key)
        if not self.person.check_password(given):
            refused(self.person.key, "a password")
            raise ValidationError(_("This is not your password."))
        return given


class EmailForm(ProofForm):
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        help_text=_("Nobody sees it. Leave it empty to take it away."),
    )
    field_order = ["email", "password"]


class TwiceForm(SetPasswordMixin, forms.Form):  # type: ignore[type-arg]  # no subscript at run time
    """A new password, typed twice."""

    error_messages = {"password_mismatch": _("The two passwords are not the same.")}
    new_password1, new_password2 = SetPasswordMixin.create_password_fields(
        _("New password"), _("New password again")
    )
    new_password1.help_text = _("At least 8 characters.")
    new_password2.help_text = ""

    def clean(self) -> dict[str, Any]:
        self.validate_passwords("new_password1", "new_password2")
        self.validate_password_for_user(getattr(self, "person", None), "new_password1")
        return super().clean() or self.cleaned_data


class NewPasswordForm(TwiceForm, ProofForm):
    field_order = ["password", "new_password1", "new_password2"]


class ResetForm(TwiceForm):
    """The link of a letter has proved who it is."""

    def __init__(self, person: User, data: Any = None) -> None:
        super().__init__(data, label_suffix="")
        self.person = person


class RecoverForm(TwiceForm):
    """A code proves it."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST)
    code = forms.CharField(
        label=_("Recovery code"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    field_order = ["name", "code", "new_password1", "new_password2"]

    def __init__(self, request: HttpRequest, data: Any = None) -> None:
        super().__init__(data, label_suffix="")
        self.request = request
        self.person: User | None = None

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        if self.errors:
            return given
        spend_or_refuse(self.request, key_of(given["name"]))
        self.person = codes.person_with(given["name"], given["code"])
        if self.person is None:
            refused(key_of(given["name"]), "a recovery code")
            raise ValidationError(_("There is nobody with this name and code."))
        return given


class ForgottenForm(forms.Form):
    email = forms.EmailField(
        label=_("E-mail address"), widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, label_suffix="")
