"""Forms to sign up, to log in and to change settings."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.forms import AuthenticationForm, BaseUserCreationForm, UsernameField
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from .backends import suspension_of
from .login_log import log_refused_try
from .models import PREFERENCES, User
from .names import LONGEST, SHORTEST, check_new_name, key_of, without_invisible
from .reauthentication import count_try


class NameField(UsernameField):
    """A field for a name, from which invisible characters are removed."""

    def to_python(self, value: str | None) -> str | None:
        """Return the name as it is seen."""
        name = super().to_python(value)
        return without_invisible(name) if name else name


class SignUpForm(BaseUserCreationForm):  # type: ignore[type-arg]  # no subscript at run time
    """Asks for a name and a password, of a visitor or of a guest who becomes a member."""

    error_messages = {"password_mismatch": _("The two passwords are not the same.")}

    class Meta:
        model = User
        fields = ("username",)
        field_classes = {"username": NameField}
        help_texts = {
            "username": _("This is what the others see at the table."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        self.initial.pop("username", None)  # a guest must not keep the name that the site gave
        self.fields["username"].widget.attrs["minlength"] = SHORTEST
        self.fields["password1"].help_text = _("At least 8 characters.")
        self.fields["password2"].label = _("Password again")
        self.fields["password2"].help_text = ""

    def clean_username(self) -> str:
        """Return the name. Raise ValidationError if it is not allowed."""
        name: str = self.cleaned_data["username"]
        check_new_name(name)
        return name


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg]  # no subscript at run time
    """Asks how a person wants the site to look and to work."""

    class Meta:
        model = User
        fields = PREFERENCES
        # Not drop-down lists: on a phone a closed one would cut its words off.
        widgets = dict.fromkeys(("language", "deck", "card_size", "bot_pace"), forms.RadioSelect)
        help_texts = {
            "deck": _("For games of 40 cards. The others see the deck of their own choice."),
            "has_four_colours": _(
                "Diamonds are blue and clubs are green, so that no two French suits look alike."
            ),
            "card_size": _("Of the cards in your hand, as far as there is room."),
            "shows_points": _("In games where cards have points, they stand under your cards."),
            "shows_playable": _(
                "Cards that cannot be played are dimmed. Switched off, you may press any card, "
                "and in some games pay for a mistake."
            ),
            "plays_at_once": _(
                "Where a card can be laid in one way only, pressing it lays it. Switched off, you "
                "press the card and then the button that says what will happen."
            ),
            "plays_only_move": _(
                "Where there is only one thing to do, it is done for you after a few seconds, "
                "which are never the same: nobody learns from them that you had no choice."
            ),
            "has_motion": _("Switched off, nothing on the page moves by itself."),
            "has_sounds": _(
                "A soft sound when it is your turn or somebody calls you, and a notification "
                "where your browser allows it. The loudspeaker at the top of every page "
                "switches this too."
            ),
            "bot_pace": _(
                "At tables where nobody else plays, from your next game on. Among people bots "
                "are always as quick as people."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""


class LogInForm(AuthenticationForm):
    """Asks for name and password, and counts the tries."""

    username = UsernameField(
        label=_("Name"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autofocus": True}),
    )
    error_messages = {"invalid_login": _("There is nobody with this name and password.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""

    def clean(self) -> dict[str, Any]:
        """Check name and password. Raise ValidationError, and log the refusal.

        The try is counted first, so that visitors who try too often cause no work.
        """
        assert self.request is not None
        key = key_of(self.cleaned_data.get("username", ""))
        try:
            count_try(self.request, key)
            return super().clean()
        except ValidationError:
            log_refused_try(key, "a log-in")
            raise

    def confirm_login_allowed(self, user: AbstractBaseUser) -> None:
        """Raise ValidationError if the user is suspended.

        Django calls this only when the password was right, so nobody else learns of a suspension.
        """
        assert isinstance(user, User)
        if sentence := suspension_of(user):
            raise ValidationError(sentence, code="suspended")


class StaffLogInForm(LogInForm):
    """The log-in form of the admin site, which is for staff only."""

    def confirm_login_allowed(self, user: AbstractBaseUser) -> None:
        """Raise ValidationError if the user is suspended or not staff.

        People who are not staff are told the same as for a wrong password.
        """
        super().confirm_login_allowed(user)
        if not getattr(user, "is_staff", False):
            raise self.get_invalid_login_error()
