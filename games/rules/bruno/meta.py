"""What Bruno is called, how it is set up, and who plays with whom."""

from __future__ import annotations

from typing import Final

from ..game import Config, Meta, Option, Teams
from ..words import _

SEATS: Final = 4


def _partners_sit_opposite(config: Config, seats: int) -> Teams:
    return ((0, 2), (1, 3))  # B1


META: Final = Meta(
    kind="bruno",
    title=_("Bruno"),
    blurb=_("Two against two: be the first to shed every card, from the hand and from the table."),
    version=1,
    seats=(SEATS,),
    options=(
        Option(
            "face_up_together",
            _("Face-up cards together"),
            _("Several face-up cards of one rank may be played at once."),
            off=_("Face-up cards are played one at a time."),
            default=False,
        ),
        Option(
            "keep_function_cards",
            _("Keep function cards"),
            _("Who could play only 2, 3, 9 or 10 may collect the pile instead."),
            off=_("Who can play must, even if only a 2, 3, 9 or 10 is left to play."),
            default=False,
        ),
        Option(
            "next_leads",
            _("The next seat leads"),
            _("After a collect the next seat leads, not the one who collected."),
            off=_("After a collect the one who collected leads."),
            default=False,
        ),
        Option(
            "first_seat",
            _("First seat"),
            _("Who leads the game."),
            default=None,
            minimum=0,
            maximum=SEATS - 1,
            may_be_none=True,
            is_seat=True,
        ),
    ),
    presets={
        "standard": {},
        "first-edition": {"next_leads": True},
        "kitchen-table": {"keep_function_cards": True, "face_up_together": True},
    },
    teams=_partners_sit_opposite,
)
