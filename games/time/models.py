from __future__ import annotations

from django.db import models


class Pulse(models.Model):
    """That people can act here: every web process says so each second, all of them in one row."""

    beat_at = models.DateTimeField()
    since = models.DateTimeField()  # without a gap

    def __str__(self) -> str:
        return f"beating since {self.since}"
