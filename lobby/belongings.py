"""What the lobby keeps about a person: where they sit, what they said, whom they called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from accounts.models import User
from bruno_site.belongings import Belongings, as_text

from . import service
from .models import Line, Notice, Report, Room
from .queue import tickets


def tell(user: User) -> Iterator[tuple[str, str]]:
    lines = Line.objects.filter(author=user).order_by("at")
    rooms = Room.objects.filter(host=user).order_by("opened_at")
    reports = Report.objects.filter(by=user).order_by("at")
    said = {
        "said": list(lines.values("game__code", "phrase", "text", "at")),
        "tables_opened": list(rooms.values("kind", "size", "config", "pace", "opened_at")),
        "reported": list(reports.values("game__code", "seq", "reason", "at", "state")),
    }
    yield "lobby.json", as_text(said)


def forget(user: User) -> None:
    tickets.leave(user=user)
    for room in Room.objects.filter(seats__user=user, game=None):
        service.stand(code=room.code, user=user)
    Line.objects.filter(author=user).delete()
    Notice.objects.filter(user=user).delete()
    Notice.objects.filter(sender=user).delete()
    Report.objects.filter(about=user).delete()
    Report.objects.filter(by=user).update(by=None, reason="")  # in their own words
    _forget_words(user)


def _forget_words(user: User) -> None:
    """Reports about others hold what was said around them."""
    for report in Report.objects.exclude(said=[]).iterator():
        kept = [line for line in report.said if not _is_by(user, line)]
        if kept != report.said:
            report.said = kept
            report.save(update_fields=["said"])


def _is_by(user: User, line: dict[str, Any]) -> bool:
    """By the number: the name may have been somebody else's then. Older ones hold it alone."""
    return bool(line["by"] == user.pk if "by" in line else line["name"] == user.username)


BELONGINGS = [Belongings(tell, forget)]
