"""What became of a game that ended before its rules ended it."""

from __future__ import annotations

from typing import NamedTuple

from ..log.pov import Pov
from ..log.window import Seen
from ..rules.early_end import CLOSED, EarlyEnd
from ..rules.table import Layout
from ..rules.words import Phrase, _, in_a_row, listed


class Side(NamedTuple):
    names: Phrase
    won: bool
    points: int | None


def sentence(seen: Seen, early: EarlyEnd) -> Phrase:
    if early.how == CLOSED:
        return _("The table was closed. It counts for nobody.")
    who = listed([seen.facts.names[seat] for seat in early.by])
    if len(early.by) == 1:
        return _("%(who)s concedes.", who=who)
    return _("%(who)s concede.", who=who)


def layout(seen: Seen) -> Layout:
    """The sides as they stood; nobody's where nothing was won."""
    return Layout("games/early_end.html", shown=tuple(_sides(seen)))


def _sides(seen: Seen) -> list[Side]:
    about, result = seen.facts, seen.result
    if result is None or not result.winners:
        return []
    counts = about.rules.META.points is not None
    return [
        Side(
            names=in_a_row(*(about.names[seat] for seat in side)),
            won=side[0] in result.winners,
            points=result.scores[side[0]] if counts else None,
        )
        for side in about.rules.META.teams(about.config, len(about.names))
    ]


def has_lost(seen: Seen, pov: Pov) -> bool:
    """Whether the viewer has lost a game that is over: also by giving up, whatever their side did
    without them. A closed game counts for nobody."""
    if seen.early_end is not None and seen.early_end.how == CLOSED:
        return False
    return seen.outcome == "lost" or pov.has_given_up
