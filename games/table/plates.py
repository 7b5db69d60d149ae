"""What is not of the log, put on the plates of a table: who is away, and whom one can do something
about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from markupsafe import Markup

from ..phrases import translate
from ..rules.game import Seat
from ..rules.plates import OWN, doing_id
from ..rules.words import Phrase

# As templates/games/doing.html and the macro `plate` of templates/games/components.html have them.
STANDS: Final = '<i class="stands"></i>'
NAME: Final = Markup('<b id="name-{}">{}</b>')
# Opens the sheet about this person, which lies beside the table.
PRESSED: Final = Markup('<button type="button" popovertarget="person-{}">{}</button>')

Parts = Mapping[str, str]


def with_roles(
    parts: Parts, roles: Mapping[Seat, Phrase], own: Seat | None = None
) -> dict[str, str]:
    """Who is away or played for stands on their plate, before what else they are just now; also on
    the viewer's own."""
    drawn = dict(parts)
    for seat, role in roles.items():
        plate = doing_id(OWN if seat == own else seat)
        if plate in drawn:
            said = Markup('<i class="stands">{}</i> ').format(translate(role))
            drawn[plate] = drawn[plate].replace(STANDS, said, 1)
    return drawn


def with_people(table: str, people: Mapping[Seat, str]) -> str:
    """The names of these people can be pressed."""
    for seat, person in people.items():
        name = NAME.format(seat, person)
        table = table.replace(name, PRESSED.format(seat, name), 1)
    return table
