"""UNO's first lesson: one round, in which the learner goes out first."""

from __future__ import annotations

from typing import Final

from ..game import Seat
from ..lesson import (
    LEARNER,
    Asked,
    Claim,
    Lesson,
    Moved,
    Said,
    can,
    dealt,
    did,
    may_not,
    only,
    seen,
    waits_for,
)
from ..words import _
from .cards import CARD_OF, COLOUR_OF, DECK, text_of
from .meta import NAME

ANN, BEN, CLEO = 1, 2, 3

HANDS: Final = """
    r7 gskip b+2 brev wild y3 y8
    g7 r0 wild+4 y6 y1 b4 r4
    g1 g4 r1 y2 r6 y9 g8
    r2 g5 g+2 b3 b1 y5 g0
"""
START: Final = "r9"
# Four for Ann, one for Ben, two for Cleo, four for Ann, and one for the learner.
TO_DRAW: Final = "g2 b7 g9 b9   g6   r8 y4   g3 b2 b5 y7   r3"


def _deal() -> Moved:
    """Nobody comes to see the rest of the draw pile."""
    first = [CARD_OF[text] for text in f"{HANDS} {START} {TO_DRAW}".split()]
    rest = list(DECK)
    for card in first:
        rest.remove(card)
    return dealt(f"deal {CLEO} {text_of(bytes([*first, *rest]))}")


def _colour(letter: str) -> Claim:
    return seen(lambda view: view.colour == COLOUR_OF[letter])


def _holds(seat: Seat, cards: int) -> Claim:
    return seen(lambda view: view.hand_sizes[seat] == cards)


def _owed(cards: int) -> Claim:
    return seen(lambda view: view.pending == cards)


_FITTING: Final = (
    _deal(),
    Said(
        _(
            "You have seven cards. Get rid of them before the others do. In your turn you lay one "
            "card that fits what lies on top: the same colour, the same number or the same picture."
        ),
        "discard-pile",
        (_holds(LEARNER, 7), _colour("r"), waits_for(CLEO)),
    ),
    Moved(CLEO, "play r2"),
    Asked(
        _(
            "Cleo laid a red 2. Your red 7 fits, for it is red as well. Press it, and then the "
            "button that plays it."
        ),
        "play r7",
        "card-r7",
        _("A Wild fits on anything: keep it for when nothing else does. Play the red 7."),
        (can("play r7", "play wild y"), may_not("play y3"), may_not("play gskip")),
    ),
    Moved(ANN, "play g7"),
    Moved(BEN, "play g1"),
    Moved(CLEO, "play g5"),
    Asked(
        _(
            "Ann laid a 7 on your 7, a green one, so now it is green. You have a green Skip: it "
            "takes the next player’s turn away. Play it, and Ann has to sit out."
        ),
        "play gskip",
        "card-gskip",
        _("Keep the Wild for later. Play the green Skip."),
        (_colour("g"), can("play gskip"), may_not("play y8")),
    ),
)

_PICTURES: Final = (
    Moved(BEN, "play g4"),
    Moved(CLEO, "play g+2"),
    Asked(
        _(
            "A Draw Two: you would draw two cards and lose your turn. But you hold one too, and "
            "here +2 on +2 adds up. Lay it on top, of whatever colour: four cards for Ann."
        ),
        "play b+2",
        "card-bp2",
        _("You may take the two cards. But you can hand them on: play your Draw Two."),
        (_owed(2), only("play b+2", "draw")),
    ),
    Moved(ANN, "draw"),
    Moved(BEN, "draw"),
    Moved(CLEO, "play b3"),
    Asked(
        _(
            "Ann took four cards, and Ben had nothing blue and drew one. A Reverse turns the "
            "direction round, so that Cleo plays again after you. Play it."
        ),
        "play brev",
        "card-brev",
        _("Keep the Wild for later. Play the Reverse: it is blue, so it fits."),
        (_colour("b"), _holds(ANN, 10), can("play brev")),
    ),
    Moved(CLEO, "play b1"),
    Moved(BEN, "play r1"),
    Moved(ANN, "play r0"),
    Asked(
        _(
            "Now nothing of yours fits but the Wild. It goes on anything, and you say which "
            "colour comes next. Two yellow cards are left to you: choose yellow."
        ),
        "play wild y",
        "card-wild",
        _("Choose yellow: your last two cards are yellow."),
        (
            seen(lambda view: view.direction == -1),
            only("play wild r", "play wild g", "play wild b", "play wild y"),
        ),
    ),
    Moved(CLEO, "play y5"),
    Asked(
        _(
            "Cleo has one card left. Whoever comes down to one must say “%(uno)s”, and she did "
            "not. Catch her before Ben plays, and she draws two.",
            uno=NAME,
        ),
        f"catch {CLEO}",
        f"catch {CLEO}",
        _("Catch Cleo: press the button beside her name."),
        (_holds(CLEO, 1), waits_for(BEN), seen(lambda view: not view.declared[CLEO])),
    ),
)

