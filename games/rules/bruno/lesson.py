"""Bruno's first lesson: one game, in which the learner goes out first."""

from __future__ import annotations

from typing import Final

from ..cards import RANKS
from ..game import Seat
from ..lesson import (
    LEARNER,
    Asked,
    Claim,
    Lesson,
    Moved,
    Said,
    can,
    cannot,
    dealt,
    only,
    seen,
    waits_for,
)
from ..words import _

ANN, BEN, CLEO = 1, 2, 3

# Seat by seat: three face down, three face up, seven for the hand.
DEAL: Final = """deal 3
    Jc 8d Ah   9d Ad 7h   Qs Qh Qd 5s 2s Js Jh
    4c 5h 6h   7d 10s 2d  Ks 8s Kd Qc 3h 6d 5d
    9s 7c 10d  2h 4d 5c   As 8h Ac 10h Kc 4s 7s
    8c 3c 9h   3s 10c Jd  6c 9c Kh 2c 3d 4h 6s
"""
# One card at a time, Ben first.
REDEAL: Final = """redeal
    Ac As Ks Jh
    8h Js Kh 5s
    7s 4h Kd 8s
    2s 6c Kc 5d
    2c 6s 3h 6d
    9c 4s 3d
"""


def _demands(rank: str) -> Claim:
    return seen(lambda view: view.demand == RANKS.index(rank))


def _leads_freely() -> Claim:
    return seen(lambda view: view.demand is None)


def _holds(seat: Seat, cards: int) -> Claim:
    return seen(lambda view: view.seats[seat].hand == cards)


def _pile(cards: int) -> Claim:
    return seen(lambda view: len(view.pile) == cards)


_THE_BEGINNING: Final = (
    dealt(DEAL),
    Said(
        _(
            "You have thirteen cards: seven in your hand, three open before you, and three that "
            "nobody has seen. Get rid of all of them. Whoever does so first wins for their team: "
            "Ben, opposite, plays with you."
        ),
        "own-table-cards",
        (_holds(LEARNER, 7), seen(lambda view: all(view.seats[LEARNER].down))),
    ),
    Moved(CLEO, "play 6c"),
    Asked(
        _(
            "Cleo led a 6: you need a 6 or higher. The order is 4 5 6 7 8 Jack Queen King Ace, and "
            "suits mean nothing. Cards of one rank go together, as many as you like: more empty "
            "your hand faster. Press your Queens, then the button that plays all three."
        ),
        "play Qs Qh Qd",
        "rank-Q",
        _("That is allowed, but three Queens at once make your hand much smaller. Play all three."),
        (_demands("6"), cannot("play 5s", "too_low"), can("play Js")),
    ),
    Moved(ANN, "play Ks"),
    Moved(BEN, "play As"),
    Moved(CLEO, "play 9c"),
    Asked(
        _(
            "Cleo’s 9 turns everything round: now only 4 to 8 will do, and your Jacks are too "
            "high. It lasts until one of those is played, or the pile is taken. Play your 5."
        ),
        "play 5s",
        "rank-5",
        _("The 2 would do as well, but keep it: it gets you out of worse. Play the 5."),
        (_demands("9"), cannot("play Js", "not_below_9"), can("play 2s")),
    ),
    Moved(ANN, "play 8s"),
    Moved(BEN, "play 8h"),
    Moved(CLEO, "play Kh"),
    Asked(
        _(
            "A King or an Ace is asked for, and you have neither. But 2, 3, 9 and 10 stand outside "
            "the order and answer everything. A 2 holds: it hands what is asked to Ann, unchanged. "
            "Play it."
        ),
        "play 2s",
        "rank-2",
        _("Play the 2: nothing else of yours can be played here."),
        (_demands("K"), only("play 2s")),
    ),
)

_THE_PILE: Final = (
    Moved(ANN, "play Kd"),
    Moved(BEN, "play Ac"),
    Moved(CLEO, "play 2c"),
    Asked(
        _(
            "Cleo holds too, so you need an Ace. You cannot play, so you take the whole pile, "
            "fifteen cards; whoever can play has to. It hurts, but whoever collects leads at once. "
            "Press “Collect 15 cards”."
        ),
        "collect",
        "pile",
        _("You have no answer here: collect the pile."),
        (_demands("A"), only("collect"), _pile(15)),
    ),
    Asked(
        _(
            "A free lead: nothing is asked, so play whatever you like. Lead your three Queens. "
            "Many cards at once, and high ones are hard to answer."
        ),
        "play Qs Qh Qd",
        "rank-Q",
        _("You may lead that. But three Queens at once are more, and harder to answer."),
        (_leads_freely(), _pile(0), _holds(LEARNER, 17), can("play 5s", "play 9c", "play Ks")),
    ),
    Moved(ANN, "play Qc"),
    Moved(BEN, "play 10h"),
    dealt(REDEAL),
    Said(
        _(
            "Ben, your partner, plays a 10: it leaves the game, and all four hands are shuffled "
            "and dealt again. You had fourteen cards, now six. What was asked stays: Cleo needs a "
            "Queen."
        ),
        "hand",
        (
            _holds(LEARNER, 6),
            _demands("Q"),
            waits_for(CLEO),
            seen(lambda view: len(view.removed) == 1),
        ),
    ),
)

