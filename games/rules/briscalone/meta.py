"""What Briscalone is called, how it is set up, and who plays with whom."""

from __future__ import annotations

from typing import Final

from ..game import Config, Meta, Option, Teams
from ..words import Phrase, _

SEATS: Final = 5


def _each_for_themselves(config: Config, seats: int) -> Teams:
    # R8: who plays with whom is found out anew in every round, and by then it is a secret.
    return tuple((seat,) for seat in range(seats))


def _length(rounds: int) -> Phrase:
    return _("The game lasts %(rounds)s rounds, and every seat opens equally many.", rounds=rounds)


META: Final = Meta(
    kind="briscalone",
    title=_("Briscalone"),
    blurb=_("Bid for the right to call a card: whoever holds it is your secret partner."),
    version=1,
    seats=(SEATS,),
    options=(
        Option(
            "rounds",
            _("Rounds"),
            _("How many rounds the game lasts; every seat opens equally many."),
            means=_length,
            default=SEATS,
            minimum=SEATS,
            step=SEATS,
        ),
    ),
    presets={"standard": {}, "long": {"rounds": 2 * SEATS}},
    preset_titles={"standard": _("Standard"), "long": _("Long")},
    teams=_each_for_themselves,
)
