"""Briscalone's first lesson: one round, in which the learner's side reaches its target."""

from __future__ import annotations

from typing import Final

from ..game import Seat
from ..lesson import LEARNER, Asked, Claim, Lesson, Moved, Said, can, cannot, dealt, only, seen
from ..words import _
from .cards import CARD_OF, SUITS

ANN, BEN, CLEO, DAN = 1, 2, 3, 4

DEAL: Final = """deal
    Ah 10h Kh Jh 6h Ad 2c 3s
    4c Js 10s 3d 4d 2h Qd Jc
    3c 10c Qh Ac 2d 3h Qs 6c
    Kc As 6s 5c 10d 4h Ks 6d
    5s 2s 4s 5d Kd 5h Qc Jd
"""


def _taken(points: int) -> Claim:
    """By the learner's side."""
    return seen(lambda view: view.points[LEARNER] + view.points[BEN] == points)


def _takes(seat: Seat) -> Claim:
    """Who took the last trick."""
    return seen(lambda view: view.tricks[-1].taker == seat)


def _on_the_table(points: int, winning: Seat) -> Claim:
    return seen(lambda view: (view.trick.points, view.trick.taker) == (points, winning))


def _knows_the_partner(seat: Seat | None) -> Claim:
    return seen(lambda view: view.partner == seat)


def _passes(*seats: Seat) -> tuple[Moved, ...]:
    return tuple(Moved(seat, "pass") for seat in seats)


_THE_AUCTION: Final[tuple[Moved | Said | Asked, ...]] = (
    dealt(DEAL),
    Asked(
        _(
            "Forty cards, and 120 points are in them: Ace 11, 10 ten, King 4, Knight (C) 3, Jack "
            "2. First you bid for a partner: a rank now, its suit later, and whoever holds that "
            "card plays with you. The lowest rank wins. You open. Bid a 10."
        ),
        "bid 10",
        "bid 10",
        _("That is a bid as well. Begin with the 10, so that there is room below it."),
        (seen(lambda view: view.opener == LEARNER), can("bid A", "bid 10", "bid 2")),
    ),
    Moved(ANN, "bid K"),
    *_passes(BEN, CLEO, DAN),
    Asked(
        _(
            "Ann is content with a King. Whoever bids must go lower: a weaker partner, a bolder "
            "bid. Your cups are so strong that a Knight will do. Bid it."
        ),
        "bid Q",
        "bid Q",
        _("You may. But your cups are strong: bid the Knight."),
        (seen(lambda view: view.bidder == ANN), can("pass", "bid Q"), cannot("bid K", "too_high")),
    ),
    *_passes(ANN, BEN, CLEO),
    Said(
        _(
            "So far the others pass, but a pass binds nobody until all have passed in a row. "
            "Mostly somebody bids a 2: then only the target can be raised, to 63, 65 and so on. "
            "Pass when your hand is not worth it."
        ),
        "contract",
        (seen(lambda view: (view.bidder, view.target) == (LEARNER, 61)),),
    ),
    *_passes(DAN),
)

_IN_THE_DARK: Final = (
    Asked(
        _(
            "The bid is yours: with fewer than 61 points you and your partner lose. Each lays a "
            "card, the best takes all five: that is a trick. The first is played blind, "
            "before a suit is called. Lead a card that is worth nothing, the 2 of clubs."
        ),
        "play 2c",
        "card-2c",
        _("You may play any card, now and always. But keep the good ones: lead the 2 of clubs."),
        (
            seen(lambda view: (view.bidder, view.target, view.phase) == (LEARNER, 61, "blind")),
            can("play Ah", "play 2c"),
        ),
    ),
    Moved(ANN, "play 4c"),
    Moved(BEN, "play 3c"),
    Moved(CLEO, "play Kc"),
    Moved(DAN, "play 5s"),
    Asked(
        _(
            "Now you say which suit beats all others: the monkey suit. In a trick without it the "
            "highest card of the suit led wins. Call cups. Whoever holds the Knight of cups is "
            "your partner, and keeps quiet about it: not even you know who."
        ),
        "call h",
        "call h",
        _("You may call it. But most of your cards are cups: call cups."),
        (
            only("call d", "call s", "call h", "call c"),
            seen(lambda view: CARD_OF["Qh"] not in view.hand),
        ),
    ),
)

