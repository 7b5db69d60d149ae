"""What is kept about a person by their account."""

from __future__ import annotations

from collections.abc import Iterator

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q

from bruno_site.belongings import Belongings, as_text

from . import second
from .models import TASTE, Decision, User
from .stays import end_stays

TOLD = ("username", "email", "email_asked", "date_joined", "last_login", "is_guest")
DECIDED = ("suspended_until", "suspension", "muted_until")


def tell(user: User) -> Iterator[tuple[str, str]]:
    stays = user.stays.values("browser", "system", "address", "began_at", "seen_at")
    account = {name: getattr(user, name) for name in TOLD + DECIDED}
    settings = {name: getattr(user, name) for name in TASTE}
    shunned = user.shuns.values("of__username", "how")
    decided = user.decisions_about.values("what", "at")
    yield (
        "account.json",
        as_text(
            {
                "account": account,
                "settings": settings,
                "logged_in": list(stays),
                "recovery_codes_left": user.recovery_codes.count(),
                "muted_and_blocked": list(shunned),
                "decided_by_admins": list(decided),
            }
        ),
    )


def forget(user: User) -> None:
    end_stays(user)
    second.forget(user)
    user.recovery_codes.all().delete()
    user.shuns.all().delete()
    user.shunned_by.all().delete()
    user.groups.clear()
    user.user_permissions.clear()
    # That something was decided stays on the record; why is about the person.
    Decision.objects.filter(about=user).update(why="")
    # What staff did stays in the admin's log, but not what this person was called.
    about = Q(content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk))
    LogEntry.objects.filter(about).update(object_repr=f"user {user.pk}", change_message="")


BELONGINGS = [Belongings(tell, forget)]
