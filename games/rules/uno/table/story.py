"""UNO's moves in words, as one viewer may read them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ...game import DEALER, Seat
from ...table import Line, Mark, Names, Taste
from ...words import Phrase, _, in_a_row, ngettext, together
from ..actions import Action, Catch, Play, parse
from ..cards import DRAW_TWO, KIND, REVERSE, SKIP, Card, Row, card_name, colour_name
from ..meta import CALL, NAME
from ..view import View

ROUND: Final = Mark(_("Round"))
MISPLAY: Final = Mark(_("Misplay"))
FORGOTTEN: Final = Mark(_("Not said"))
CAUGHT: Final = Mark(_("Accused"))
CHALLENGED: Final = Mark(_("Challenge"))


def tell(before: View, seat: Seat, text: str, after: View, names: Names, taste: Taste) -> Line:
    you = taste.you(after.seat)
    if seat == DEALER and text == "deal":
        return Line(together(*_dealt(after, names, you)))
    action = None if seat == DEALER else parse(text)
    told = together(
        *_said(before, seat, action, after, names, you),
        *_gains(before, seat, action, after, names, you),
        *_still_on_turn(before, action, after, you),
        *_round_over(before, after, names, you),
    )
    return Line(told, _turning_point(before, action, after))


def _turning_point(before: View, action: Action | None, after: View) -> Mark | None:
    if len(after.match.rounds) > len(before.match.rounds):
        return ROUND
    if isinstance(action, Play):
        if is_misplay(before, after):
            return MISPLAY
        return FORGOTTEN if _forgot(before, action, after) else None
    if isinstance(action, Catch):
        return CAUGHT
    return CHALLENGED if str(action) == "challenge" else None


def is_misplay(before: View, after: View) -> bool:
    """U15: nothing was laid after all."""
    return before.discards == after.discards


def _forgot(before: View, play: Play, after: View) -> bool:
    """U20: the last card was laid, and the round goes on."""
    if before.hand_sizes[before.turn] > len(play.cards) or after.turn == DEALER:
        return False
    return after.debt is None or after.debt.reason != "out"


def _dealt(after: View, names: Names, you: Seat | None) -> Iterator[Phrase]:
    assert after.top is not None
    yield _("The cards are dealt, and %(card)s is turned up.", card=card_name(after.top))
    yield from _started(after, names, you, KIND[after.top])
    yield _("You begin.") if after.turn == you else _("%(who)s begins.", who=names[after.turn])


def _started(after: View, names: Names, you: Seat | None, kind: int) -> Iterator[Phrase]:
    """U5: what the start card does to the first seat."""
    first = (after.turn - 1) % after.match.seats
    if kind == DRAW_TWO:
        yield _("You draw 2 cards.") if first == you else _draws(names[first], 2)
    if kind in (SKIP, DRAW_TWO) or (kind == REVERSE and after.match.seats == 2):
        yield _skipped(first, names, you)
    elif kind == REVERSE:
        yield turning(after.direction)


def _said(
    before: View,
    seat: Seat,
    action: Action | None,
    after: View,
    names: Names,
    you: Seat | None,
) -> Iterator[Phrase]:
    """What was done; who draws cards for it is told after it."""
    who = None if seat == you else names[seat]
    if action is None:
        yield _("The laid cards are shuffled into a new draw pile.")
    elif isinstance(action, Play):
        yield from _played(before, who, action, after, names, you)
    elif isinstance(action, Catch):
        yield _accused(before, who, action.seat, names, you)
    elif str(action) == "uno":
        yield (
            _("You say %(call)s", call=CALL)
            if who is None
            else _("%(who)s says %(call)s", call=CALL, who=who)
        )
    elif str(action) == "keep":
        yield _("You keep the card.") if who is None else _("%(who)s keeps the card.", who=who)
    elif str(action) == "challenge":
        yield _challenged(before, who, after, names, you)
    elif after.debt is not None:
        yield _("The draw pile is empty.")
    elif after.hand_sizes == before.hand_sizes:
        yield _nothing_drawn(who)


def _nothing_drawn(who: str | None) -> Phrase:
    if who is None:
        return _("You find no card to draw.")
    return _("%(who)s finds no card to draw.", who=who)


def _played(
    before: View, who: str | None, play: Play, after: View, names: Names, you: Seat | None
) -> Iterator[Phrase]:
    if is_misplay(before, after):
        yield _misplayed(who, play)
        return
    yield _laid(who, play)
    if len(after.match.rounds) > len(before.match.rounds):
        return
    yield from _effects(before, play, after, names, you)
    if _forgot(before, play, after):
        yield _("It was the last card, but %(uno)s was not said.", uno=NAME)
    elif after.one_left is not None:
        is_said = after.declared[after.one_left.seat]
        yield (
            _("One card is left.")
            if is_said
            else _("One card is left, and %(uno)s was not said.", uno=NAME)
        )


def _misplayed(who: str | None, play: Play) -> Phrase:
    cards = cards_listed(play.cards)
    if who is None:
        return _("You lay %(cards)s, which does not fit and goes back.", cards=cards)
    return _("%(who)s lays %(cards)s, which does not fit and goes back.", who=who, cards=cards)


def _laid(who: str | None, play: Play) -> Phrase:
    cards = cards_listed(play.cards)
    if play.colour is None:
        if who is None:
            return _("You lay %(cards)s.", cards=cards)
        return _("%(who)s lays %(cards)s.", who=who, cards=cards)
    colour = colour_name(play.colour)
    if who is None:
        return _("You lay %(cards)s and choose %(colour)s.", cards=cards, colour=colour)
    return _("%(who)s lays %(cards)s and chooses %(colour)s.", who=who, cards=cards, colour=colour)


def cards_listed(cards: Sequence[Card]) -> Phrase:
    return in_a_row(*map(card_name, cards))


def _effects(
    before: View, play: Play, after: View, names: Names, you: Seat | None
) -> Iterator[Phrase]:
    kind, seats = KIND[play.cards[-1]], after.match.seats
    if kind == SKIP or (kind == REVERSE and seats == 2):
        for step in range(1, len(play.cards) + 1):
            skipped = (before.turn + step * after.direction) % seats
            if skipped != before.turn:
                yield _skipped(skipped, names, you)
    elif kind == REVERSE:
        yield turning(after.direction)
    elif after.pending:
        yield _awaited(after, names, you)


def _skipped(seat: Seat, names: Names, you: Seat | None) -> Phrase:
    if seat == you:
        return _("You are skipped.")
    return _("%(who)s is skipped.", who=names[seat])


def turning(direction: int) -> Phrase:
    if direction == 1:
        return _("It goes clockwise now.")
    return _("It goes counter-clockwise now.")


def _awaited(after: View, names: Names, you: Seat | None) -> Phrase:
    if after.turn == you:
        return _("%(sum)s is waiting for you.", sum=f"+{after.pending}")
    return _("%(sum)s is waiting for %(who)s.", sum=f"+{after.pending}", who=names[after.turn])


def _challenged(
    before: View, who: str | None, after: View, names: Names, you: Seat | None
) -> Phrase:
    """U13: when it was a bluff, the challenger takes a turn."""
    assert before.accused is not None
    whom = names[before.accused]
    if after.turn == before.turn:
        if who is None:
            return _("You challenge %(whom)s: it was a bluff.", whom=whom)
        if before.accused == you:
            return _("%(who)s challenges you: it was a bluff.", who=who)
        return _("%(who)s challenges %(whom)s: it was a bluff.", who=who, whom=whom)
    if who is None:
        return _("You challenge %(whom)s: it was no bluff.", whom=whom)
    if before.accused == you:
        return _("%(who)s challenges you: it was no bluff.", who=who)
    return _("%(who)s challenges %(whom)s: it was no bluff.", who=who, whom=whom)


def _accused(
    before: View, who: str | None, accused: Seat, names: Names, you: Seat | None
) -> Phrase:
    """U18"""
    whom = names[accused]
    if not before.declared[accused]:
        if who is None:
            return _("You catch %(whom)s, who has not said %(uno)s.", uno=NAME, whom=whom)
        if accused == you:
            return _("%(who)s catches you: you have not said %(uno)s.", uno=NAME, who=who)
        return _(
            "%(who)s catches %(whom)s, who has not said %(uno)s.", uno=NAME, who=who, whom=whom
        )
    if who is None:
        return _("You accuse %(whom)s, who has said %(uno)s.", uno=NAME, whom=whom)
    if accused == you:
        return _("%(who)s accuses you, but you have said %(uno)s.", uno=NAME, who=who)
    return _("%(who)s accuses %(whom)s, who has said %(uno)s.", uno=NAME, who=who, whom=whom)


def _cards_gone(before: View, action: Action | None, after: View) -> Row:
    """What the acting seat has laid for good."""
    return action.cards if isinstance(action, Play) and not is_misplay(before, after) else b""


def _gains(
    before: View,
    seat: Seat,
    action: Action | None,
    after: View,
    names: Names,
    you: Seat | None,
) -> Iterator[Phrase]:
    """Whoever has more cards than before has drawn them; only their owner reads which."""
    gone = _cards_gone(before, action, after)
    for other in range(after.match.seats):
        laid = gone if other == seat else b""
        count = after.hand_sizes[other] - before.hand_sizes[other] + len(laid)
        if count and other == after.seat:
            new = Counter(after.hand) - (Counter(before.hand) - Counter(laid))
            cards = cards_listed(sorted(new.elements()))
            yield (
                _("You draw %(cards)s.", cards=cards)
                if other == you
                else _("%(who)s draws %(cards)s.", who=names[other], cards=cards)
            )
        elif count:
            yield _draws(names[other], count)


def _draws(who: str, count: int) -> Phrase:
    return ngettext("%(who)s draws %(n)s card.", "%(who)s draws %(n)s cards.", count, who=who)


def _still_on_turn(
    before: View, action: Action | None, after: View, you: Seat | None
) -> Iterator[Phrase]:
    """U15, for whoever may think that the penalty was the turn."""
    if isinstance(action, Play) and is_misplay(before, after) and after.turn == you:
        yield _("It is still your turn.")


def _round_over(before: View, after: View, names: Names, you: Seat | None) -> Iterator[Phrase]:
    if len(after.match.rounds) > len(before.match.rounds):
        yield round_result(after, names, you)


def round_result(view: View, names: Names, you: Seat | None) -> Phrase:
    """How the last round ended."""
    winner, points = view.match.rounds[-1]
    if winner is None:
        return _("Nobody wins the round.")
    if winner == you:
        return ngettext(
            "You win the round: %(n)s point.", "You win the round: %(n)s points.", points
        )
    return ngettext(
        "%(who)s wins the round: %(n)s point.",
        "%(who)s wins the round: %(n)s points.",
        points,
        who=names[winner],
    )
