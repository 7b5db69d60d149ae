from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.forms import AuthenticationForm, BaseUserCreationForm, UsernameField
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from .backends import suspension_of
from .comings import refused
from .models import TASTE, User
from .names import LONGEST, SHORTEST, check_choice, key_of, visible
from .proofs import spend_or_refuse


class ChosenName(UsernameField):
    """A name is taken for what can be seen of it."""

    def to_python(self, value: str | None) -> str | None:
        name = super().to_python(value)
        return visible(name) if name else name


class SignUpForm(BaseUserCreationForm):  # type: ignore[type-arg]  # no subscript at run time
    error_messages = {"password_mismatch": _("The two passwords are not the same.")}

    class Meta:
        model = User
        fields = ("username",)
        field_classes = {"username": ChosenName}
        help_texts = {
            "username": _("This is what the others see at the table."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        self.initial.pop("username", None)  # a guest's name of the house is not to be kept
        self.fields["username"].widget.attrs["minlength"] = SHORTEST
        self.fields["password1"].help_text = _("At least 8 characters.")
        self.fields["password2"].label = _("Password again")
        self.fields["password2"].help_text = ""

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        check_choice(name)
        return name


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg]  # no subscript at run time
    class Meta:
        model = User
        fields = TASTE
        # On a phone the closed list would cut its words off.
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
        """Whoever tries too often is sent away before any work is done for them."""
        assert self.request is not None
        key = key_of(self.cleaned_data.get("username", ""))
        try:
            spend_or_refuse(self.request, key)
            return super().clean()
        except ValidationError:
            refused(key, "a log-in")
            raise

    def confirm_login_allowed(self, user: AbstractBaseUser) -> None:
        """Asked when the password was right, so that nobody else learns of a suspension."""
        assert isinstance(user, User)
        if sentence := suspension_of(user):
            raise ValidationError(sentence, code="suspended")


class StaffLogInForm(LogInForm):
    """At the admin's own door: whoever has no business there is told nothing."""

    def confirm_login_allowed(self, user: AbstractBaseUser) -> None:
        super().confirm_login_allowed(user)
        if not getattr(user, "is_staff", False):
            raise self.get_invalid_login_error()
