"""What the table asks of the seat on turn, in words."""

from __future__ import annotations

from typing import Final

from ...game import Seat
from ...table import TEAMS, Names
from ...words import Phrase, _, ngettext
from ..cards import KIND, WILD, WILD_FOUR, Card, card_name, colour_name, kind_name
from ..meta import NAME
from ..view import View

_EIGHT: Final = 8


def a_kind(card: Card) -> Phrase:
    """“a 6”, “a Skip”."""
    if KIND[card] == _EIGHT:
        return _("an 8")
    return _("a %(kind)s", kind=kind_name(card))


def fitting(view: View) -> Phrase:
    """“green, a 6 or a wild”, of a round that is played (U6)."""
    colour, top = colour_name(view.colour), view.discards[-1]
    if top >= WILD:
        return _("%(colour)s or a wild", colour=colour)
    return _("%(colour)s, %(kind)s or a wild", colour=colour, kind=a_kind(top))


def demand(view: View, names: Names) -> Phrase:
    """The heading: what is to be answered. Only the seat on turn is told what to do."""
    if view.stage != "play":
        return prompt(view, names)
    if view.turn != view.seat:
        return _demand_of_others(view, names[view.turn])
    if view.pending:
        return _("+%(sum)s is waiting for you", sum=view.pending)
    if view.drawn is not None:
        return _("You drew %(card)s", card=card_name(view.drawn))
    return _("Lay %(fitting)s", fitting=fitting(view))


def _demand_of_others(view: View, who: str) -> Phrase:
    if view.pending:
        return _("+%(sum)s is waiting for %(who)s", sum=view.pending, who=who)
    if view.waiting:
        return _("%(who)s drew a card that fits", who=who)
    return _("%(fitting)s fits", fitting=fitting(view))


def aside(view: View, names: Names, *, has_none: bool) -> Phrase | None:
    """The second line: for the seat on turn its ways out, for others whom they wait for."""
    if view.stage != "play":
        return None
    if view.turn != view.seat:
        return _aside_of_others(view, names[view.turn])
    if view.pending:
        return _ways_out(view, names)
    if view.drawn is not None:
        return _("Play it or keep it")
    return _("You have none: draw a card") if has_none else _("It is your turn")


def _aside_of_others(view: View, who: str) -> Phrase:
    if view.waiting:
        return _("%(who)s may play it or keep it", who=who)
    return _("%(who)s is to play", who=who)


def _ways_out(view: View, names: Names) -> Phrase:
    """U9, U11, U13"""
    answer = a_kind(view.discards[-1])
    if view.options.stack_mixed:
        answer = _("a Draw Two or a Wild Draw Four")
        if view.top == WILD_FOUR:
            colour = colour_name(view.colour)
            answer = _("a %(colour)s Draw Two or a Wild Draw Four", colour=colour)
    if view.accused is None:
        return _("Take it, or lay %(card)s", card=answer)
    return _("Take it, lay %(card)s, or challenge %(who)s", card=answer, who=names[view.accused])


def prompt(view: View, names: Names) -> Phrase:
    if (ended := ending(view, names)) is not None:
        return ended
    if view.stage == "deal":
        n = len(view.match.rounds)
        return _("Round %(n)s is over.", n=n) if n else _("The cards are being dealt.")
    if view.stage == "reshuffle":
        return _("The laid cards are being shuffled.")
    if view.turn != view.seat:
        return _others_turn(view, names)
    if view.pending:
        return _("Your turn: +%(sum)s is waiting for you.", sum=view.pending)
    if view.drawn is not None:
        return _("Your turn: play %(card)s or keep it.", card=card_name(view.drawn))
    return _("Your turn: lay %(fitting)s.", fitting=fitting(view))


def _others_turn(view: View, names: Names) -> Phrase:
    who = names[view.turn]
    window = view.window
    if window is None or view.declared[window.seat]:
        return _("%(who)s is to play.", who=who)
    if window.seat == view.seat:
        return _("%(who)s is to play. You have not said %(uno)s.", uno=NAME, who=who)
    return _(
        "%(who)s is to play. %(whom)s has not said %(uno)s.",
        uno=NAME,
        who=who,
        whom=names[window.seat],
    )


def ending(view: View, names: Names) -> Phrase | None:
    if view.result is None:
        return None
    winners = view.result.winners
    if not winners:
        return _("Nobody wins")
    if view.options.teams:
        return _("%(team)s wins", team=TEAMS[winners[0] % 2].name)
    if view.seat in winners:
        return _("You win")
    who = ", ".join(names[seat] for seat in winners)
    return ngettext("%(who)s wins", "%(who)s win", len(winners), who=who)


def role(view: View, seat: Seat, you: Seat | None) -> Phrase | None:
    """What this seat is now, and its points if a target is played for. `you` is spoken to."""
    part, points = _part(view, seat, you), view.match.scores[seat]
    if not view.options.target_score:
        return part
    if part is None:
        return ngettext("%(n)s point", "%(n)s points", points)
    return _("%(part)s · %(points)s", part=part, points=points)


def _part(view: View, seat: Seat, you: Seat | None) -> Phrase | None:
    if seat == view.turn:
        return _("Your turn") if seat == you else _("to play")
    if view.options.teams and view.seat is not None and (seat - view.seat) % 4 == 2:
        return _("Partner")
    is_next = seat == (view.turn + view.direction) % view.match.seats
    return _("next") if is_next and view.stage == "play" else None


def waiting(view: View, names: Names) -> Phrase | None:
    if view.turn == view.seat and view.stage == "play":
        return None
    if view.stage != "play":
        return _("The dealer shuffles")
    if view.seat is None:
        return _("You are watching. %(who)s is to play.", who=names[view.turn])
    return _("Waiting for %(who)s", who=names[view.turn])
