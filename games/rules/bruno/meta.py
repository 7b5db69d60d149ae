"""What Bruno is called, how it is set up, and who plays with whom."""

from __future__ import annotations

from typing import Any, Final

from ..game import Config, Meta, Option, Seat, Teams
from ..words import Phrase, _

SEATS: Final = 4


def _partners_sit_opposite(config: Config, seats: int) -> Teams:
    return ((0, 2), (1, 3))  # B1


def _leads(seat: Seat | None) -> Phrase:
    if seat is None:
        return _("Chance decides who leads first.")
    return _("Seat %(number)s leads first.", number=seat + 1)


def _the_next_begins(dealt: Any) -> Config:
    return {"first_seat": (dealt.first + 1) % SEATS}  # B3


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
            _("Whoever could only play a 2, 3, 9 or 10 may collect the pile instead."),
            off=_("Whoever can play must, even if it takes a 2, 3, 9 or 10."),
            default=False,
        ),
        Option(
            "next_leads",
            _("The next seat leads"),
            _("When the pile has been collected, the next seat leads."),
            off=_("Whoever collects the pile leads next."),
            default=False,
        ),
        Option(
            "first_seat",
            _("First seat"),
            _("Who leads first."),
            means=_leads,
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
    preset_titles={
        "standard": _("Standard"),
        "first-edition": _("First edition"),
        "kitchen-table": _("Kitchen table"),
    },
    teams=_partners_sit_opposite,
    rematch=_the_next_begins,
)
