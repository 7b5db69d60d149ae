"""A room as one member sees it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from textwrap import wrap

from accounts.models import User
from games.bots import Bot, described, offered
from games.rules import rules_of
from games.rules.game import Meta, Seat
from games.rules.words import Phrase, _, listed, ngettext, together
from games.time.pace import LEASE

from . import seating_rules
from .agreements import Agreement, Clause, agreement, clauses
from .models import Room, RoomSeat
from .seating import Place, Sitter, places


@dataclass(frozen=True, slots=True)
class Share:
    """What everyone is shown of a player's share of the shuffle before it is opened."""

    seat: Seat
    name: str
    seal: str  # empty for a browser without scripts, or before it has sealed one


@dataclass(frozen=True, slots=True)
class RoomScene:
    room: Room
    meta: Meta
    agreement: Agreement
    clauses: list[Clause]
    seal: str
    places: list[Place]
    mine: RoomSeat | None
    is_host: bool
    bots: tuple[Bot, ...]
    refusal: Phrase | None  # why the viewer may not sit down here

    @property
    def taken(self) -> int:
        return sum(not place.is_free for place in self.places)

    @property
    def is_full(self) -> bool:
        return self.taken == self.room.size

    @property
    def is_seated(self) -> bool:
        return self.mine is not None

    @property
    def is_ready(self) -> bool:
        return self.mine is not None and self.mine.is_ready

    @property
    def share_to_open(self) -> str | None:
        """The seal of the nonce that the member's browser is asked for now."""
        if self.room.opening_since is None or self.mine is None or self.mine.nonce:
            return None
        return self.mine.nonce_seal or None

    @property
    def shares(self) -> list[Share]:
        """For each person who sits here, the seal of their share of the shuffle, in seat order."""
        people = [seat for seat in self.room.seats.all() if not seat.bot]
        return [Share(seat.seat, seat.name, in_groups(seat.nonce_seal)) for seat in people]

    @property
    def wasted(self) -> Phrase | None:
        """Tell everyone that shares were opened for a game that did not start, and why."""
        if not self.room.wasted_openings:
            return None
        times = ngettext(
            "The shares of the shuffle were opened %(n)s time here without a game starting.",
            "The shares of the shuffle were opened %(n)s times here without a game starting.",
            self.room.wasted_openings,
        )
        if self.room.wasted_by is None:
            return together(times, _("New shares have been sealed."))
        return together(
            times,
            _(
                "The last time, %(name)s left or did not open theirs. New shares have been sealed.",
                name=self.room.wasted_by.username,
            ),
        )

    @property
    def has_come_to_play(self) -> bool:
        """The seat was kept for this member, who need not press anything more to be ready."""
        return self.mine is not None and self.mine.comes_ready

    @property
    def middle(self) -> Phrase:
        """What stands in the middle of the table."""
        if self.places[0].team is not None:
            return _("Partners sit opposite")
        if self.meta.is_clockwise:
            return _("The turn goes to the left")
        return _("The turn goes to the right")

    @property
    def has_company(self) -> bool:
        return self.taken > 1

    @property
    def others(self) -> Phrase | None:
        """The people whom it concerns when the table is closed."""
        people = [place.sitter for place in self.places if place.is_person and not place.is_mine]
        return listed([sitter.name for sitter in people if sitter]) if people else None

    @property
    def may_invite(self) -> bool:
        return self.is_seated or self.is_host

    @property
    def may_stand(self) -> bool:
        """A host who is alone would close the table by it, and has a button that says so."""
        return self.is_seated and not (self.is_host and self.others is None)

    @property
    def may_be_balanced(self) -> bool:
        return self.is_full and self.places[0].team is not None

    @property
    def say_ready(self) -> Phrase:
        """Among bots nobody else is waited for."""
        others = [place for place in self.places if not place.is_mine]
        is_alone = all(place.sitter and place.sitter.bot for place in others)
        return _("Deal") if is_alone else _("I am ready")

    @property
    def sit_down(self) -> Phrase:
        return _("Move here") if self.is_seated else _("Sit here")

    @property
    def status(self) -> Phrase:
        if self.refusal is not None:
            return self.refusal
        if not self.is_seated and self.is_full:
            return _("Every seat is taken. If somebody stands up, you can sit down.")
        if not self.is_seated:
            return _("Choose a seat. The game starts when all are taken and everyone is ready.")
        if not self.is_full:
            return _("The game starts when every seat is taken and everyone is ready.")
        if not self.is_ready:
            return _("Every seat is taken. The game starts when everyone is ready.")
        awaited = self._not_ready()
        if not awaited:
            return _("Everyone is ready. The game starts now.")
        return _("Waiting for %(names)s.", names=listed(awaited))

    def _not_ready(self) -> list[str]:
        people = [place.sitter for place in self.places if place.is_person]
        return [sitter.name for sitter in people if sitter and not sitter.is_ready]


def scene(room: Room, member: User, now: datetime) -> RoomScene:
    meta, seats = rules_of(room.kind).META, list(room.seats.all())
    mine = next((seat for seat in seats if seat.user_id == member.pk), None)
    return RoomScene(
        room=room,
        meta=meta,
        agreement=agreement(meta, room.config),
        clauses=clauses(room),
        seal=in_groups(room.commitment),
        places=places(
            room.size,
            meta.teams(room.config, room.size),
            {seat.seat: _sitter(room, seat, now) for seat in seats},
            None if mine is None else mine.seat,
            is_clockwise=meta.is_clockwise,
        ),
        mine=mine,
        # Nobody changes a table that quick match made, so no page offers to.
        is_host=room.host_id == member.pk and not room.tickets.all(),
        bots=offered(room.kind),
        refusal=None if mine else seating_rules.refusal(room, member.pk),
    )


def in_groups(seal: str) -> str:
    """Return a seal as people can compare it, in groups of four."""
    return " ".join(wrap(seal, 4))


def _sitter(room: Room, seat: RoomSeat, now: datetime) -> Sitter:
    return Sitter(
        name=seat.name,
        bot=described(room.kind, seat.bot) if seat.bot else None,
        is_ready=seat.is_ready,
        is_awaited=seat.kept_until is not None,
        is_away=not seat.bot and (seat.seen_at is None or seat.seen_at < now - LEASE),
        is_host=seat.user_id == room.host_id,
    )
