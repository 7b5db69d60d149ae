"""Briscalone's table as a page shows it: all that there is to draw, of one viewer's view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...game import Seat
from ...table import ActionBar, Names, Plate, Taste, action_bar, plate
from ...words import Phrase, _, ngettext
from ..actions import Action, Pass
from ..meta import SEATS
from ..view import View
from .auction import BidLadder, StandingBid, bid_ladder, saying_of, saying_words, standing_bid
from .contract import Fact, contract, own_secret
from .faces import Deck, deck_of
from .hand import Hand, SuitCall, hand, plays, short_points, suit_calls
from .prompt import turn_word, waiting
from .sheet import RoundScene, Sheet, round_scene, sheet, signed
from .story import has_been_played
from .trick import PLACES, TrickScene, last_trick, trick_on_the_table


class SeatScene(NamedTuple):
    seat: Seat
    place: str
    plate: Plate
    saying: Phrase | None  # the last one, while there is an auction
    has_passed: bool
    tricks: int
    points: int
    counts: bool  # are there tricks to count?

    @property
    def points_taken(self) -> Phrase:
        return short_points(self.points)

    @property
    def tricks_taken(self) -> Phrase:
        return ngettext("%(n)s trick", "%(n)s tricks", self.tricks)


class Scene(NamedTuple):
    seats: tuple[SeatScene, ...]  # the others; for a spectator, everyone
    me: SeatScene | None
    contract: tuple[Fact, ...]
    standing_bid: StandingBid | None
    trick: TrickScene | None
    last_trick: TrickScene | None
    hand: Hand | None
    own_secret: Phrase | None
    bid_ladder: BidLadder | None
    suit_calls: tuple[SuitCall, ...]
    bar: ActionBar
    round: RoundScene | None
    sheet: Sheet | None


def scene(view: View, actions: Sequence[Action], names: Names, taste: Taste) -> Scene:
    deck, you = deck_of(taste), taste.you(view.seat)
    everyone = tuple(_seat(view, seat, names, deck, you) for seat in range(SEATS))
    me = None if view.seat is None else everyone[view.seat]
    awaited = waiting(view, actions, names, taste)
    return Scene(
        seats=tuple(shown for shown in everyone if shown is not me),
        me=me,
        contract=contract(view, names, deck, you),
        standing_bid=standing_bid(view, names, deck, you),
        trick=trick_on_the_table(view, names, deck, you),
        last_trick=last_trick(view, names, deck, you),
        hand=hand(view, actions, names, deck, taste),
        own_secret=own_secret(view, names, you),
        bid_ladder=bid_ladder(view, actions, awaited, deck) if taste.is_addressed else None,
        suit_calls=suit_calls(view, actions, deck) if taste.is_addressed else (),
        bar=action_bar(plays(actions, deck), awaited, taste),
        round=round_scene(view, names, deck, you),
        sheet=sheet(view, names, deck, you),
    )


def _seat(view: View, seat: Seat, names: Names, deck: Deck, you: Seat | None) -> SeatScene:
    in_auction = view.phase == "auction"
    saying = saying_of(view, seat) if in_auction else None
    return SeatScene(
        seat=seat,
        place=PLACES[(seat - (view.seat or 0)) % SEATS],
        plate=plate(
            names[seat],
            _role(view, seat, you),
            is_on_turn=view.to_act == (seat,),
            is_you=seat == you,
        ),
        saying=saying_words(saying, deck),
        has_passed=isinstance(saying, Pass),
        tricks=sum(trick.taker == seat for trick in view.tricks),
        points=view.points[seat],
        counts=not in_auction,
    )


def _role(view: View, seat: Seat, you: Seat | None) -> Phrase | None:
    turn, part = turn_word(view, seat, you), _part(view, seat)
    # What the viewer is in this round stands in the contract and in the secret beside the plate.
    if turn is None or part is None or seat == view.seat or view.phase == "auction":
        return turn or part
    return _("%(turn)s, %(part)s", turn=turn, part=part)


def _part(view: View, seat: Seat) -> Phrase | None:
    """R13: the partner is named at their seat once everybody may know."""
    if view.phase == "auction":
        return _("score %(total)s", total=signed(view.totals[seat]))
    if seat == view.bidder:
        return _("bidder")
    is_out = has_been_played(view, view.called)
    return _("partner") if is_out and seat == view.partner else None
