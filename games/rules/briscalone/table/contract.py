"""What is agreed in this round, and what the viewer alone knows of it."""

from __future__ import annotations

from typing import NamedTuple

from ...game import Seat
from ...table import Names
from ...words import Phrase, _
from ..view import View
from .faces import Deck, SuitLook
from .sentences import partner_words, people
from .sheet import signed
from .story import has_been_played


class Fact(NamedTuple):
    label: Phrase
    value: Phrase
    look: SuitLook | None = None
    word: str = ""  # what pressing its label explains


def contract(view: View, names: Names, deck: Deck, you: Seat | None) -> tuple[Fact, ...]:
    target = Fact(_("Target"), _("%(target)s of 120", target=view.target), word="target")
    if view.phase == "auction":
        leads = Fact(_("Leads first"), people((view.opener,), you, names))
        return (_round(view), target, leads, *_own_score(view, names, you))
    if view.bidder is None or view.rank is None:
        return (_round(view),)
    bidder = Fact(_("Bidder"), people((view.bidder,), you, names))
    if view.monkey_suit is None or view.called is None:
        return (_round(view), Fact(_("Bid"), deck.rank_name(view.rank), word="bid"), bidder, target)
    look = deck.suits[view.monkey_suit]
    called = Fact(_("Called card"), deck.name_of(view.called), word="called-card")
    suit = Fact(_("Monkey suit"), look.name, look, word="monkey-suit")
    return (suit, called, bidder, _together(view, view.bidder) or target)


def _together(view: View, bidder: Seat) -> Fact | None:
    """What the bidder's side has taken, for who knows the partner. R13"""
    if view.partner is None or view.partner == bidder:
        return None
    taken = view.points[bidder] + view.points[view.partner]
    value = _("%(points)s of %(target)s", points=taken, target=view.target)
    return Fact(_("Together"), value, word="target")


def _own_score(view: View, names: Names, you: Seat | None) -> tuple[Fact, ...]:
    if view.seat is None:
        return ()
    whose = _("Your score") if you is not None else _("Score of %(who)s", who=names[view.seat])
    return (Fact(whose, Phrase(signed(view.totals[view.seat]))),)


def _round(view: View) -> Fact:
    return Fact(_("Round"), _("%(n)s of %(rounds)s", n=view.round + 1, rounds=view.rounds))


def own_secret(view: View, names: Names, you: Seat | None) -> Phrase | None:
    """Private knowledge. The slot is there for everyone, so that it tells nothing by itself."""
    if view.phase == "auction" or view.bidder is None:
        return None
    if view.called is None:
        return _("Nobody knows the partner yet.")
    if view.partner is None:
        return _unknown(view, names[view.bidder], you)
    partner = partner_words(view.bidder, view.partner, you, names)
    if has_been_played(view, view.called):
        return partner
    if you is not None:
        return _("Only you know: you hold the called card. %(partner)s", partner=partner)
    who = names[view.partner]
    return _("Only %(who)s knows, who holds the called card. %(partner)s", who=who, partner=partner)


def _unknown(view: View, bidder: str, you: Seat | None) -> Phrase:
    if view.alone is not False:
        return _("The partner is not known yet.")
    if you is not None:
        return _("Your partner holds the called card. You do not know who it is.")
    return _("Whoever holds the called card is the partner. %(who)s does not know who.", who=bidder)
