"""What is decided about people at the admin's desk, each time with a reason that is kept."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final, NamedTuple

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from . import second
from .models import Decision, User
from .names import check_choice
from .stays import end_stays


class Terms(NamedTuple):
    """What a decision says beside its name."""

    until: datetime | None = None
    sentence: str = ""  # which the person is shown
    name: str = ""


def may_decide(by: User, about: User) -> bool:
    """Nobody decides about themselves, and only superusers about other staff: so there is always a
    superuser left."""
    if by.pk == about.pk or not by.is_active or not by.has_perm("accounts.change_user"):
        return False
    return by.is_superuser or not (about.is_staff or about.is_superuser)


def in_words(what: str) -> str:
    """What a decision is called on the record, by what is kept there: whoever notes one marks that
    for translation."""
    return gettext(what)


def note(*, by: User, what: str, why: str, about: User | None = None, subject: str = "") -> None:
    Decision.objects.create(by=by, about=about, subject=subject, what=what, why=why)


@transaction.atomic
def decide(*, by: User, about: User, what: str, why: str, terms: Terms) -> User:
    """Returns the person as they are afterwards. Raises ValidationError."""
    deciding, person = _held(by, about)
    if not may_decide(deciding, person):
        raise ValidationError(_("You may not decide about this person."))
    DEEDS[what](person, terms)
    person.save()
    note(by=by, about=about, what=what, why=why)
    return person


@transaction.atomic
def rank(*, by: User, about: User, why: str) -> None:
    """Give somebody the rank that stands on `about`, by a superuser. Raises PermissionDenied."""
    deciding, person = _held(by, about)
    if not (deciding.is_superuser and may_decide(deciding, person)):
        raise PermissionDenied
    about.save(update_fields=["is_staff", "is_superuser"])
    note(by=by, about=about, what=gettext_noop("rank"), why=why)


def _held(by: User, about: User) -> tuple[User, User]:
    """As they are now. Two superusers who put out each other at the same moment wait here."""
    held = User.objects.select_for_update(no_key=True).filter(pk__in=[by.pk, about.pk])
    people = {person.pk: person for person in held.order_by("pk")}
    return people[by.pk], people[about.pk]


def _suspend(person: User, terms: Terms) -> None:
    person.suspended_until, person.suspension = terms.until, terms.sentence


def _lift(person: User, terms: Terms) -> None:
    person.suspended_until, person.suspension = None, ""


def _mute(person: User, terms: Terms) -> None:
    person.muted_until = terms.until


def _unmute(person: User, terms: Terms) -> None:
    person.muted_until = None


def _rename(person: User, terms: Terms) -> None:
    check_choice(terms.name)
    person.username = terms.name
    person.full_clean()


def _forget_password(person: User, terms: Terms) -> None:
    """They are logged out everywhere, and choose a new one by a letter or a recovery code."""
    if not person.email and not person.recovery_codes.exists():
        raise ValidationError(
            _("They have neither an e-mail address nor recovery codes, and could never come back.")
        )
    person.set_unusable_password()
    end_stays(person)


def _forget_devices(person: User, terms: Terms) -> None:
    """At the desk they are asked to connect an app anew."""
    second.forget(person)


def _close(person: User, terms: Terms) -> None:
    person.is_active = False
    end_stays(person)


def _reopen(person: User, terms: Terms) -> None:
    person.is_active = True


SUSPEND: Final = gettext_noop("suspend")
MUTE: Final = gettext_noop("mute")
RENAME: Final = gettext_noop("rename")
NEW_PASSWORD: Final = gettext_noop("new password")
DEEDS: Final[dict[str, Callable[[User, Terms], None]]] = {
    SUSPEND: _suspend,
    gettext_noop("lift the suspension"): _lift,
    MUTE: _mute,
    gettext_noop("let speak again"): _unmute,
    RENAME: _rename,
    NEW_PASSWORD: _forget_password,
    gettext_noop("new second factor"): _forget_devices,
    gettext_noop("close"): _close,
    gettext_noop("open again"): _reopen,
}
WORDS: Final = {
    SUSPEND: _("Suspend until a date: they cannot log in, and are told why"),
    "lift the suspension": _("Lift the suspension"),
    MUTE: _("Mute until a date: they can play, and say nothing"),
    "let speak again": _("Let them speak again"),
    RENAME: _("Give them another name"),
    NEW_PASSWORD: _("Make them choose a new password: they are logged out everywhere"),
    "new second factor": _("Forget their second factor: they connect an app anew"),
    "close": _("Close the account"),
    "open again": _("Open the account again"),
}
