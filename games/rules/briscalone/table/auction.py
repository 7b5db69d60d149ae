"""The auction as the page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...game import Seat
from ...table import Button, Names
from ...words import Phrase, _
from ..actions import BIDS, PASS, RAISE, Action, Bid, Pass, Raise, Saying
from ..cards import LOWEST, RANKS, Rank, one_of_rank, rank_name
from ..view import View


class Stand(NamedTuple):
    """The bid that stands in the auction, and what would top it."""

    bid: Phrase
    by: Phrase
    help: Phrase


class Rung(NamedTuple):
    """A rank on the ladder of bids. Without an action it cannot be bid now."""

    rank: str
    action: str
    label: Phrase
    is_open: bool  # could still be bid by somebody


class Ladder(NamedTuple):
    rungs: tuple[Rung, ...]
    buttons: tuple[Button, ...]
    waiting: Phrase | None
    passing: str  # names this auction, for a page that passes by itself; empty if it cannot


def stand(view: View, names: Names) -> Stand | None:
    if view.phase != "auction":
        return None
    if view.rank is None or view.bidder is None:
        return Stand(_("none"), _opens(view, names), _("The lowest rank wins the auction."))
    return Stand(rank_name(view.rank), _by(view, view.bidder, names), _what_tops(view.rank))


def _opens(view: View, names: Names) -> Phrase:
    if view.opener == view.seat:
        return _("you open the auction")
    return _("%(who)s opens the auction", who=names[view.opener])


def _by(view: View, bidder: Seat, names: Names) -> Phrase:
    return _("by you") if bidder == view.seat else _("by %(who)s", who=names[bidder])


def _what_tops(standing: Rank) -> Phrase:
    if standing == LOWEST:
        return _("Nothing is lower: to take it, raise the target by 2.")
    return _("Bid lower to take it: you would call the card of that rank, in a suit you choose.")


def ladder(view: View, actions: Sequence[Action], waiting: Phrase | None) -> Ladder | None:
    if view.phase != "auction":
        return None
    return Ladder(
        rungs=tuple(_rung(view, bid, actions) for bid in reversed(BIDS)),
        buttons=tuple(_button(view, saying) for saying in (PASS, RAISE) if saying in actions),
        waiting=waiting,
        passing=f"round {view.round}" if _may_pass_on(view) else "",
    )


def _rung(view: View, bid: Bid, actions: Sequence[Action]) -> Rung:
    return Rung(
        rank=RANKS[bid.rank],
        action=str(bid) if bid in actions else "",
        label=_("Bid %(rank)s", rank=one_of_rank(bid.rank)),
        is_open=view.rank is None or bid.rank < view.rank,
    )


def _button(view: View, saying: Saying) -> Button:
    if isinstance(saying, Raise):
        return Button(str(saying), _("Raise to %(target)s", target=view.target + 2))
    return Button(str(saying), _("Pass"))


def _may_pass_on(view: View) -> bool:
    """Whoever opens has to bid once. R3"""
    return view.seat is not None and (view.rank is not None or view.seat != view.opener)


def saying_of(view: View, seat: Seat) -> Saying | None:
    """The last thing this seat said."""
    return next((said.saying for said in reversed(view.bids) if said.seat == seat), None)


def saying_words(saying: Saying | None) -> Phrase | None:
    if saying is None:
        return None
    if isinstance(saying, Bid):
        return _("bids %(rank)s", rank=RANKS[saying.rank])
    return _("passes") if isinstance(saying, Pass) else _("raises")
