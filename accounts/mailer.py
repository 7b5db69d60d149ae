"""Sending e-mails in a background thread."""

from __future__ import annotations

import logging
from concurrent.futures import Future, ThreadPoolExecutor

from django.conf import settings
from django.core.mail import send_mail

log = logging.getLogger(__name__)

# Not in the request: the time that it takes to send an e-mail would tell whether one is sent.
_pool = ThreadPoolExecutor(1, "postman")


def send(to: str, subject: str, text: str) -> Future[None]:
    """Queue an e-mail to be sent in the background."""
    return _pool.submit(_deliver, to, subject, text)


def _deliver(to: str, subject: str, text: str) -> None:
    """Send an e-mail, or log that it could not be sent."""
    try:
        send_mail(subject, text, settings.DEFAULT_FROM_EMAIL, [to])
    except Exception as fault:
        # Not the error's own message: it may contain the recipient's address.
        log.warning("a letter could not be sent: %s", type(fault).__name__)
