"""Requests without a site around them."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.test import RequestFactory


def request_from(address: str = "203.0.113.9", **headers: str) -> HttpRequest:
    """Of somebody who is not logged in."""
    request = RequestFactory().get("/", REMOTE_ADDR=address, headers=headers)
    request.session = SessionStore()
    request.user = AnonymousUser()
    return request
