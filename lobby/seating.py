"""Who sits where on the room's page, as they will sit at the table: the viewer at the bottom, and
the next seat at the right or, where a game goes clockwise, at the left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.bots import Bot
from games.rules.game import Seat, Teams
from games.rules.table import TEAMS, Team
from games.rules.words import Phrase, _

# Round the table from the bottom and then the right, by number of seats.
RING: Final = {
    2: ("s", "n"),
    3: ("s", "ne", "nw"),
    4: ("s", "e", "n", "w"),
    5: ("s", "e", "ne", "nw", "w"),
    6: ("s", "e", "ne", "n", "nw", "w"),
    7: ("s", "se", "e", "ne", "nw", "w", "sw"),
    8: ("s", "se", "e", "ne", "n", "nw", "w", "sw"),
    9: ("s", "se", "ese", "e", "ne", "nw", "w", "wsw", "sw"),
    10: ("s", "se", "ese", "e", "ne", "n", "nw", "w", "wsw", "sw"),
}


READY: Final = _("ready")


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody in a seat, or a bot, or who is expected there."""

    name: str
    bot: Bot | None = None
    is_ready: bool = False
    is_awaited: bool = False  # the seat is kept for them
    is_away: bool = False
    is_host: bool = False

    @property
    def state(self) -> Phrase:
        if self.bot:
            return _("%(strength)s bot", strength=self.bot.title)
        if self.is_awaited:
            return _("has yet to come")
        if self.is_away:
            return _("away")
        return READY if self.is_ready else _("not ready yet")


@dataclass(frozen=True, slots=True)
class Place:
    seat: Seat
    slot: str
    team: Team | None
    sitter: Sitter | None
    is_mine: bool
    is_my_partner: bool
    partner: str | None

    @property
    def is_free(self) -> bool:
        return self.sitter is None

    @property
    def is_somebody_else(self) -> bool:
        return self.sitter is not None and not self.is_mine

    @property
    def is_person(self) -> bool:
        return self.sitter is not None and self.sitter.bot is None

    @property
    def css(self) -> str:
        team = [self.team.css] if self.team else []
        is_ready = self.sitter is not None and self.sitter.state == READY
        kinds = [self.slot, *team, *["free"] * self.is_free, *["ready"] * is_ready]
        return " ".join(["place", *(f"place--{kind}" for kind in kinds)])

    @property
    def title(self) -> Phrase | str:
        if self.sitter is None:
            return _("Free seat")
        return _("You") if self.is_mine else self.sitter.name

    @property
    def caption(self) -> Phrase:
        seat = _("Seat %(number)s", number=self.seat + 1)
        if self.team:
            return _("%(seat)s · %(team)s", seat=seat, team=self._partnership(self.team.name))
        return seat

    def _partnership(self, team: Phrase) -> Phrase:
        if self.is_my_partner and self.is_free:
            return _("%(team)s, for your partner", team=team)
        if self.is_my_partner:
            return _("%(team)s, your partner", team=team)
        if self.is_free and self.partner:
            return _("%(team)s, partner of %(name)s", team=team, name=self.partner)
        return team


def places(
    size: int,
    teams: Teams,
    sitters: Mapping[Seat, Sitter],
    mine: Seat | None,
    *,
    is_clockwise: bool = False,
) -> list[Place]:
    """In turn order from the viewer, or from the first seat for whoever stands."""
    bottom, (first, *others) = mine or 0, RING[size]
    ring = [first, *(reversed(others) if is_clockwise else others)]
    return [
        _place((bottom + step) % size, slot, teams, sitters, mine) for step, slot in enumerate(ring)
    ]


def _place(
    seat: Seat, slot: str, teams: Teams, sitters: Mapping[Seat, Sitter], mine: Seat | None
) -> Place:
    number, mates = _team_of(seat, teams)
    partners = [sitters[mate].name for mate in mates if mate != seat and mate in sitters]
    return Place(
        seat=seat,
        slot=slot,
        team=None if number is None else TEAMS[number],
        sitter=sitters.get(seat),
        is_mine=seat == mine,
        is_my_partner=seat != mine and mine in mates,
        partner=partners[0] if partners else None,
    )


def _team_of(seat: Seat, teams: Teams) -> tuple[int | None, tuple[Seat, ...]]:
    """Where everyone plays alone there are no teams to show."""
    for number, mates in enumerate(teams):
        if seat in mates and len(mates) > 1:
            return number, mates
    return None, ()
