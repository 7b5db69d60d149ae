"""What the table waits for, in words."""

from __future__ import annotations

from collections.abc import Sequence

from ...game import DEALER, Seat
from ...table import Names, Taste
from ...words import Phrase, _
from ..actions import Action
from ..cards import LOWEST
from ..view import View
from .faces import Deck, deck_of
from .sentences import verdict


def prompt(view: View, names: Names, taste: Taste) -> Phrase:
    you = taste.you(view.seat)
    if view.result is not None:
        return verdict(view.result, you, names)
    (seat,) = view.to_act
    if seat == DEALER:
        return _between_rounds(view)
    return _mine(view, taste) if seat == you else _theirs(view, names[seat])


def _between_rounds(view: View) -> Phrase:
    if view.round_result is None:
        return _("The cards are not dealt yet.")
    return _("Round %(n)s is over.", n=view.round + 1)


def _mine(view: View, taste: Taste) -> Phrase:
    if view.phase == "auction":
        return _my_bid(view, deck_of(taste))
    if view.phase == "call":
        return _("Your turn: call the monkey suit.")
    if view.phase == "blind":
        return _("Your turn: play a card to the blind trick.")
    return _("Your turn: play a card.")


def _my_bid(view: View, deck: Deck) -> Phrase:
    if view.rank is None:
        return _("Your turn: open the auction.")
    if view.rank == LOWEST:
        return _("Your turn: raise the target, or pass.")
    rank = deck.one_of_rank(view.rank)
    return _("Your turn: bid lower than %(rank)s, or pass.", rank=rank)


def _theirs(view: View, who: str) -> Phrase:
    if view.phase == "auction":
        return _("%(who)s is to bid.", who=who)
    if view.phase == "call":
        return _("%(who)s is to call the monkey suit.", who=who)
    return _("%(who)s is to play.", who=who)


def waiting(view: View, actions: Sequence[Action], names: Names, taste: Taste) -> Phrase | None:
    if actions or not view.to_act:
        return None
    if view.seat is None:
        return _("You are watching. %(asked)s", asked=prompt(view, names, taste))
    if view.to_act == (DEALER,):
        return _between_rounds(view)
    return _("Waiting for %(who)s", who=names[view.to_act[0]])


def turn_word(view: View, seat: Seat, you: Seat | None) -> Phrase | None:
    if view.to_act != (seat,):
        return None
    if seat == you:
        return _("your turn")
    if view.phase == "auction":
        return _("to bid")
    return _("to call") if view.phase == "call" else _("to play")
