"""Letters to people."""

from __future__ import annotations

import logging
from concurrent.futures import Future, ThreadPoolExecutor

from django.conf import settings
from django.core.mail import send_mail

log = logging.getLogger(__name__)

# Beside the request: how long it takes to send a letter would tell whether one is sent.
_postman = ThreadPoolExecutor(1, "postman")


def send(to: str, subject: str, text: str) -> Future[None]:
    return _postman.submit(_deliver, to, subject, text)


def _deliver(to: str, subject: str, text: str) -> None:
    try:
        send_mail(subject, text, settings.DEFAULT_FROM_EMAIL, [to])
    except Exception as fault:
        # Not the fault's own words: they may name whom the letter was for.
        log.warning("a letter could not be sent: %s", type(fault).__name__)
