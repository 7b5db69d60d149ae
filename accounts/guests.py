"""People without an account: they have a name of the house until they take one of their own."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from .farewell import part_with
from .limits import Limit, spend_address
from .models import User
from .names import house_name

A_MINUTE = Limit("guests in a minute", 6, timedelta(minutes=1))
A_DAY = Limit("guests in a day", 100, timedelta(days=1))
FORGOTTEN_AFTER = timedelta(days=30)
AT_ONCE = 100


def welcome(request: HttpRequest) -> User:
    """Whoever asks, as a new guest and logged in. Raises TooMany."""
    spend_address(A_MINUTE, request)
    spend_address(A_DAY, request)
    guest = _new_guest()
    login(request, guest)
    return guest


def _new_guest() -> User:
    for letters in (3, 3, 4, 4, 5, 6, 8):
        try:
            with transaction.atomic():
                return _made(house_name("Guest", letters))
        except IntegrityError:
            continue  # somebody has this name
    raise RuntimeError("all names of the house are taken")


def _made(name: str) -> User:
    guest = User(username=name, is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


def settle(user_id: int) -> None:
    """Nothing more is offered to this person as to a newcomer."""
    User.objects.filter(pk=user_id).update(is_newcomer=False)


def forget_guests(now: datetime) -> int:
    """Those not seen for long. Their games stay, and nobody can come back to them."""
    since = now - FORGOTTEN_AFTER
    gone = User.objects.filter(is_guest=True, is_active=True, date_joined__lt=since)
    gone = gone.exclude(stays__seen_at__gte=since)
    guests = list(gone[:AT_ONCE])
    for guest in guests:
        part_with(guest)
    return len(guests)
