"""What several parts of the page say in the same words."""

from __future__ import annotations

from collections.abc import Sequence

from ...game import Result, Seat
from ...table import YOU, Names
from ...words import Phrase, _, listed, ngettext
from ..state import RoundResult


def people(seats: Sequence[Seat], you: Seat | None, names: Names) -> Phrase:
    """Whoever is spoken to comes first."""
    others = [names[seat] for seat in seats if seat != you]
    return listed([YOU, *others] if you in seats else others)


def points(n: int) -> Phrase:
    return ngettext("%(n)s point", "%(n)s points", n)


def outcome(result: RoundResult, you: Seat | None, names: Names) -> Phrase:
    who, several = people(result.side, you, names), _are_several(result.side, you)
    if result.reached:
        return (
            _("%(who)s reach the target.", who=who)
            if several
            else _("%(who)s reaches the target.", who=who)
        )
    return (
        _("%(who)s miss the target.", who=who)
        if several
        else _("%(who)s misses the target.", who=who)
    )


def verdict(result: Result, you: Seat | None, names: Names) -> Phrase:
    who = people(result.winners, you, names)
    if len(result.winners) > 1:
        return _("%(who)s share the win.", who=who)  # R11
    return _("You win.") if you in result.winners else _("%(who)s wins.", who=who)


def partner_words(bidder: Seat, partner: Seat, you: Seat | None, names: Names) -> Phrase:
    if partner == bidder:
        if bidder == you:
            return _("You play alone against four.")
        return _("%(who)s plays alone against four.", who=names[bidder])
    if partner == you:
        return _("You are the partner of %(bidder)s.", bidder=names[bidder])
    if bidder == you:
        return _("%(who)s is your partner.", who=names[partner])
    return _("%(who)s is the partner of %(bidder)s.", who=names[partner], bidder=names[bidder])


def _are_several(side: Sequence[Seat], you: Seat | None) -> bool:
    """For the verb: “You reach”, “Nina reaches”."""
    return len(side) > 1 or you in side
