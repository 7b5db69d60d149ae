"""What somebody who waits is shown."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from math import ceil

from accounts.models import User
from games.rules import rules_of
from games.rules.words import Phrase, _, ngettext

from ..models import Party
from .queries import Standing
from .shapes import shape_of
from .tickets import offered_after


@dataclass(frozen=True, slots=True)
class QueueScene:
    game: Phrase
    seats: int
    waiting: int
    found: int  # of the seats of a table, those there would be people for
    seconds: int
    offered_in: int  # seconds, until bots are offered
    takes_bots: bool
    party: Party | None
    friend: str | None
    has_friend: bool
    friend_takes_bots: bool
    is_guest: bool
    is_friend_a_guest: bool

    @property
    def waited(self) -> str:
        minutes, seconds = divmod(self.seconds, 60)
        return f"{minutes}:{seconds:02}"

    @property
    def is_waiting_for_a_friend(self) -> bool:
        return self.party is not None and not self.has_friend

    @property
    def may_take_bots(self) -> bool:
        return not self.offered_in and not self.takes_bots and not self.is_waiting_for_a_friend

    @property
    def status(self) -> Phrase:
        if self.takes_bots and self.friend and self.has_friend and not self.friend_takes_bots:
            return _("Waiting for %(name)s to agree to begin with bots.", name=self.friend)
        if self.takes_bots:
            return _("Bots are sitting down.")
        if self.friend_takes_bots and self.friend:
            return _("%(name)s would like to begin with bots.", name=self.friend)
        if self.is_waiting_for_a_friend and self.friend:
            return _("Waiting for %(name)s to come back.", name=self.friend)
        if self.is_waiting_for_a_friend:
            return _("Waiting for your friend to follow the link.")
        if self.waiting <= 1:
            return _("Nobody else is waiting for this game yet.")
        return ngettext(
            "%(n)s person is waiting for this game.",
            "%(n)s people are waiting for this game.",
            self.waiting,
        )

    @property
    def is_rated(self) -> bool:
        """As far as these two are concerned: a guest may still sit down with them."""
        return not (self.is_guest or self.is_friend_a_guest)

    @property
    def stakes(self) -> Phrase:
        if self.is_guest:
            return _("Friendly: you play as a guest, and guests have no rating.")
        if self.is_friend_a_guest and self.friend:
            name = self.friend
            return _("Friendly: %(name)s plays as a guest, and guests have no rating.", name=name)
        return _("Rated: the result counts for your rating, unless a guest sits down with you.")

    @property
    def prospect(self) -> Phrase:
        if self.is_waiting_for_a_friend:
            return _("Once you are both waiting here, we look for a table for the two of you.")
        if self.takes_bots:
            return _("If a table of people is found first, you play there.")
        if self.may_take_bots:
            return _("You can go on waiting for people, or begin at once.")
        return ngettext(
            "If no table is found in %(n)s second, you can begin with bots.",
            "If no table is found in %(n)s seconds, you can begin with bots.",
            self.offered_in,
        )


def scene(kind: str, standing: Standing, waiting: int, member: User, now: datetime) -> QueueScene:
    waited, party = now - standing.since, standing.party
    return QueueScene(
        game=rules_of(kind).META.title,
        seats=shape_of(kind).size,
        waiting=waiting,
        found=1 if party and standing.friend is None else min(waiting, shape_of(kind).size - 1),
        seconds=max(0, int(waited.total_seconds())),
        offered_in=max(0, ceil((offered_after() - waited).total_seconds())),
        takes_bots=standing.takes_bots,
        party=party,
        friend=None if party is None else _other(party, member),
        has_friend=standing.friend is not None,
        friend_takes_bots=standing.friend_takes_bots,
        is_guest=member.is_guest,
        is_friend_a_guest=standing.friend is not None and standing.friend.is_guest,
    )


def _other(party: Party, member: User) -> str | None:
    other = party.friend if party.host_id == member.pk else party.host
    return None if other is None else other.username
