"""Why something cannot be done now, in words; for the rules and for the page alike.

Everything here looks at a view: a refusal cannot tell its seat more than it may know.
"""

from __future__ import annotations

from typing import Final

from ..game import IllegalAction, Refusal, Seat
from ..refusals import DEALING, NOT_YOUR_TURN, ONLY_THE_DEALER, OVER
from ..words import Phrase, _, ngettext
from .actions import CHALLENGE, CHOOSE_A_COLOUR, DRAW, KEEP, Action, Catch, Deal, Play, Reshuffle
from .cards import WILD, WILD_FOUR, Card, card_name, colour_name, one_of_kind
from .meta import NAME
from .state import State
from .view import View, view

SHUFFLING: Final = Refusal(_("The draw pile is being shuffled: wait for it."), "shuffling")
NOT_SEATED: Final = Refusal(_("You do not sit at this table."), "not_seated")
NO_DEAL_DUE: Final = Refusal(_("No deal is due now."), "no_deal_due")
BAD_DEAL: Final = Refusal(
    _("A deal names the first seat and all 108 cards, and starts with no wild card."), "bad_deal"
)
NO_RESHUFFLE_DUE: Final = Refusal(_("No reshuffle is due now."), "no_reshuffle_due")
BAD_RESHUFFLE: Final = Refusal(
    _("A reshuffle names the discarded cards below the top one."), "bad_reshuffle"
)
MUST_PLAY: Final = Refusal(_("You hold a card that fits, so you must play one."), "must_play")
DRAWN_ALREADY: Final = Refusal(
    _("You have drawn already: play that card or keep it."), "drawn_already"
)
NOTHING_TO_KEEP: Final = Refusal(
    _("You have drawn no card that you could keep."), "nothing_to_keep"
)
NO_CHALLENGES: Final = Refusal(_("At this table nobody can challenge."), "no_challenges")
NOTHING_TO_CHALLENGE: Final = Refusal(
    _("There is no Wild Draw Four to challenge."), "nothing_to_challenge"
)
ONLY_NEXT_CHALLENGES: Final = Refusal(
    _("Only the next player may challenge a Wild Draw Four."), "only_next_challenges"
)
NO_UNO: Final = Refusal(_("At this table nobody needs to say %(uno)s.", uno=NAME), "no_uno")
SAID_ALREADY: Final = Refusal(_("You have said %(uno)s already.", uno=NAME), "said_already")
TOO_EARLY: Final = Refusal(
    _("Say %(uno)s in your turn with one or two cards left, or when one is left.", uno=NAME),
    "too_early",
)
NOBODY_TO_CATCH: Final = Refusal(
    _("There is nobody to catch: nobody has just come down to one card."), "nobody_to_catch"
)
NOT_THAT_ONE: Final = Refusal(_("That player has not just come down to one card."), "not_that_one")
NOT_YOURSELF: Final = Refusal(_("You cannot catch yourself."), "not_yourself")
CAUGHT_ALREADY: Final = Refusal(_("You have accused that player already."), "caught_already")
ONE_SKIP: Final = Refusal(_("At this table only one card is laid at a time."), "one_skip")
SKIPS_FIT: Final = Refusal(_("A Skip that fits must come before the last one."), "skips_fit")
WILD_FOUR_LAST: Final = Refusal(
    _("You hold another card that fits: keep the Wild Draw Four for later."), "wild_four_last"
)


def refused(state: State, seat: Seat, action: Action) -> IllegalAction:
    """The dealer, like whoever has no seat, is told what a spectator may know."""
    viewer = seat if 0 <= seat < state.match.seats else None
    return IllegalAction(*refusal(view(state, viewer), action))


def refusal(view: View, action: Action) -> Refusal:
    """What to say to the viewer, whose action is not legal now."""
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


def _no_dealing(view: View, action: Deal | Reshuffle) -> Refusal:
    if view.stage == "over":
        return OVER
    if view.seat is not None:
        return ONLY_THE_DEALER
    if isinstance(action, Deal):
        return BAD_DEAL if view.stage == "deal" else NO_DEAL_DUE
    return BAD_RESHUFFLE if view.stage == "reshuffle" else NO_RESHUFFLE_DUE


