"""What the lobby keeps about a person: where they sit, what they said, whom they called."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.models import User
from bruno_site.core.personal_data import PersonalData, as_text

from . import service
from .models import Line, Notice, Report, Room
from .queue import tickets
from .talk import reports


def export(user: User) -> Iterator[tuple[str, str]]:
    lines = Line.objects.filter(author=user).order_by("at")
    rooms = Room.objects.filter(host=user).order_by("opened_at")
    reports = Report.objects.filter(by=user).order_by("at")
    said = {
        "said": list(lines.values("game__code", "phrase", "text", "at")),
        "tables_opened": list(rooms.values("kind", "size", "config", "pace", "opened_at")),
        "reported": list(reports.values("game__code", "seq", "reason", "at", "state")),
    }
    yield "lobby.json", as_text(said)


def erase(user: User) -> None:
    tickets.forget(user)
    service.leave_rooms(user)
    Line.objects.filter(author=user).delete()
    Notice.objects.filter(user=user).delete()
    Notice.objects.filter(sender=user).delete()
    Report.objects.filter(about=user).delete()
    Report.objects.filter(by=user).update(by=None, reason="")  # in their own words
    reports.forget_words(user)


PERSONAL_DATA = [PersonalData(export, erase)]
