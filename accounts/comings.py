"""Who comes, who is refused and who leaves, for the log. It says people's numbers and nothing else:
a name or an address would still stand there when the person has left for good."""

from __future__ import annotations

import logging
from typing import Any

from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver

from .models import User

log = logging.getLogger(__name__)


@receiver(user_logged_in)
def came(user: User, **_given: Any) -> None:
    log.info("Person %s logged in", user.pk)


@receiver(user_logged_out)
def left(user: User | None, **_given: Any) -> None:
    if user is not None:
        log.info("Person %s logged out", user.pk)


def refused(key: str, what: str) -> None:
    """Whoever has this key. It is looked for whether there is such a person or not."""
    number = User.objects.filter(key=key).values_list("pk", flat=True).first()
    if number is None:
        log.warning("Refused: %s of nobody here", what)
    else:
        log.warning("Refused: %s of person %s", what, number)
