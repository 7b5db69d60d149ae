"""Who sits where on the room's page: partners opposite, the next seat at the right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.bots import Bot
from games.rules.game import Seat, Teams
from games.rules.table import TEAMS, Team
from games.rules.words import Phrase, _

# Round the table from the bottom, by number of seats.
RING: Final = {
    2: ("s", "n"),
    3: ("s", "ne", "nw"),
    4: ("s", "e", "n", "w"),
    5: ("s", "e", "ne", "nw", "w"),
    6: ("s", "e", "ne", "n", "nw", "w"),
}


@dataclass(frozen=True, slots=True)
class Place:
    seat: Seat
    slot: str
    team: Team | None
    name: str | None
    is_mine: bool
    is_my_partner: bool
    partner: str | None
    bot: Bot | None  # if one sits here

    @property
    def is_free(self) -> bool:
        return self.name is None

    @property
    def css(self) -> str:
        team = [self.team.css] if self.team else []
        kinds = [self.slot, *team, *["free"] * self.is_free]
        return " ".join(["place", *(f"place--{kind}" for kind in kinds)])

    @property
    def title(self) -> Phrase | str:
        if self.name is None:
            return _("Free seat")
        return _("You") if self.is_mine else self.name

    @property
    def caption(self) -> Phrase:
        seat = _("Seat %(number)s", number=self.seat + 1)
        if self.bot:
            seat = _("%(strength)s · %(seat)s", strength=self.bot.title, seat=seat)
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
    names: Mapping[Seat, str],
    mine: Seat | None,
    bots: Mapping[Seat, Bot],
) -> list[Place]:
    """In turn order from the viewer, or from the first seat for whoever stands."""
    bottom = mine or 0
    return [
        _place((bottom + step) % size, slot, teams, names, mine, bots)
        for step, slot in enumerate(RING[size])
    ]


def _place(
    seat: Seat,
    slot: str,
    teams: Teams,
    names: Mapping[Seat, str],
    mine: Seat | None,
    bots: Mapping[Seat, Bot],
) -> Place:
    number, mates = _team_of(seat, teams)
    partners = [names[mate] for mate in mates if mate != seat and mate in names]
    return Place(
        seat=seat,
        slot=slot,
        team=None if number is None else TEAMS[number],
        name=names.get(seat),
        is_mine=seat == mine,
        is_my_partner=seat != mine and mine in mates,
        partner=partners[0] if partners else None,
        bot=bots.get(seat),
    )


def _team_of(seat: Seat, teams: Teams) -> tuple[int | None, tuple[Seat, ...]]:
    """Where everyone plays alone there are no teams to show."""
    for number, mates in enumerate(teams):
        if seat in mates and len(mates) > 1:
            return number, mates
    return None, ()
