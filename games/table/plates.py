"""What is not of the log, put on the plates of a table: who is away, and whom one can do something
about."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from markupsafe import Markup

from ..phrases import translate
from ..rules.game import Seat
from ..rules.table import seat_id
from ..rules.words import Phrase

# As the macro `plate` of templates/games/components.html has them.
STANDS: Final = '<i class="stands"></i>'
NAME: Final = Markup("<b>{}</b>")
# Opens the sheet about this person, which lies beside the table.
PRESSED: Final = Markup('<button type="button" popovertarget="person-{}">{}</button>')

Parts = Mapping[str, str]


def with_roles(parts: Parts, roles: Mapping[Seat, Phrase]) -> dict[str, str]:
    """Who is away or played for stands on their plate, before what else they are just now."""
    drawn = dict(parts)
    for seat, role in roles.items():
        plate = seat_id(seat)
        if plate in drawn:
            said = Markup('<i class="stands">{}</i> ').format(translate(role))
            drawn[plate] = drawn[plate].replace(STANDS, said, 1)
    return drawn


def with_people(parts: Parts, people: Mapping[Seat, str]) -> dict[str, str]:
    """The names of these people can be pressed."""
    drawn = dict(parts)
    for seat, person in people.items():
        plate = seat_id(seat)
        if plate in drawn:
            drawn[plate] = _pressable(drawn[plate], seat, person)
    return drawn


# A move changes one plate or two; the others are those of the move before.
@lru_cache(maxsize=4096)
def _pressable(plate: str, seat: Seat, person: str) -> str:
    name = NAME.format(person)
    return plate.replace(name, PRESSED.format(seat, name), 1)
