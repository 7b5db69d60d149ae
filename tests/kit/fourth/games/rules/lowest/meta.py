"""What Lowest is called, how it is set up, and who plays with whom."""

from __future__ import annotations

from typing import Final

from ..game import MOST_SEATS, Config, Meta, Option, Teams
from ..words import _


def _each_for_themselves(config: Config, seats: int) -> Teams:
    return tuple((seat,) for seat in range(seats))


META: Final = Meta(
    kind="lowest",
    title=_("Lowest"),
    blurb=_("Up to four cards each: get rid of the high ones while somebody else takes the trick."),
    version=1,
    seats=tuple(range(2, MOST_SEATS + 1)),
    options=(
        Option(
            "most_wins",
            _("Most tricks win"),
            _("Whoever takes the most tricks wins."),
            default=False,
            off=_("Whoever takes the fewest tricks wins."),
        ),
    ),
    presets={"standard": {}, "highest": {"most_wins": True}},
    preset_titles={"standard": _("Standard"), "highest": _("Highest")},
    teams=_each_for_themselves,
)
