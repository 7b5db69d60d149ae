"""Why something cannot be done now, in words; for the rules and for the page alike.

Everything here looks at a view: a refusal cannot tell its seat more than it may know.
"""

from __future__ import annotations

from typing import Final

from ..game import IllegalAction, Seat
from ..words import Phrase, _, ngettext
from .actions import CHALLENGE, DRAW, KEEP, Action, Catch, Deal, Play, Reshuffle
from .cards import WILD, WILD_FOUR, Card, card_name, colour_name, kind_name
from .meta import NAME
from .state import State
from .view import View, view

OVER: Final = _("The game is over.")
DEALING: Final = _("The cards are being dealt: wait for them.")
SHUFFLING: Final = _("The draw pile is being shuffled: wait for it.")
NOT_SEATED: Final = _("You do not sit at this table.")
NOT_YOUR_TURN: Final = _("It is not your turn.")
ONLY_THE_DEALER: Final = _("Only the dealer deals and shuffles.")
NO_DEAL_DUE: Final = _("No deal is due now.")
BAD_DEAL: Final = _("A deal names the first seat and all 108 cards, and starts with no wild card.")
NO_RESHUFFLE_DUE: Final = _("No reshuffle is due now.")
BAD_RESHUFFLE: Final = _("A reshuffle names the discarded cards below the top one.")
CHOOSE_A_COLOUR: Final = _("Choose a colour with it: red, green, blue or yellow.")
MUST_PLAY: Final = _("You hold a card that fits, so you must play one.")
DRAWN_ALREADY: Final = _("You have drawn already: play that card or keep it.")
NOTHING_TO_KEEP: Final = _("You have drawn no card that you could keep.")
NO_CHALLENGES: Final = _("At this table nobody can challenge.")
NOTHING_TO_CHALLENGE: Final = _("There is no Wild Draw Four to challenge.")
ONLY_NEXT_CHALLENGES: Final = _("Only the next player may challenge a Wild Draw Four.")
NO_UNO: Final = _("At this table nobody needs to say %(uno)s.", uno=NAME)
SAID_ALREADY: Final = _("You have said %(uno)s already.", uno=NAME)
TOO_EARLY: Final = _(
    "Say %(uno)s in your turn with one or two cards left, or when one is left.", uno=NAME
)
NOBODY_TO_CATCH: Final = _("There is nobody to catch: nobody has just come down to one card.")
NOT_THAT_ONE: Final = _("That player has not just come down to one card.")
NOT_YOURSELF: Final = _("You cannot catch yourself.")
CAUGHT_ALREADY: Final = _("You have accused that player already.")
ONE_SKIP: Final = _("At this table only one card is laid at a time.")
SKIPS_FIT: Final = _("A Skip that fits must come before the last one.")
WILD_FOUR_LAST: Final = _("You hold another card that fits: keep the Wild Draw Four for later.")


def refused(state: State, seat: Seat, action: Action) -> IllegalAction:
    viewer = seat if 0 <= seat < state.match.seats else None
    return IllegalAction(why_not(view(state, viewer), action))


def why_not(view: View, action: Action) -> Phrase:
    """The reason for an action that the rules have refused to this viewer."""
    if isinstance(action, Deal | Reshuffle):
        return _no_dealing(view, action)
    if view.stage != "play":
        return {"over": OVER, "deal": DEALING}.get(view.stage, SHUFFLING)
    if view.seat is None:
        return NOT_SEATED
    if isinstance(action, Play):
        return _no_play(view, action)
    if isinstance(action, Catch):
        return _no_catch(view, action)
    return _no_word(view, action)


def _no_dealing(view: View, action: Deal | Reshuffle) -> Phrase:
    if view.stage == "over":
        return OVER
    if view.seat is not None:
        return ONLY_THE_DEALER
    if isinstance(action, Deal):
        return BAD_DEAL if view.stage == "deal" else NO_DEAL_DUE
    return BAD_RESHUFFLE if view.stage == "reshuffle" else NO_RESHUFFLE_DUE


def _no_play(view: View, play: Play) -> Phrase:
    if view.seat != view.turn:
        return NOT_YOUR_TURN
    for card in play.cards:
        if play.cards.count(card) > view.hand.count(card):
            return _("You do not hold the %(card)s.", card=card_name(card))
    if view.drawn is not None:
        return _("Play the %(card)s that you have drawn, or keep it.", card=card_name(view.drawn))
    if view.pending:
        return _facing(view)
    if play.cards[-1] >= WILD and play.colour is None:
        return CHOOSE_A_COLOUR
    if len(play.cards) > 1:
        return SKIPS_FIT if view.options.stack_skips else ONE_SKIP
    return _does_not_fit(view, play.cards[0])


def _facing(view: View) -> Phrase:
    """U14"""
    take = ngettext("draw %(n)s card", "draw %(n)s cards", view.pending)
    top = kind_name(view.discards[-1])
    if view.instead is not None:
        return _("You must %(take)s, lay a %(card)s, or challenge.", take=take, card=top)
    return _("You must %(take)s, or lay a %(card)s.", take=take, card=top)


def _does_not_fit(view: View, card: Card) -> Phrase:
    top, colour = view.discards[-1], colour_name(view.colour)
    if card == WILD_FOUR:
        return WILD_FOUR_LAST
    if top >= WILD:
        return _(
            "The %(card)s does not fit: play %(colour)s or a wild card.",
            card=card_name(card),
            colour=colour,
        )
    return _(
        "The %(card)s does not fit: play %(colour)s, a %(kind)s or a wild card.",
        card=card_name(card),
        colour=colour,
        kind=kind_name(top),
    )


def _no_catch(view: View, catch: Catch) -> Phrase:
    if not view.options.uno_check:
        return NO_UNO
    if view.window is None:
        return NOBODY_TO_CATCH
    if catch.seat == view.seat:
        return NOT_YOURSELF
    return CAUGHT_ALREADY if catch.seat == view.window.seat else NOT_THAT_ONE


def _no_word(view: View, action: Action) -> Phrase:
    if action == DRAW:
        return _no_draw(view)
    if action == KEEP:
        return NOTHING_TO_KEEP if view.seat == view.turn else NOT_YOUR_TURN
    if action == CHALLENGE:
        return _no_challenge(view)
    return _no_uno(view)


def _no_draw(view: View) -> Phrase:
    if view.seat != view.turn:
        return NOT_YOUR_TURN
    return MUST_PLAY if view.drawn is None else DRAWN_ALREADY


def _no_challenge(view: View) -> Phrase:
    if not view.options.challenge:
        return NO_CHALLENGES
    return NOTHING_TO_CHALLENGE if view.instead is None else ONLY_NEXT_CHALLENGES


def _no_uno(view: View) -> Phrase:
    if not view.options.uno_check:
        return NO_UNO
    said = view.seat is not None and view.declared[view.seat]
    return SAID_ALREADY if said else TOO_EARLY