_THE_PARTNER: Final = (
    Moved(CLEO, "play As"),
    Moved(DAN, "play 2s"),
    Asked(
        _(
            "Cleo took the first trick with her King and leads the Ace of swords, 11 points. Any "
            "cup beats it, even your 6: nobody has to follow suit. Play the 6."
        ),
        "play 6h",
        "card-6h",
        _("You may play any card. But the 6 of cups is the cheapest one that takes the Ace."),
        (
            _takes(CLEO),
            seen(lambda view: view.monkey_suit == SUITS.index("h")),
            _on_the_table(11, CLEO),
            _knows_the_partner(None),
        ),
    ),
    Moved(ANN, "play Js"),
    Moved(BEN, "play 10c"),
    Asked(
        _(
            "23 points for you. And did you see? Ben put a 10 on your trick. Nobody gives so "
            "much to an enemy: he may be your partner. Lead the 3 of swords and see."
        ),
        "play 3s",
        "card-3s",
        _("You may. But find out about Ben first: lead the 3 of swords, worth nothing."),
        (_takes(LEARNER), _taken(23), _knows_the_partner(None)),
    ),
    Moved(ANN, "play 10s"),
    Moved(BEN, "play Qh"),
    Moved(CLEO, "play 6s"),
    Moved(DAN, "play 4s"),
    Moved(BEN, "play Ac"),
    Moved(CLEO, "play 5c"),
    Moved(DAN, "play 5d"),
    Asked(
        _(
            "Ben took Ann’s 10 with the Knight of cups: he is your partner, and now all know it. "
            "His Ace is winning this trick too, so give him points: your Ace of coins."
        ),
        "play Ad",
        "card-Ad",
        _("You could take it yourself, but your cups are needed later. Give Ben the Ace."),
        (_takes(BEN), _knows_the_partner(BEN), _on_the_table(11, BEN), _taken(36)),
    ),
)

_THE_POINTS: Final = (
    Moved(ANN, "play 3d"),
    Moved(BEN, "play 2d"),
    Moved(CLEO, "play 10d"),
    Moved(DAN, "play Kd"),
    Asked(
        _(
            "22 more. Now Cleo’s 10 is winning: a 10 stands right below the Ace, above the King. "
            "Take its points with a cup. Your Jack is enough."
        ),
        "play Jh",
        "card-Jh",
        _("That would take it as well, but the Jack is enough. Keep the high ones."),
        (_taken(58), _on_the_table(14, CLEO)),
    ),
    Moved(ANN, "play 4d"),
    Asked(
        _(
            "74 points: you needed 61, so the round is won. Your last three cups are the highest "
            "there are. Lead the Ace."
        ),
        "play Ah",
        "card-Ah",
        _("They all win. For this lesson, lead the Ace first."),
        (_taken(74), only("play Ah", "play 10h", "play Kh")),
    ),
    Moved(ANN, "play 2h"),
    Moved(BEN, "play Qs"),
    Moved(CLEO, "play 4h"),
    Moved(DAN, "play 5h"),
    Asked(
        _("Then the King."),
        "play Kh",
        "card-Kh",
        _("Both win. For this lesson, lead the King."),
        (_takes(LEARNER), only("play 10h", "play Kh")),
    ),
    Moved(ANN, "play Jc"),
    Moved(BEN, "play 3h"),
    Moved(CLEO, "play 6d"),
    Moved(DAN, "play Jd"),
    Asked(
        _("And the 10."),
        "play 10h",
        "card-10h",
        _("Play your last card."),
        (_takes(LEARNER), only("play 10h")),
    ),
    Moved(ANN, "play Qd"),
    Moved(BEN, "play 6c"),
    Moved(CLEO, "play Ks"),
    Moved(DAN, "play Qc"),
    Said(
        _(
            "You and Ben took 116 points of 120. You get 2 for the round, Ben 1, and the others "
            "lose 1 each. You won because you bid for what you lacked, found your partner by what "
            "he gave you, and took points with small cups."
        ),
        claims=(
            _taken(116),
            seen(lambda view: view.results[-1].reached and view.totals == (2, -1, 1, -1, -1)),
        ),
    ),
)

LESSON: Final = Lesson(
    kind="briscalone",
    names=("You", "Ann", "Ben", "Cleo", "Dan"),
    script=(*_THE_AUCTION, *_IN_THE_DARK, *_THE_PARTNER, *_THE_POINTS),
)
