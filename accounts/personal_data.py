"""What this app stores about a person: its export to them, and its deletion."""

from __future__ import annotations

from collections.abc import Iterator

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q

from bruno_site.core.personal_data import PersonalData, as_text

from . import two_factor
from .models import PREFERENCES, Decision, User
from .sessions import end_sessions

EXPORTED = ("username", "email", "email_asked", "date_joined", "last_login", "is_guest")
DECIDED = ("suspended_until", "suspension", "muted_until")


def export(user: User) -> Iterator[tuple[str, str]]:
    """Return the file account.json, with what this app stores about the user."""
    sessions = user.sessions.values("browser", "system", "address", "began_at", "seen_at")
    account = {name: getattr(user, name) for name in EXPORTED + DECIDED}
    settings = {name: getattr(user, name) for name in PREFERENCES}
    blocks = user.blocks.values("of__username", "how")
    decisions = user.decisions_about.values("what", "at")
    yield (
        "account.json",
        as_text(
            {
                "account": account,
                "settings": settings,
                "logged_in": list(sessions),
                "recovery_codes_left": user.recovery_codes.count(),
                "muted_and_blocked": list(blocks),
                "decided_by_admins": list(decisions),
            }
        ),
    )


def erase(user: User) -> None:
    """Delete what this app stores about the user, except their own row.

    Decisions about the person stay, but without the reasons, which tell about them.
    """
    end_sessions(user)
    two_factor.remove_devices(user)
    user.recovery_codes.all().delete()
    user.blocks.all().delete()
    user.blocked_by.all().delete()
    user.groups.clear()
    user.user_permissions.clear()
    # That something was decided stays on the record; the reason is about the person.
    Decision.objects.filter(about=user).update(why="")
    # What staff did stays in the admin site's log, but without this person's name.
    about = Q(content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk))
    LogEntry.objects.filter(about).update(object_repr=f"user {user.pk}", change_message="")


PERSONAL_DATA = [PersonalData(export, erase)]
