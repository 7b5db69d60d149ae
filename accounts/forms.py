from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, BaseUserCreationForm, UsernameField
from django.utils.translation import gettext_lazy as _

from .models import User
from .names import LONGEST, SHORTEST


class SignUpForm(BaseUserCreationForm):  # type: ignore[type-arg]  # no subscript at run time
    error_messages = {"password_mismatch": _("The two passwords are not the same.")}

    class Meta:
        model = User
        fields = ("username",)
        field_classes = {"username": UsernameField}
        help_texts = {
            "username": _("This is what the others see at the table."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        self.fields["username"].widget.attrs["minlength"] = SHORTEST
        self.fields["password1"].help_text = _("At least 8 characters.")
        self.fields["password2"].label = _("Password again")
        self.fields["password2"].help_text = ""


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg]  # no subscript at run time
    class Meta:
        model = User
        fields = ("deck", "shows_points", "shows_playable")
        # On a phone the closed list would cut its words off.
        widgets = {"deck": forms.RadioSelect}
        help_texts = {
            "deck": _("For games of 40 cards. The others see the deck of their own choice."),
            "shows_points": _("In games where cards have points, they stand under your cards."),
            "shows_playable": _(
                "Cards that cannot be played are dimmed. Switched off, you may press any card, "
                "and in some games pay for a mistake."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""


class LogInForm(AuthenticationForm):
    username = UsernameField(
        label=_("Name"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autofocus": True}),
    )
    error_messages = {
        "invalid_login": _("There is nobody with this name and password."),
        "inactive": _("This account is closed."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
