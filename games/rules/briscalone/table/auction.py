"""The auction as the page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ...game import Seat
from ...table import Button, Names
from ...words import Phrase, _
from ..actions import BIDS, PASS, RAISE, Action, Bid, Pass, Raise, Saying
from ..cards import LOWEST, Rank
from ..view import View
from .faces import Deck


class StandingBid(NamedTuple):
    """The bid that stands in the auction, and what would top it."""

    bid: Phrase
    by: Phrase
    help: Phrase


class Rung(NamedTuple):
    """A rank on the ladder of bids. Without an action it cannot be bid now."""

    rank: str
    name: Phrase
    action: str
    label: Phrase
    is_open: bool  # could still be bid by somebody


class BidLadder(NamedTuple):
    rungs: tuple[Rung, ...]
    buttons: tuple[Button, ...]
    waiting: Phrase | None
    passing: str  # names this auction, for a page that passes by itself; empty if it cannot


_HOW: Final = _("Name a rank: whoever holds that card will play with the bidder. The lowest wins.")


def standing_bid(view: View, names: Names, deck: Deck, you: Seat | None) -> StandingBid | None:
    if view.phase != "auction":
        return None
    if view.rank is None or view.bidder is None:
        opens = _opens(view.opener, names, you)
        return StandingBid(_("none"), opens, _HOW)
    bid = deck.rank_name(view.rank)
    return StandingBid(bid, _by(view.bidder, names, you), _what_tops(view.rank, view.target))


def _opens(opener: Seat, names: Names, you: Seat | None) -> Phrase:
    if opener == you:
        return _("you open the auction")
    return _("%(who)s opens the auction", who=names[opener])


def _by(bidder: Seat, names: Names, you: Seat | None) -> Phrase:
    return _("by you") if bidder == you else _("by %(who)s", who=names[bidder])


def _what_tops(standing: Rank, target: int) -> Phrase:
    if standing == LOWEST:
        return _(
            "Nothing is lower: to take it, raise the target from %(now)s to %(then)s.",
            now=target,
            then=target + 2,
        )
    return _("Whoever bids lower takes it, and calls the card of that rank in a suit they choose.")


def bid_ladder(
    view: View, actions: Sequence[Action], waiting: Phrase | None, deck: Deck
) -> BidLadder | None:
    if view.phase != "auction":
        return None
    return BidLadder(
        rungs=tuple(_rung(view, bid, actions, deck) for bid in reversed(BIDS)),
        buttons=tuple(_button(view, saying) for saying in (PASS, RAISE) if saying in actions),
        waiting=waiting,
        passing=f"round {view.round}" if _may_pass_on(view) else "",
    )


def _rung(view: View, bid: Bid, actions: Sequence[Action], deck: Deck) -> Rung:
    return Rung(
        rank=deck.letter_of(bid.rank),
        name=deck.rank_name(bid.rank),
        action=str(bid) if bid in actions else "",
        label=_("Bid %(rank)s", rank=deck.one_of_rank(bid.rank)),
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


def saying_words(saying: Saying | None, deck: Deck) -> Phrase | None:
    if saying is None:
        return None
    if isinstance(saying, Bid):
        return _("bids %(rank)s", rank=deck.letter_of(saying.rank))
    return _("passes") if isinstance(saying, Pass) else _("raises")
