"""Web processes and clocks beside a test, on its own database."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection


def environment() -> dict[str, str]:
    """What compose would give its services."""
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}")
    return os.environ | {
        "SECRET_KEY": settings.SECRET_KEY,
        "DATABASE_URL": url.geturl(),
        "REDIS_URL": os.environ["REDIS_URL"],
        "ALLOWED_HOSTS": "127.0.0.1",
        "PYTHONUNBUFFERED": "1",
    }
