"""Whoever takes another name is called by it at once, in every process."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.db.models.signals import post_save

from accounts.models import User
from bruno_site.live.topics import on_poke, poke_now

from .states import forget_names

TOPIC: Final = "names"


def listen() -> None:
    on_poke(TOPIC, forget_names)
    post_save.connect(_saved, sender=User, dispatch_uid=TOPIC)


def _saved(created: bool, update_fields: Collection[str] | None, **_given: Any) -> None:
    """Nobody has read the name of somebody who is new."""
    if not created and (update_fields is None or "username" in update_fields):
        transaction.on_commit(forget_names)
        transaction.on_commit(partial(poke_now, TOPIC))
