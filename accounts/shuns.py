"""Whom somebody does not want to read, or not to meet at all.

A block is a mute and more: the two never sit down at one table, and neither invites the other. It
holds both ways, and nobody is told who is behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from django.db import transaction
from django.db.models import Q, QuerySet

from bruno_site.live.topics import poke_now

from .models import Shun, User
from .names import key_of

MUTE, BLOCK = Shun.How.MUTE, Shun.How.BLOCK

MOST = 500


class CannotShun(ValueError):
    """Oneself, nobody, or one more than a list holds."""


def person_called(name: str) -> User | None:
    return User.objects.filter(key=key_of(name), is_active=True).first()


def mute(by: User, of: User) -> None:
    _shun(by, of, MUTE)


def block(by: User, of: User) -> None:
    _shun(by, of, BLOCK)


def forgive(by: User, of: User) -> None:
    Shun.objects.filter(by=by, of=of).delete()
    _tell(by)


def _shun(by: User, of: User, how: Shun.How) -> None:
    if by == of or Shun.objects.filter(by=by).exclude(of=of).count() >= MOST:
        raise CannotShun
    Shun.objects.update_or_create(by=by, of=of, defaults={"how": how})
    _tell(by)
    for part in _parting if how == BLOCK else ():
        # What fails there does not undo the block, which is stored by then.
        transaction.on_commit(partial(part, by.pk, of.pk), robust=True)


# What other apps do when somebody has blocked somebody: the two may be together at this moment.
_parting: list[Callable[[int, int], object]] = []


def when_blocked(part: Callable[[int, int], object]) -> None:
    """Have this called with who blocked whom, after each block is stored."""
    if part not in _parting:
        _parting.append(part)


def _tell(by: User) -> None:
    """The pages this person has open leave out other lines from now on."""
    transaction.on_commit(partial(poke_now, topic_of(by.pk)))


def topic_of(user_id: int) -> str:
    """Of everything that concerns one person, wherever on the site they are."""
    return f"user-{user_id}"


def shuns_of(by: User) -> QuerySet[Shun]:
    return Shun.objects.filter(by=by).select_related("of").order_by("of__key")


def unread_by_each(user_ids: Collection[int]) -> dict[int, frozenset[int]]:
    """Whose lines people are not shown: the muted and the blocked. Without those who are shown
    everything."""
    found: dict[int, frozenset[int]] = {}
    for by, of in Shun.objects.filter(by__in=user_ids).values_list("by", "of"):
        found[by] = found.get(by, frozenset()) | {of}
    return found


def blocks_among(people: Collection[int]) -> list[tuple[int, int]]:
    """Who of these people has blocked whom of them, the oldest first."""
    found = Shun.objects.filter(how=BLOCK, by__in=people, of__in=people)
    return list(found.order_by("pk").values_list("by", "of"))


def is_blocked(one: int, other: int) -> bool:
    """By either of the two."""
    return bool(blocked_pairs([one, other]))


def blocked_pairs(people: Collection[int]) -> set[frozenset[int]]:
    """Those among these people who are not to meet, whoever of the two said so."""
    return {frozenset(pair) for pair in blocks_among(people)}


def blocked_with(user_id: int) -> frozenset[int]:
    """Everybody whom this person is not to meet."""
    return blocked_with_each([user_id]).get(user_id, frozenset())


def blocked_with_each(user_ids: Collection[int]) -> dict[int, frozenset[int]]:
    """Whom each of these people is not to meet, in one query; without those who may meet
    everybody."""
    found = Shun.objects.filter(Q(by__in=user_ids) | Q(of__in=user_ids), how=BLOCK)
    apart: dict[int, frozenset[int]] = {}
    for by, of in found.values_list("by", "of"):
        for one, other in ((by, of), (of, by)):
            apart[one] = apart.get(one, frozenset()) | {other}
    return {one: apart[one] for one in apart.keys() & set(user_ids)}
