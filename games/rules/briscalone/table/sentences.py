"""What several parts of the page say in the same words."""

from __future__ import annotations

from collections.abc import Sequence

from ...game import Result, Seat
from ...table import Names
from ...words import Phrase, _, ngettext
from ..state import RoundResult

Piece = str | Phrase


def listed(names: Sequence[Piece]) -> Phrase:
    """“You, Nina and Ugo”."""
    if len(names) == 1:
        return Phrase("%(name)s", (("name", names[0]),))
    if len(names) == 2:
        return _("%(one)s and %(other)s", one=names[0], other=names[1])
    return _("%(one)s, %(others)s", one=names[0], others=listed(names[1:]))


def people(seats: Sequence[Seat], viewer: Seat | None, names: Names) -> Phrase:
    """The viewer comes first."""
    pieces: list[Piece] = [names[seat] for seat in seats if seat != viewer]
    return listed([_("You"), *pieces] if viewer in seats else pieces)


def points(n: int) -> Phrase:
    return ngettext("%(n)s point", "%(n)s points", n)


def outcome(result: RoundResult, viewer: Seat | None, names: Names) -> Phrase:
    who, several = people(result.side, viewer, names), _are_several(result.side, viewer)
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


def ending(result: Result, viewer: Seat | None, names: Names) -> Phrase:
    who = people(result.winners, viewer, names)
    if len(result.winners) > 1:
        return _("%(who)s share the win", who=who)  # R11
    return _("You win") if viewer in result.winners else _("%(who)s wins", who=who)


def partner_words(bidder: Seat, partner: Seat, viewer: Seat | None, names: Names) -> Phrase:
    if partner == bidder:
        if bidder == viewer:
            return _("You play alone against four.")
        return _("%(who)s plays alone against four.", who=names[bidder])
    if partner == viewer:
        return _("You are the partner of %(bidder)s.", bidder=names[bidder])
    if bidder == viewer:
        return _("%(who)s is your partner.", who=names[partner])
    return _("%(who)s is the partner of %(bidder)s.", who=names[partner], bidder=names[bidder])


def _are_several(side: Sequence[Seat], viewer: Seat | None) -> bool:
    """For the verb: “You reach”, “Nina reaches”."""
    return len(side) > 1 or viewer in side
