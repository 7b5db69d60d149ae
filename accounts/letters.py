"""What people are written, and the links that prove that a letter arrived."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.contrib.auth.tokens import PasswordResetTokenGenerator, default_token_generator
from django.http import HttpRequest
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from bruno_site.links import absolute

from . import post
from .limits import Limit, spend
from .models import User

A_DAY = Limit("letters to an address", 4, timedelta(days=1))
FROM_ADDRESS = Limit("letters asked for from an address", 10, timedelta(hours=1))


def spend_one(address: str) -> None:
    """However its letters are written, it is one mailbox. Raises TooMany."""
    spend(A_DAY, address.lower())


class AddressTokens(PasswordResetTokenGenerator):
    """Good for the address it was made for, until that is confirmed or another is given."""

    key_salt = "accounts.letters.AddressTokens"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        return f"{user.pk} {user.email_asked} {user.password} {timestamp}"


address_tokens = AddressTokens()


@contextmanager
def _as_they_read(user: User) -> Iterator[None]:
    """In the language of whoever is written to, if they chose one."""
    with override(user.language or get_language()):
        yield


def ask_to_confirm(request: HttpRequest, user: User) -> None:
    link = _link(request, "accounts:confirm_email", user, address_tokens.make_token(user))
    with _as_they_read(user):
        post.send(
            user.email_asked,
            _("Confirm your e-mail address"),
            _(
                "Hello %(name)s,\n\nsomebody, we hope you, wants e-mails from bruno to go to "
                "this address. To confirm it, open\n\n%(link)s\n\nIf it was not you, there is "
                "nothing to do."
            )
            % {"name": user.username, "link": link},
        )


def ask_for_new_password(request: HttpRequest, user: User) -> None:
    """By an admin's wish."""
    link = _link(request, "accounts:reset", user, default_token_generator.make_token(user))
    with _as_they_read(user):
        post.send(
            user.email,
            _("Choose a new password"),
            _(
                "Hello %(name)s,\n\nan admin of bruno wants you to choose a new password, and "
                "until then nobody can log in with your name. To choose one, open\n\n%(link)s"
            )
            % {"name": user.username, "link": link},
        )


def help_to_reset(request: HttpRequest, user: User) -> None:
    link = _link(request, "accounts:reset", user, default_token_generator.make_token(user))
    with _as_they_read(user):
        post.send(
            user.email,
            _("A new password"),
            _(
                "Hello %(name)s,\n\nto choose a new password for bruno, open\n\n%(link)s\n\n"
                "If you did not ask for it, there is nothing to do: your password stays as it is."
            )
            % {"name": user.username, "link": link},
        )


def person_of(uid: str) -> User | None:
    try:
        return User.objects.filter(pk=int(urlsafe_base64_decode(uid)), is_active=True).first()
    except (ValueError, OverflowError):
        return None


def _link(request: HttpRequest, route: str, user: User, token: str) -> str:
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    return absolute(request, reverse(route, args=[uid, token]))