_THE_HAND: Final = (
    Moved(CLEO, "play As"),
    Asked(
        _(
            "An Ace is asked for, and even four Kings are too low. A 3 skips the next seat: Ann is "
            "passed over, and Ben has to answer. Two of them skip no further, but you are rid of "
            "both."
        ),
        "play 3h 3d",
        "rank-3",
        _("One would do. Play both: the fewer cards you hold, the better."),
        (_demands("A"), only("play 3h", "play 3h 3d"), cannot("play Ks", "too_low")),
    ),
    Said(
        _("Ann was skipped, and your partner Ben is to answer the Ace. He can."),
        f"doing-{BEN}",
        (waits_for(BEN), _demands("A")),
    ),
    Moved(BEN, "play Ac"),
    Moved(CLEO, "collect"),
    Moved(CLEO, "play 4s 4h"),
    Asked(
        _(
            "Cleo could not answer Ben’s Ace, took the pile and led 4s. Now empty your hand: all "
            "four Kings."
        ),
        "play Ks Kh Kd Kc",
        "rank-K",
        _("Fewer would do, but with all four your hand is empty."),
        (_demands("4"), _holds(LEARNER, 4), _holds(CLEO, 11)),
    ),
    Moved(ANN, "collect"),
    Moved(ANN, "play 5s 5d"),
    Moved(BEN, "play 7s"),
    Moved(CLEO, "play Qs"),
)

_THE_TABLE: Final = (
    Asked(
        _(
            "Your hand is empty, so you play the three open cards, one at a time. The 9 answers "
            "the Queen, and Ann must go below 9."
        ),
        "play 9d",
        "rank-9",
        _("Keep the Ace, it answers nearly everything. Play the 9."),
        (_demands("Q"), only("play 9d", "play Ad"), _holds(LEARNER, 0)),
    ),
    Moved(ANN, "play 8s"),
    Moved(BEN, "play 8h"),
    Moved(CLEO, "play As"),
    Asked(
        _("Cleo asks for an Ace: here is what you kept yours for."),
        "play Ad",
        "rank-A",
        _("Play the Ace."),
        (_demands("A"), only("play Ad")),
    ),
    Moved(ANN, "collect"),
    Moved(ANN, "play 4s 4h"),
    Moved(BEN, "play 2s"),
    Moved(CLEO, "play 6c"),
    Asked(
        _("Your last open card is a 7, and a 6 is asked for. Play it."),
        "play 7h",
        "rank-7",
        _("Play the 7."),
        (_demands("6"), only("play 7h")),
    ),
    Moved(ANN, "play 8s 8h"),
    Moved(BEN, "play 2c"),
    Moved(CLEO, "play Js"),
)

_THE_END: Final = (
    Asked(
        _(
            "Only the three unseen cards are left. You turn one and hope: if it fits, it is "
            "played; if not, you take it and the pile. A Jack is asked for. Turn the left one."
        ),
        "flip 0",
        "rank-down-0",
        _("They are all unseen, so any would do. For this lesson, turn the left one."),
        (_demands("J"), only("flip 0", "flip 1", "flip 2")),
    ),
    Moved(ANN, "play Kd"),
    Moved(BEN, "play 9c"),
    Moved(CLEO, "play 6s"),
    Asked(
        _("A Jack, just enough. Two to go, and a 6 is asked for. Turn the middle one."),
        "flip 1",
        "rank-down-1",
        _("For this lesson, turn the middle one."),
        (_demands("6"), only("flip 1", "flip 2")),
    ),
    Moved(ANN, "play Ks"),
    Moved(BEN, "play 2h"),
    Moved(CLEO, "play Ac"),
    Asked(
        _(
            "An 8: well turned. One card is left, and an Ace is asked for. Nobody may finish with "
            "a 2, 3, 9 or 10: such a card would go to your hand, and the pile with it. Turn it."
        ),
        "flip 2",
        "rank-down-2",
        _("Turn your last card."),
        (_demands("A"), only("flip 2")),
    ),
    Said(
        _(
            "The Ace! You are out of cards, and so you and Ben have won. Remember: 2 holds, 3 "
            "skips, 9 turns round, 10 deals anew; many cards at once; and keep an Ace for later."
        ),
        "pile",
        (seen(lambda view: view.result is not None and view.result.winners == (LEARNER, BEN)),),
    ),
)

LESSON: Final = Lesson(
    kind="bruno",
    names=("You", "Ann", "Ben", "Cleo"),
    script=(*_THE_BEGINNING, *_THE_PILE, *_THE_HAND, *_THE_TABLE, *_THE_END),
)
