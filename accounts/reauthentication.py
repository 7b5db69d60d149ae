"""Forms that ask people to prove who they are before something of their account is changed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import SetPasswordMixin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from . import recovery_codes
from .login_log import log_refused_try
from .models import User
from .names import LONGEST, key_of
from .rate_limits import TooManyTries, spend_tries


def count_try(request: HttpRequest, key: str) -> None:
    """Count one more try to prove to be the person with this key.

    Raise ValidationError when there were too many.
    """
    try:
        spend_tries(request, key)
    except TooManyTries as refusal:
        raise ValidationError(refusal.sentence) from None


class PasswordForm(forms.Form):
    """Asks a person who is logged in for their password."""

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
        """Return the password. Raise ValidationError if it is wrong, or after too many tries."""
        given: str = self.cleaned_data["password"]
        count_try(self.request, self.person.key)
        if not self.person.check_password(given):
            log_refused_try(self.person.key, "a password")
            raise ValidationError(_("This is not your password."))
        return given


class EmailForm(PasswordForm):
    """Asks for an e-mail address, which may be empty, and the password."""

    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        help_text=_("Nobody sees it. Leave it empty to take it away."),
    )
    field_order = ["email", "password"]


class NewPasswordFields(SetPasswordMixin, forms.Form):  # type: ignore[type-arg]  # no subscript at run time
    """The fields for a new password, which is typed twice."""

    error_messages = {"password_mismatch": _("The two passwords are not the same.")}
    new_password1, new_password2 = SetPasswordMixin.create_password_fields(
        _("New password"), _("New password again")
    )
    new_password1.help_text = _("At least 8 characters.")
    new_password2.help_text = ""

    def clean(self) -> dict[str, Any]:
        """Check that both are the same and that the password is allowed."""
        self.validate_passwords("new_password1", "new_password2")
        self.validate_password_for_user(getattr(self, "person", None), "new_password1")
        return super().clean() or self.cleaned_data


class NewPasswordForm(NewPasswordFields, PasswordForm):
    """Asks for a new password and the old one."""

    field_order = ["password", "new_password1", "new_password2"]


class ResetPasswordForm(NewPasswordFields):
    """Asks for a new password only: the link of an e-mail has proved who the person is."""

    def __init__(self, person: User, data: Any = None) -> None:
        super().__init__(data, label_suffix="")
        self.person = person


class RecoverForm(NewPasswordFields):
    """Asks for a new password, and for a name and a recovery code as proof.

    When the form is valid, `person` is the one whose code it is.
    """

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
        """Find the person with this name and code. Raise ValidationError."""
        given = super().clean()
        if self.errors:
            return given
        count_try(self.request, key_of(given["name"]))
        self.person = recovery_codes.person_with_code(given["name"], given["code"])
        if self.person is None:
            log_refused_try(key_of(given["name"]), "a recovery code")
            raise ValidationError(_("There is nobody with this name and code."))
        return given


class ForgotPasswordForm(forms.Form):
    """Asks for the e-mail address to which a link to choose a new password is sent."""

    email = forms.EmailField(
        label=_("E-mail address"), widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, label_suffix="")
