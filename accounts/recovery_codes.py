"""Recovery codes, for people who forget their password and gave no e-mail address."""

from __future__ import annotations

import secrets

from django.db import transaction
from django.utils.crypto import salted_hmac

from .models import RecoveryCode, User
from .names import CODE_LETTERS, key_of

NUMBER_OF_CODES = 8
GROUPS, LETTERS = 3, 4


@transaction.atomic
def replace_codes(user: User) -> list[str]:
    """Replace the user's codes by new ones and return these.

    They can be shown only now: the site stores digests of them, to compare with.
    """
    codes = [_random_code() for _place in range(NUMBER_OF_CODES)]
    user.recovery_codes.all().delete()
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=user, digest=_digest(user.pk, code)) for code in codes
    )
    return codes


def person_with_code(name: str, code: str) -> User | None:
    """Return the person with this name if the code is one of theirs, or None. It stays usable."""
    user = User.objects.filter(key=key_of(name), is_active=True).first()
    # There is a query even for an unknown name: otherwise the time would tell that it is unknown.
    owner = user.pk if user else 0
    found = RecoveryCode.objects.filter(digest=_digest(owner, code), user=owner)
    return user if found.exists() and user is not None else None


def use_code(user: User, code: str) -> bool:
    """Delete the code; return False if it was used already, even at this very moment."""
    used, _by_table = user.recovery_codes.filter(digest=_digest(user.pk, code)).delete()
    return used > 0


def _random_code() -> str:
    groups = ["".join(secrets.choice(CODE_LETTERS) for _ in range(LETTERS)) for _ in range(GROUPS)]
    return "-".join(groups)


def _digest(user_id: int, code: str) -> str:
    """Return what is stored of a code, the same with or without dashes, spaces and capitals.

    A code is too long to be guessed, so it need not be hashed slowly.
    """
    letters = "".join(char for char in code.upper() if char.isalnum())
    return salted_hmac("recovery code", f"{user_id} {letters}", algorithm="sha256").hexdigest()
