"""Playing with a friend: one asks, by name or with a link, and both wait for one table."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from games.rules.game import Refused
from games.rules.words import _

from ..models import Party, Ticket
from ..notices import calls
from ..seating_rules import may_sit_together
from . import tickets


def together(*, user: User, kind: str) -> Ticket:
    """Wait for a friend, and then with the friend for a table. Raises Refused."""
    tickets.check(user, kind)
    return _waiting_together(user, kind)


@transaction.atomic
def _waiting_together(user: User, kind: str) -> Ticket:
    tickets.hold(user)
    return tickets.joined(user, kind, _party_of(user, kind))


def _party_of(user: User, kind: str) -> Party:
    """The same link for the same game, with the same friend if there is one. Nobody changes it
    until the transaction ends."""
    known = Party.objects.select_for_update().filter(host=user).first()
    if known is not None and known.kind == kind:
        return known
    if known is not None:
        tickets.drop_party(known)
    return Party.objects.create(host=user, kind=kind)


@transaction.atomic
def ask(*, user: User, name: str) -> User:
    """Call the friend by name. Raises Refused."""
    mine = Party.objects.select_for_update(of=("self",)).filter(host=user, tickets__user=user)
    party = mine.first()
    if party is None:
        raise Refused(_("You are not waiting for a friend."))
    friend = party.tickets.exclude(user=user).select_related("user").first()
    if friend is not None:
        raise Refused(_("%(name)s plays with you already.", name=friend.user.username))
    return calls.ask_along(party=party, name=name)


def accept(*, user: User, code: str) -> Ticket:
    """Wait in this party. Raises Refused, and Party.DoesNotExist for a link that leads nowhere."""
    tickets.check(user, Party.objects.get(code=code).kind)
    return _accepted(user, code)


@transaction.atomic
def _accepted(user: User, code: str) -> Ticket:
    tickets.hold(user)
    party = Party.objects.select_for_update().get(code=code)
    if user.pk != party.host_id:
        _check_place(party, user)
    ticket = tickets.joined(user, party.kind, party)
    if user.pk != party.host_id and ticket.party_id == party.pk:
        party.friend = user
        party.save(update_fields=["friend"])
    return ticket


def _check_place(party: Party, user: User) -> None:
    """A friend who waits no longer may come back, but keeps nobody else away."""
    others = party.tickets.exclude(user__in=[party.host_id, user.pk])
    # Who blocked whom is nobody's business: the one answer serves for both.
    if others.exists() or not may_sit_together(user.pk, party.host_id):
        raise Refused(_("This invitation is not for you any more. Ask for another."))
