"""What the table asks of the seat on turn, in words."""

from __future__ import annotations

from collections.abc import Sequence

from ...game import Seat
from ...table import Names, Taste, who_won
from ...words import Phrase, _, ngettext
from ..cards import card_name
from ..meta import NAME
from ..refusals import answering, fitting
from ..view import View


def demand(view: View, names: Names, taste: Taste) -> Phrase:
    """The heading: what is to be answered. Only the seat on turn is told what to do."""
    if view.stage != "play":
        return prompt(view, names, taste)
    if view.turn != taste.you(view.seat):
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


def aside(view: View, names: Names, you: Seat | None, *, has_none: bool) -> Phrase | None:
    """The second line: for the seat on turn its ways out, for others whom they wait for."""
    if view.stage != "play":
        return None
    if view.turn != you:
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
    answer = answering(view)
    if view.accused is None:
        return _("Take it, or lay %(card)s", card=answer)
    return _("Take it, lay %(card)s, or challenge %(who)s", card=answer, who=names[view.accused])


def prompt(view: View, names: Names, taste: Taste) -> Phrase:
    you = taste.you(view.seat)
    if view.result is not None:
        return _verdict(view.result.winners, names, you)
    if view.stage == "deal":
        n = len(view.match.rounds)
        return _("Round %(n)s is over.", n=n) if n else _("The cards are being dealt.")
    if view.stage == "reshuffle":
        return _("The laid cards are being shuffled.")
    if view.turn != you:
        return _others_turn(view, names, you)
    if view.pending:
        return _("Your turn: +%(sum)s is waiting for you.", sum=view.pending)
    if view.drawn is not None:
        return _("Your turn: play %(card)s or keep it.", card=card_name(view.drawn))
    return _("Your turn: lay %(fitting)s.", fitting=fitting(view))


def _others_turn(view: View, names: Names, you: Seat | None) -> Phrase:
    who = names[view.turn]
    one_left = view.one_left
    if one_left is None or view.declared[one_left.seat]:
        return _("%(who)s is to play.", who=who)
    if one_left.seat == you:
        return _("%(who)s is to play. You have not said %(uno)s.", uno=NAME, who=who)
    return _(
        "%(who)s is to play. %(whom)s has not said %(uno)s.",
        uno=NAME,
        who=who,
        whom=names[one_left.seat],
    )


def _verdict(winners: Sequence[Seat], names: Names, you: Seat | None) -> Phrase:
    if not winners:
        return _("Nobody wins.")
    return who_won(winners, you, names)


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
    if view.result is not None or (view.turn == view.seat and view.stage == "play"):
        return None
    if view.stage != "play":
        return _("The dealer shuffles")
    if view.seat is None:
        return _("You are watching. %(who)s is to play.", who=names[view.turn])
    return _("Waiting for %(who)s", who=names[view.turn])
