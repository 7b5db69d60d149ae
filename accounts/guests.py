"""Guests: people without an account, with a name that the site gave, until they sign up."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from .account_deletion import delete_account
from .models import User
from .names import random_name
from .rate_limits import Limit, spend_address

A_MINUTE = Limit("guests in a minute", 6, timedelta(minutes=1))
A_DAY = Limit("guests in a day", 100, timedelta(days=1))
FORGOTTEN_AFTER = timedelta(days=30)
AT_ONCE = 100  # guests that one run of the job deletes


def log_in_guest(request: HttpRequest) -> User:
    """Create a guest for the visitor, log them in, and return the guest. Raise TooManyTries."""
    spend_address(A_MINUTE, request)
    spend_address(A_DAY, request)
    guest = _create_guest()
    login(request, guest)
    return guest


def _create_guest() -> User:
    """Store and return a guest with a free name, which is longer after each name that was taken."""
    for letters in (3, 3, 4, 4, 5, 6, 8):
        try:
            with transaction.atomic():
                return _save_guest(random_name("Guest", letters))
        except IntegrityError:
            continue  # this name is taken
    raise RuntimeError("all names of the house are taken")


def _save_guest(name: str) -> User:
    guest = User(username=name, is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


def dismiss_welcome(user_id: int) -> None:
    """Stop offering this person what is offered to newcomers."""
    User.objects.filter(pk=user_id).update(is_newcomer=False)


def delete_old_guests(now: datetime) -> int:
    """Delete guests who were not seen for a month, some at a time; return how many.

    Their games stay. Nobody could have come back as one of them.
    """
    since = now - FORGOTTEN_AFTER
    unseen = User.objects.filter(is_guest=True, is_active=True, date_joined__lt=since)
    unseen = unseen.exclude(sessions__seen_at__gte=since)
    guests = list(unseen[:AT_ONCE])
    for guest in guests:
        delete_account(guest)
    return len(guests)
