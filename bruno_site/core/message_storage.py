"""Storage for Django's messages, which are shown on the next page: a cookie bound to the host."""

from __future__ import annotations

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class HostCookieStorage(CookieStorage):
    """Django's cookie storage, under a cookie name that browsers bind to this host (`__Host-`)."""

    cookie_name = f"{settings.OF_THIS_HOST}messages"


class MessageStorage(FallbackStorage):
    """Keeps messages in the cookie, and in the session if they are too long for it."""

    storage_classes = (HostCookieStorage, SessionStorage)
