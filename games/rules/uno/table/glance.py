"""UNO in one screen."""

from __future__ import annotations

from typing import Final

from ...table import Explained, Glance, Taste, Word
from ...words import Phrase, _
from ..cards import CARD_OF
from ..meta import NAME
from .faces import FACES

_CARDS: Final = (
    ("rskip", _("Skip"), _("The next player loses a turn.")),
    ("grev", _("Reverse"), _("The direction turns round.")),
    (
        "b+2",
        _("Draw Two"),
        _("The next player draws two and loses a turn, or lays a Draw Two and hands on the sum."),
    ),
    ("wild", _("Wild"), _("Goes on anything. You choose the colour.")),
    (
        "wild+4",
        _("Wild Draw Four"),
        _("You choose the colour, and the next player draws four. For when nothing else fits."),
    ),
)
_WORDS: Final = (
    Word(
        "colour-now",
        _("Colour now"),
        _(
            "A card fits if it has this colour, or the number or picture of the card on top. A "
            "Wild always fits. After a Wild the chosen colour alone counts."
        ),
    ),
    Word(
        "waiting-sum",
        _("The sum that waits"),
        _("Draw it and lose your turn, or lay a card of the same kind on top and hand on the sum."),
    ),
    Word(
        "challenge",
        _("Challenge"),
        _(
            "You doubt that nothing else fitted. If you are right, the bluffer draws the cards; if "
            "not, you draw them and two more."
        ),
    ),
    Word(
        "say-it",
        _("Say “%(uno)s”", uno=NAME),
        _(
            "Say it in your turn with two cards in hand, before you lay one of them. Whoever has "
            "one card left and did not say it may be caught, and draws two."
        ),
    ),
)


def glance(taste: Taste) -> Glance:
    return Glance(
        aim=_("Lay your last card before the others do. What they still hold counts for you."),
        turn=_(
            "Lay one card that fits what lies on top: the colour, the number or the picture. If "
            "you have none, draw one; if that fits, you may lay it at once."
        ),
        cards=tuple(_explained(card, name, sentence) for card, name, sentence in _CARDS),
        words=_WORDS,
        keys=_(
            "By keys: arrows go along your hand, 1 to 9 choose a card, Enter plays it, U says UNO, "
            "? shows this."
        ),
    )


def _explained(card: str, name: Phrase, sentence: Phrase) -> Explained:
    return Explained((FACES[CARD_OF[card]],), name, sentence)
