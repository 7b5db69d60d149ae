"""Bruno in one screen."""

from __future__ import annotations

from typing import Final

from ...cards import CARD_OF
from ...faces import Face, faces_of
from ...table import Explained, Glance, Taste, Word
from ...words import Phrase, _

_CARDS: Final = (
    ("2s", _("2 holds"), _("What was asked of you is asked of the next seat, unchanged.")),
    ("3h", _("3 skips"), _("The next seat is passed over: your partner has to answer.")),
    ("9c", _("9 turns round"), _("The next seat needs a card below 9: 4 to 8.")),
    (
        "10d",
        _("10 deals anew"),
        _("It leaves the game, and all four hands are gathered, shuffled and dealt again."),
    ),
)
_WORDS: Final = (
    Word(
        "free-lead",
        _("Free lead"),
        _("Nothing is asked of you: play whatever you like, and the next seat has to answer it."),
    ),
    Word(
        "at-least",
        _("At least"),
        _(
            "Play a card of this rank or a higher one. From low to high: 4 5 6 7 8 Jack Queen King "
            "Ace. A 2, 3, 9 or 10 answers everything."
        ),
    ),
    Word(
        "below-9",
        _("Below 9"),
        _(
            "Somebody played a 9: now only 4 to 8 will do, or a 2, 3, 9 or 10. It lasts until "
            "somebody answers with 4 to 8 or collects."
        ),
    ),
    Word(
        "collect",
        _("Collect"),
        _("Whoever cannot play takes the whole pile into the hand, and then leads freely."),
    ),
    Word(
        "out-for-good",
        _("Out for good"),
        _("Tens that were played. They leave the game and never come back."),
    ),
)


def glance(taste: Taste) -> Glance:
    faces = faces_of(taste)
    return Glance(
        aim=_(
            "Get rid of all your cards: first the hand, then the three face up, then the three "
            "face down. Whoever is out first wins, and so does their partner, who sits opposite."
        ),
        turn=_(
            "Play one or more cards of one rank that answer what is asked; suits mean nothing. 2, "
            "3, 9 and 10 answer everything, but nobody may finish with one of them."
        ),
        cards=tuple(_explained(faces, *each) for each in _CARDS),
        words=_WORDS,
    )


def _explained(faces: tuple[Face, ...], card: str, name: Phrase, sentence: Phrase) -> Explained:
    return Explained((faces[CARD_OF[card]],), name, sentence)
