"""Decisions of moderators about people (suspend, mute, rename …), each with a stored reason."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final, NamedTuple

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from . import two_factor
from .models import Decision, User
from .names import check_new_name
from .sessions import end_sessions


class Terms(NamedTuple):
    """The details of a decision; each kind of decision uses only some of them."""

    until: datetime | None = None  # when a suspension or a mute ends
    sentence: str = ""  # what a suspended person is shown
    name: str = ""  # the new name


def may_decide(by: User, about: User) -> bool:
    """Return whether `by` has the right to decide about `about`.

    People never decide about themselves, and only superusers decide about other staff. So there is
    always a superuser left.
    """
    if by.pk == about.pk or not by.is_active or not by.has_perm("accounts.change_user"):
        return False
    return by.is_superuser or not (about.is_staff or about.is_superuser)


def label_of(what: str) -> str:
    """Return, in the reader's language, what a stored decision is called.

    Callers of `record_decision` mark its `what` for translation with gettext_noop.
    """
    return gettext(what)


def record_decision(
    *, by: User, what: str, why: str, about: User | None = None, subject: str = ""
) -> None:
    """Store a decision for the record, without carrying it out."""
    Decision.objects.create(by=by, about=about, subject=subject, what=what, why=why)


@transaction.atomic
def decide(*, by: User, about: User, what: str, why: str, terms: Terms) -> User:
    """Carry out and record a decision about a person; return the person as they are afterwards.

    Raise ValidationError when `by` has no right to decide about them, or the terms make no sense.
    """
    deciding, person = _lock_people(by, about)
    if not may_decide(deciding, person):
        raise ValidationError(_("You may not decide about this person."))
    ACTIONS[what](person, terms)
    person.save()
    record_decision(by=by, about=about, what=what, why=why)
    return person


@transaction.atomic
def change_rank(*, by: User, about: User, why: str) -> None:
    """Save the rank (staff, superuser) that has been set on `about`, and record the decision.

    Raise PermissionDenied unless `by` is a superuser with the right to decide about them.
    """
    deciding, person = _lock_people(by, about)
    if not (deciding.is_superuser and may_decide(deciding, person)):
        raise PermissionDenied
    about.save(update_fields=["is_staff", "is_superuser"])
    record_decision(by=by, about=about, what=gettext_noop("rank"), why=why)


def _lock_people(by: User, about: User) -> tuple[User, User]:
    """Lock both rows and return them as they are now.

    Two superusers who take each other's rank at the same moment wait for each other here, so that
    one of them keeps it.
    """
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=[by.pk, about.pk])
    people = {person.pk: person for person in rows.order_by("pk")}
    return people[by.pk], people[about.pk]


def _suspend(person: User, terms: Terms) -> None:
    person.suspended_until, person.suspension = terms.until, terms.sentence


def _lift_suspension(person: User, terms: Terms) -> None:
    person.suspended_until, person.suspension = None, ""


def _mute(person: User, terms: Terms) -> None:
    person.muted_until = terms.until


def _unmute(person: User, terms: Terms) -> None:
    person.muted_until = None


def _rename(person: User, terms: Terms) -> None:
    check_new_name(terms.name)
    person.username = terms.name
    person.full_clean()


def _remove_password(person: User, terms: Terms) -> None:
    """Remove the password and log the person out everywhere.

    They choose a new one by an e-mailed link or a recovery code. Raise ValidationError when they
    have neither.
    """
    if not person.email and not person.recovery_codes.exists():
        raise ValidationError(
            _("They have neither an e-mail address nor recovery codes, and could never come back.")
        )
    person.set_unusable_password()
    end_sessions(person)


def _remove_second_factor(person: User, terms: Terms) -> None:
    """Remove the devices of the second factor: the admin site asks to connect an app again."""
    two_factor.remove_devices(person)


def _close_account(person: User, terms: Terms) -> None:
    person.is_active = False
    end_sessions(person)


def _reopen_account(person: User, terms: Terms) -> None:
    person.is_active = True


SUSPEND: Final = gettext_noop("suspend")
MUTE: Final = gettext_noop("mute")
RENAME: Final = gettext_noop("rename")
NEW_PASSWORD: Final = gettext_noop("new password")
ACTIONS: Final[dict[str, Callable[[User, Terms], None]]] = {
    SUSPEND: _suspend,
    gettext_noop("lift the suspension"): _lift_suspension,
    MUTE: _mute,
    gettext_noop("let speak again"): _unmute,
    RENAME: _rename,
    NEW_PASSWORD: _remove_password,
    gettext_noop("new second factor"): _remove_second_factor,
    gettext_noop("close"): _close_account,
    gettext_noop("open again"): _reopen_account,
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
