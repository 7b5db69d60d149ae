"""The e-mails that the site sends to people, and their links, which prove that they arrived."""

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

from bruno_site.core.cross_app_urls import absolute

from . import mailer
from .models import User
from .rate_limits import Limit, spend

A_DAY = Limit("letters to an address", 4, timedelta(days=1))
FROM_ADDRESS = Limit("letters asked for from an address", 10, timedelta(hours=1))


def count_email(address: str) -> None:
    """Count one more e-mail to this address. Raise TooManyTries.

    Upper and lower case make no difference: it is the same mailbox.
    """
    spend(A_DAY, address.lower())


class AddressTokens(PasswordResetTokenGenerator):
    """Makes and checks the tokens of links that confirm an e-mail address.

    A token is valid for the address that it was made for, until that is confirmed or the user
    enters another one.
    """

    key_salt = "accounts.emails.AddressTokens"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        return f"{user.pk} {user.email_asked} {user.password} {timestamp}"


address_tokens = AddressTokens()


@contextmanager
def _in_language_of(user: User) -> Iterator[None]:
    """Activate the user's language for the `with` block, if they chose one."""
    with override(user.language or get_language()):
        yield


def send_confirmation(request: HttpRequest, user: User) -> None:
    """Send the link that confirms an e-mail address, to that address."""
    link = _link(request, "accounts:confirm_email", user, address_tokens.make_token(user))
    with _in_language_of(user):
        mailer.send(
            user.email_asked,
            _("Confirm your e-mail address"),
            _(
                "Hello %(name)s,\n\nsomebody, we hope you, wants e-mails from bruno to go to "
                "this address. To confirm it, open\n\n%(link)s\n\nIf it was not you, there is "
                "nothing to do."
            )
            % {"name": user.username, "link": link},
        )


def send_password_demand(request: HttpRequest, user: User) -> None:
    """Send the link to choose a password to a user whose password an admin has removed."""
    link = _link(request, "accounts:reset_password", user, default_token_generator.make_token(user))
    with _in_language_of(user):
        mailer.send(
            user.email,
            _("Choose a new password"),
            _(
                "Hello %(name)s,\n\nan admin of bruno wants you to choose a new password, and "
                "until then nobody can log in with your name. To choose one, open\n\n%(link)s"
            )
            % {"name": user.username, "link": link},
        )


def send_reset_link(request: HttpRequest, user: User) -> None:
    """Send the link to choose a password to a user who forgot theirs."""
    link = _link(request, "accounts:reset_password", user, default_token_generator.make_token(user))
    with _in_language_of(user):
        mailer.send(
            user.email,
            _("A new password"),
            _(
                "Hello %(name)s,\n\nto choose a new password for bruno, open\n\n%(link)s\n\n"
                "If you did not ask for it, there is nothing to do: your password stays as it is."
            )
            % {"name": user.username, "link": link},
        )


def person_of_uid(uid: str) -> User | None:
    """Return the user whose number is encoded in a link, or None. Closed accounts are not found."""
    try:
        return User.objects.filter(pk=int(urlsafe_base64_decode(uid)), is_active=True).first()
    except (ValueError, OverflowError):
        return None


def _link(request: HttpRequest, route: str, user: User, token: str) -> str:
    """Return the absolute URL of a page, with the user's number and a token in it."""
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    return absolute(request, reverse(route, args=[uid, token]))
