"""Briscalone in one screen."""

from __future__ import annotations

from typing import Final

from ...table import Explained, Glance, Taste, Word
from ...words import Phrase, _
from ..cards import CARD_OF
from .faces import Deck, deck_of

_CARDS: Final = (
    (("Ah",), _("11 points"), _("The Ace is the highest.")),
    (("10h",), _("10 points"), _("The 10 stands right below the Ace.")),
    (("Kh", "Qh", "Jh"), _("4, 3 and 2 points"), _("In this order, from high to low.")),
    (("6h", "2h"), _("No points"), _("6 5 4 3 2, from high to low.")),
)
_WORDS: Final = (
    Word(
        "bid",
        _("Bid"),
        _(
            "A bid names a rank: whoever holds that card of the monkey suit, which beats all "
            "others, is the bidder’s partner. The lowest rank wins the auction."
        ),
    ),
    Word(
        "target",
        _("Target"),
        _(
            "So many of the 120 points the bidder and the partner need together. It is 61; where a "
            "2 was bid already, it can be raised by two."
        ),
    ),
    Word(
        "trick",
        _("Trick"),
        _(
            "Everybody lays one card. The highest of the monkey suit takes them all; if there is "
            "none, the highest of the suit that was led. Whoever takes a trick leads the next."
        ),
    ),
    Word(
        "blind",
        _("Blind"),
        _(
            "The first trick is played before anybody knows which suit beats all others, and "
            "judged afterwards."
        ),
    ),
    Word(
        "monkey-suit",
        _("Monkey suit"),
        _("It beats all other suits. The bidder calls it after the first trick."),
    ),
    Word(
        "called-card",
        _("Called card"),
        _(
            "The rank that was bid, in the monkey suit. Whoever was dealt it is the bidder’s "
            "secret partner, and is known when the card is played."
        ),
    ),
)


def glance(taste: Taste) -> Glance:
    deck = deck_of(taste)
    return Glance(
        aim=_(
            "Every round, the bidder and a secret partner play against the others. If they reach "
            "the target, the bidder gets 2, the partner 1, and the others lose 1 each; else it is "
            "the other way round. After all rounds the most points win."
        ),
        turn=_(
            "Play any card: nobody has to follow suit. The highest card of the monkey suit takes "
            "the trick; if there is none, the highest of the suit that was led."
        ),
        cards=tuple(_explained(deck, cards, name, sentence) for cards, name, sentence in _CARDS),
        words=_WORDS,
    )


def _explained(deck: Deck, cards: tuple[str, ...], name: Phrase, sentence: Phrase) -> Explained:
    return Explained(tuple(deck.faces[CARD_OF[card]] for card in cards), name, sentence)
