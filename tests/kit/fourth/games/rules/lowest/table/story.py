"""The moves of Lowest in words, as one viewer may read them."""

from __future__ import annotations

from ...cards import card_name
from ...game import DEALER, Seat
from ...table import Line, Mark, Names, Taste
from ...words import Phrase, _, together
from ..view import View

TRICK = Mark(_("Trick"))


def tell(before: View, seat: Seat, text: str, after: View, names: Names, taste: Taste) -> Line:
    if seat == DEALER:
        return Line(_("The cards are dealt."))
    you = taste.you(after.seat)
    laid = _laid(None if seat == you else names[seat], card_name(after.played[-1]))
    if not after.is_taken:
        return Line(laid)
    taker = after.takers[-1]
    taken = _taken(None if taker == you else names[taker])
    return Line(together(laid, taken), TRICK)


def _laid(who: str | None, card: Phrase) -> Phrase:
    if who is None:
        return _("You lay the %(card)s.", card=card)
    return _("%(who)s lays the %(card)s.", who=who, card=card)


def _taken(who: str | None) -> Phrase:
    return _("You take the trick.") if who is None else _("%(who)s takes the trick.", who=who)