def _no_play(view: View, play: Play) -> Refusal:
    if view.seat != view.turn:
        return NOT_YOUR_TURN
    for card in play.cards:
        if play.cards.count(card) > view.hand.count(card):
            return _not_yours(card)
    if view.drawn is not None:
        return _play_or_keep(view.drawn)
    if view.pending:
        return _facing(view)
    if play.cards[-1] >= WILD and play.colour is None:
        return CHOOSE_A_COLOUR
    if len(play.cards) > 1:
        return SKIPS_FIT if view.options.stack_skips else ONE_SKIP
    return _does_not_fit(view, play.cards[0])


def _not_yours(card: Card) -> Refusal:
    return Refusal(_("You do not hold the %(card)s.", card=card_name(card)), "not_yours")


def _play_or_keep(card: Card) -> Refusal:
    sentence = _("Play the %(card)s that you have drawn, or keep it.", card=card_name(card))
    return Refusal(sentence, "play_or_keep")


def fitting(view: View) -> Phrase:
    """“green, a 6 or a wild”, of a round that is played (U6)."""
    colour, top = colour_name(view.colour), view.discards[-1]
    if top >= WILD:
        return _("%(colour)s or a wild", colour=colour)
    return _("%(colour)s, %(kind)s or a wild", colour=colour, kind=one_of_kind(top))


def answering(view: View) -> Phrase:
    """“a Draw Two”: what may be laid on a sum that is waiting (U9, U11)."""
    if not view.options.stack_mixed:
        return one_of_kind(view.discards[-1])
    if view.top != WILD_FOUR:
        return _("a Draw Two or a Wild Draw Four")
    return _("a %(colour)s Draw Two or a Wild Draw Four", colour=colour_name(view.colour))


def _facing(view: View) -> Refusal:
    """U14"""
    take, card = ngettext("draw %(n)s card", "draw %(n)s cards", view.pending), answering(view)
    if view.instead is None:
        sentence = _("You must %(take)s, or lay %(card)s.", take=take, card=card)
    else:
        sentence = _("You must %(take)s, lay %(card)s, or challenge.", take=take, card=card)
    return Refusal(sentence, "facing_a_sum")


def _does_not_fit(view: View, card: Card) -> Refusal:
    if card == WILD_FOUR:
        return WILD_FOUR_LAST
    sentence = _(
        "The %(card)s does not fit: play %(fitting)s.", card=card_name(card), fitting=fitting(view)
    )
    return Refusal(sentence, "does_not_fit")


def _no_catch(view: View, catch: Catch) -> Refusal:
    if not view.options.uno_check:
        return NO_UNO
    if view.one_left is None:
        return NOBODY_TO_CATCH
    if catch.seat == view.seat:
        return NOT_YOURSELF
    return CAUGHT_ALREADY if catch.seat == view.one_left.seat else NOT_THAT_ONE


def _no_word(view: View, action: Action) -> Refusal:
    if action == DRAW:
        return _no_draw(view)
    if action == KEEP:
        return NOTHING_TO_KEEP if view.seat == view.turn else NOT_YOUR_TURN
    if action == CHALLENGE:
        return _no_challenge(view)
    return _no_uno(view)


def _no_draw(view: View) -> Refusal:
    if view.seat != view.turn:
        return NOT_YOUR_TURN
    return MUST_PLAY if view.drawn is None else DRAWN_ALREADY


def _no_challenge(view: View) -> Refusal:
    if not view.options.challenge:
        return NO_CHALLENGES
    return NOTHING_TO_CHALLENGE if view.instead is None else ONLY_NEXT_CHALLENGES


def _no_uno(view: View) -> Refusal:
    if not view.options.uno_check:
        return NO_UNO
    said = view.seat is not None and view.declared[view.seat]
    return SAID_ALREADY if said else TOO_EARLY
