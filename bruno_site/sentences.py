"""What is said on the next page, kept meanwhile in a cookie that is bound to the host."""

from __future__ import annotations

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class InACookie(CookieStorage):
    cookie_name = f"{settings.OF_THIS_HOST}messages"


class Sentences(FallbackStorage):
    """What is too long for a cookie goes with the session."""

    storage_classes = (InACookie, SessionStorage)
