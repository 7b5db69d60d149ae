"""Log messages about logging in, logging out and refused tries.

They contain people's numbers and nothing else: a name or an address would still be in the log after
the person has deleted their account.
"""

from __future__ import annotations

import logging
from typing import Any

from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver

from .models import User

log = logging.getLogger(__name__)


@receiver(user_logged_in)
def log_login(user: User, **_given: Any) -> None:
    """Log that a person logged in."""
    log.info("Person %s logged in", user.pk)


@receiver(user_logged_out)
def log_logout(user: User | None, **_given: Any) -> None:
    """Log that a person logged out."""
    if user is not None:
        log.info("Person %s logged out", user.pk)


def log_refused_try(key: str, what: str) -> None:
    """Log that proof of being the person with this key was refused.

    The query is the same whether there is such a person or not, so that its time tells nothing.
    """
    number = User.objects.filter(key=key).values_list("pk", flat=True).first()
    if number is None:
        log.warning("Refused: %s of nobody here", what)
    else:
        log.warning("Refused: %s of person %s", what, number)
