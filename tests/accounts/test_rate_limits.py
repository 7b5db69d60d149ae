"""Limits on how often something may be tried."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.models import RateLimitCounter
from accounts.rate_limits import (
    Limit,
    TooManyTries,
    delete_old_counters,
    spend,
    spend_address,
    spend_tries,
)
from tests.kit.races import at_once
from tests.kit.requests import request_from

TWICE = Limit("test", 2, timedelta(minutes=5))
NOW = timezone.now()


@pytest.mark.django_db
def test_too_many_tries_are_refused_with_the_time_to_wait() -> None:
    spend(TWICE, "a", NOW)
    spend(TWICE, "a", NOW)
    with pytest.raises(TooManyTries) as refusal:
        spend(TWICE, "a", NOW + timedelta(minutes=2))
    assert refusal.value.sentence == "That was too often. Try again in 3 minutes."


@pytest.mark.django_db
def test_each_person_and_each_limit_is_counted_separately() -> None:
    for whose in ("a", "a", "b", "b"):
        spend(TWICE, whose, NOW)
    spend(TWICE._replace(name="another"), "a", NOW)


@pytest.mark.django_db
def test_visitors_with_unknown_addresses_are_not_counted_as_one(settings: Settings) -> None:
    """Tries for one person are still counted."""
    settings.CLIENT_ADDRESS_HEADER = "X-Real-IP"
    for _try in range(3):
        spend_address(TWICE, request_from())
    for _try in range(100):
        spend_tries(request_from(), "alice")
    with pytest.raises(TooManyTries):
        spend_tries(request_from(), "alice")


@pytest.mark.django_db
def test_when_the_time_is_over_the_count_starts_again() -> None:
    for _try in range(3):
        for minutes in (0, 5):
            later = NOW + timedelta(minutes=minutes + 10 * _try)
            spend(TWICE._replace(most=1), "a", later)


@pytest.mark.django_db
def test_counters_do_not_show_who_tried_and_are_deleted() -> None:
    spend(TWICE, "203.0.113.9", NOW)
    assert (
        "203" not in RateLimitCounter.objects.get().key[:3]
        and len(RateLimitCounter.objects.get().key) == 64
    )
    assert delete_old_counters(NOW + timedelta(minutes=4)) == 0
    assert delete_old_counters(NOW + timedelta(minutes=6)) == 1


@pytest.mark.django_db(transaction=True)
def test_tries_at_the_same_moment_are_all_counted() -> None:
    at_once([lambda: spend(TWICE._replace(most=9), "a", NOW)] * 8)
    assert RateLimitCounter.objects.get().count == 8
