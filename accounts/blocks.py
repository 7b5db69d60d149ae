"""Muting and blocking: whose messages a person is not shown, and whom they do not meet at a table.

A block is a mute and more: the two people never sit down at one table, and neither can invite the
other. It holds both ways, and nobody is told which of the two made it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from django.db import transaction
from django.db.models import Q, QuerySet

from bruno_site.live.topics import poke_now

from .models import Block, User
from .names import key_of

MUTE, BLOCK = Block.How.MUTE, Block.How.BLOCK

MOST_BLOCKS = 500


class CannotBlock(ValueError):
    """The person to mute or block is the one who asks, or the list of that one is full."""


def find_person(name: str) -> User | None:
    """Return the person with this name, in any case, or None. Closed accounts are not found."""
    return User.objects.filter(key=key_of(name), is_active=True).first()


def mute(by: User, of: User) -> None:
    """Mute a person, also in place of a block. Raise CannotBlock."""
    _store_block(by, of, MUTE)


def block(by: User, of: User) -> None:
    """Block a person, also in place of a mute, and call the listeners. Raise CannotBlock."""
    _store_block(by, of, BLOCK)


def remove_block(by: User, of: User) -> None:
    """Remove the mute or block of a person, if there is one."""
    Block.objects.filter(by=by, of=of).delete()
    _poke_pages(by)


def _store_block(by: User, of: User, how: Block.How) -> None:
    if by == of or Block.objects.filter(by=by).exclude(of=of).count() >= MOST_BLOCKS:
        raise CannotBlock
    Block.objects.update_or_create(by=by, of=of, defaults={"how": how})
    _poke_pages(by)
    for listener in _block_listeners if how == BLOCK else ():
        # A listener that fails does not undo the block, which is stored by then.
        transaction.on_commit(partial(listener, by.pk, of.pk), robust=True)


# What other apps do after a block: the two people may be at one table at this moment.
_block_listeners: list[Callable[[int, int], object]] = []


def on_block(listener: Callable[[int, int], object]) -> None:
    """Register a listener, to be called with who blocked whom after each block is stored."""
    if listener not in _block_listeners:
        _block_listeners.append(listener)


def _poke_pages(by: User) -> None:
    """Poke the person's open pages after the commit: they now hide other messages than before."""
    transaction.on_commit(partial(poke_now, user_topic(by.pk)))


def user_topic(user_id: int) -> str:
    """Return the topic of what concerns one person, whatever page of the site they have open."""
    return f"user-{user_id}"


def blocks_by(by: User) -> QuerySet[Block]:
    """Return the person's mutes and blocks, in the order of names."""
    return Block.objects.filter(by=by).select_related("of").order_by("of__key")


def hidden_authors(user_ids: Collection[int]) -> dict[int, frozenset[int]]:
    """Return, for each person, the authors whose messages they are not shown: muted and blocked.

    People who are shown everything are left out.
    """
    found: dict[int, frozenset[int]] = {}
    for by, of in Block.objects.filter(by__in=user_ids).values_list("by", "of"):
        found[by] = found.get(by, frozenset()) | {of}
    return found


def blocks_among(people: Collection[int]) -> list[tuple[int, int]]:
    """Return the blocks among these people as (who, whom), the oldest first."""
    found = Block.objects.filter(how=BLOCK, by__in=people, of__in=people)
    return list(found.order_by("pk").values_list("by", "of"))


def is_blocked(one: int, other: int) -> bool:
    """Return whether one of the two people has blocked the other."""
    return bool(blocked_pairs([one, other]))


def blocked_pairs(people: Collection[int]) -> set[frozenset[int]]:
    """Return the pairs of these people of whom one has blocked the other."""
    return {frozenset(pair) for pair in blocks_among(people)}


def blocked_with(user_id: int) -> frozenset[int]:
    """Return everyone who has blocked this person or whom they have blocked."""
    return blocked_with_each([user_id]).get(user_id, frozenset())


def blocked_with_each(user_ids: Collection[int]) -> dict[int, frozenset[int]]:
    """Return, for each person, everyone who has blocked them or whom they have blocked.

    It takes one query. People without any block are left out.
    """
    found = Block.objects.filter(Q(by__in=user_ids) | Q(of__in=user_ids), how=BLOCK)
    apart: dict[int, frozenset[int]] = {}
    for by, of in found.values_list("by", "of"):
        for one, other in ((by, of), (of, by)):
            apart[one] = apart.get(one, frozenset()) | {other}
    return {one: apart[one] for one in apart.keys() & set(user_ids)}
