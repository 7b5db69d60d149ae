"""Playing with a friend: one asks, by name or with a link, and both wait for one table."""

from __future__ import annotations

from django.db import transaction

from accounts import shuns
from accounts.models import User
from games.rules import kinds
from games.rules.game import Refused
from games.rules.words import _

from ..models import Party, Ticket
from ..notices import calls
from . import tickets


def together(*, user: User, kind: str) -> Ticket:
    """Wait for a friend, and then with the friend for a table. Raises Refused."""
    if kind not in kinds():
        raise Refused(_("There is no such game here."))
    return tickets.join(user=user, kind=kind, party=_party_of(user, kind))


@transaction.atomic
def _party_of(user: User, kind: str) -> Party:
    """The same link for the same game, with the same friend if there is one."""
    tickets.hold(user)
    known = Party.objects.filter(host=user).first()
    if known is not None and known.kind == kind:
        return known
    if known is not None:
        known.delete()
    return Party.objects.create(host=user, kind=kind)


@transaction.atomic
def ask(*, user: User, name: str) -> User:
    """Call the friend by name. Raises Refused."""
    mine = Party.objects.select_for_update(of=("self",)).filter(host=user, tickets__user=user)
    party = mine.select_related("friend").first()
    if party is None:
        raise Refused(_("You are not waiting for a friend."))
    if party.friend is not None:
        raise Refused(_("%(name)s plays with you already.", name=party.friend.username))
    return calls.ask_along(party=party, name=name)


def accept(*, user: User, code: str) -> Ticket:
    """Wait in this party. Raises Refused, and Party.DoesNotExist for a link that leads nowhere."""
    party = _with_friend(user, code)
    return tickets.join(user=user, kind=party.kind, party=party)


@transaction.atomic
def _with_friend(user: User, code: str) -> Party:
    party = Party.objects.select_for_update().get(code=code)
    if user.pk in (party.host_id, party.friend_id):
        return party
    # Who blocked whom is nobody's business: the one answer serves for both.
    if party.friend_id is not None or shuns.is_blocked(user.pk, party.host_id):
        raise Refused(_("This invitation is not for you any more. Ask for another."))
    party.friend = user
    party.save(update_fields=["friend"])
    return party
