"""Who is in the lobby: a lease, for nobody tells when a page is gone."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from ..models import Visit


def renew_visits(user_ids: Iterable[int], now: datetime) -> None:
    """One statement, however many they are."""
    # In one order everywhere: who locks in another may wait for ever.
    visits = [Visit(user_id=user_id, seen_at=now) for user_id in sorted(set(user_ids))]
    Visit.objects.bulk_create(
        visits, update_conflicts=True, unique_fields=["user"], update_fields=["seen_at"]
    )