_BLUFFING: Final = (
    Moved(BEN, "play y2"),
    Moved(ANN, "play wild+4 r"),
    Asked(
        _(
            "A Wild Draw Four: four cards for you. It is meant for a hand without the colour, and "
            "Ann holds eight cards: surely one is yellow. Challenge her."
        ),
        "challenge",
        "challenge",
        _("You may do so. But Ann looks like a bluffer: challenge her first."),
        (_owed(4), _holds(ANN, 8), only("draw", "challenge", "uno")),
    ),
    Asked(
        _(
            "A bluff! Ann draws the four herself, and it is your turn. She chose red, and nothing "
            "of yours is red: whoever has no card that fits draws one. Press the draw pile."
        ),
        "draw",
        "draw-pile",
        _("Nothing of yours fits: draw a card."),
        (_holds(ANN, 12), _holds(LEARNER, 2), _colour("r"), only("draw", "uno")),
    ),
    Asked(
        _("A red 3, and that fits. A card that was just drawn may be played at once. Do so."),
        "play r3",
        "card-r3",
        _("You may keep it, but the fewer cards the better. Play the red 3."),
        (only("play r3", "keep"),),
    ),
)

_THE_END: Final = (
    Moved(CLEO, "play r8"),
    Moved(BEN, "play r6"),
    Moved(ANN, "play y6"),
    Asked(
        _(
            "Yellow again, and you have two cards. After this one you have a single card left, so "
            "say it first: press “%(uno)s!”. Whoever forgets may be caught.",
            uno=NAME,
        ),
        "uno",
        "uno-call",
        _("Not yet: say it first, or the others may catch you."),
        (_colour("y"), _holds(LEARNER, 2), can("uno", "play y8", "play y3")),
    ),
    Asked(
        _("Now lay one of them: the 8."),
        "play y8",
        "card-y8",
        _("Either would do. For this lesson, play the 8."),
        (seen(lambda view: view.declared[LEARNER]), can("play y8")),
    ),
    Moved(CLEO, "uno"),
    Moved(CLEO, "play y4"),
    Moved(BEN, "play y9"),
    Moved(ANN, "play y1"),
    Asked(
        _("It is still yellow. Lay your last card."),
        "play y3",
        "card-y3",
        _("Play your last card."),
        (_colour("y"), only("play y3")),
    ),
    Said(
        _(
            "You are out of cards and have won. What the others still hold counts for you, and one "
            "round is the game. You won because you kept the Wild until nothing else fitted, "
            "handed on what you were to draw, and watched who said “%(uno)s”.",
            uno=NAME,
        ),
        claims=(
            seen(lambda view: view.result is not None and view.result.winners == (LEARNER,)),
            did("play wild", lambda legal: all(each.startswith("play wild") for each in legal)),
            did("play b+2", lambda legal: legal == {"play b+2", "draw"}),
            did("catch"),
        ),
    ),
)

LESSON: Final = Lesson(
    kind="uno",
    names=("You", "Ann", "Ben", "Cleo"),
    script=(*_FITTING, *_PICTURES, *_BLUFFING, *_THE_END),
)
