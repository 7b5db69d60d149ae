"""Recovery codes: for whoever forgets a password and has no e-mail address here."""

from __future__ import annotations

import secrets

from django.db import transaction
from django.utils.crypto import salted_hmac

from .models import RecoveryCode, User
from .names import HOUSE_LETTERS, key_of

HOW_MANY = 8
GROUPS, LETTERS = 3, 4


@transaction.atomic
def new_codes(user: User) -> list[str]:
    """To be shown once: the site keeps only what it can compare them with. Older ones are void."""
    codes = [_code() for _place in range(HOW_MANY)]
    user.recovery_codes.all().delete()
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=user, digest=_digest(user.pk, code)) for code in codes
    )
    return codes


def person_with(name: str, code: str) -> User | None:
    """Whose name and code these are."""
    user = User.objects.filter(key=key_of(name), is_active=True).first()
    # Nobody's code is looked for as well: whether there is such a person takes no less time.
    owner = user.pk if user else 0
    found = RecoveryCode.objects.filter(digest=_digest(owner, code), user=owner)
    return user if found.exists() and user is not None else None


def use_up(user: User, code: str) -> bool:
    """False for a code that somebody else used in the same moment."""
    used, _by_table = user.recovery_codes.filter(digest=_digest(user.pk, code)).delete()
    return used > 0


def _code() -> str:
    groups = ["".join(secrets.choice(HOUSE_LETTERS) for _ in range(LETTERS)) for _ in range(GROUPS)]
    return "-".join(groups)


def _digest(user_id: int, code: str) -> str:
    """However it was typed. Too long to be guessed, so it need not be hashed slowly."""
    letters = "".join(char for char in code.upper() if char.isalnum())
    return salted_hmac("recovery code", f"{user_id} {letters}", algorithm="sha256").hexdigest()
