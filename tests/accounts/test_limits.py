from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.limits import (
    Limit,
    TooMany,
    forget_old_tallies,
    spend,
    spend_address,
    spend_tries,
)
from accounts.models import Tally
from tests.kit.races import at_once
from tests.kit.requests import request_from

TWICE = Limit("test", 2, timedelta(minutes=5))
NOW = timezone.now()


@pytest.mark.django_db
def test_after_so_many_tries_one_is_told_how_long_to_wait() -> None:
    spend(TWICE, "a", NOW)
    spend(TWICE, "a", NOW)
    with pytest.raises(TooMany) as refusal:
        spend(TWICE, "a", NOW + timedelta(minutes=2))
    assert refusal.value.sentence == "That was too often. Try again in 3 minutes."


@pytest.mark.django_db
def test_everybody_and_everything_is_counted_apart() -> None:
    for whose in ("a", "a", "b", "b"):
        spend(TWICE, whose, NOW)
    spend(TWICE._replace(name="another"), "a", NOW)


@pytest.mark.django_db
def test_those_whose_address_is_unknown_are_not_counted_as_one(settings: Settings) -> None:
    """Somebody's own tries still are."""
    settings.CLIENT_ADDRESS_HEADER = "X-Real-IP"
    for _try in range(3):
        spend_address(TWICE, request_from())
    for _try in range(100):
        spend_tries(request_from(), "alice")
    with pytest.raises(TooMany):
        spend_tries(request_from(), "alice")


@pytest.mark.django_db
def test_when_the_time_is_over_it_is_counted_anew() -> None:
    for _try in range(3):
        for minutes in (0, 5):
            later = NOW + timedelta(minutes=minutes + 10 * _try)
            spend(TWICE._replace(most=1), "a", later)


@pytest.mark.django_db
def test_nobody_can_read_who_tried_and_it_is_forgotten() -> None:
    spend(TWICE, "203.0.113.9", NOW)
    assert "203" not in Tally.objects.get().key[:3] and len(Tally.objects.get().key) == 64
    assert forget_old_tallies(NOW + timedelta(minutes=4)) == 0
    assert forget_old_tallies(NOW + timedelta(minutes=6)) == 1


@pytest.mark.django_db(transaction=True)
def test_tries_at_the_same_moment_are_all_counted() -> None:
    at_once([lambda: spend(TWICE._replace(most=9), "a", NOW)] * 8)
    assert Tally.objects.get().count == 8
