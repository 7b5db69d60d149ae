"""A whole table from what one viewer knows of it."""

from __future__ import annotations

from random import Random

from ..game import Seat
from .cards import DECK, FIRST, FITS, Card, Row, hand_of, kinds_mask
from .state import Charge, Lack, Looks, State
from .view import View


def unseen(view: View) -> list[Card]:
    """The cards of which the viewer does not know where they are, in their fixed order."""
    seen = [*view.discards, *(card for cards in view.known for card in cards)]
    left = list(DECK)
    for card in seen:
        left.remove(card)
    return left


def imagine(view: View, rng: Random) -> State:
    """The unseen cards lie anywhere, but where a seat had to draw and so had none that fits."""
    cards = unseen(view)
    rng.shuffle(cards)
    drawn = _imagined_drawn(view, cards)
    guesses = tuple(_guess(view, seat, cards, drawn) for seat in range(view.match.seats))
    return State(
        match=view.match,
        stage=view.stage,
        turn=view.turn,
        direction=view.direction,
        colour=view.colour,
        pile=bytes(cards[: view.pile]),
        discards=view.discards,
        hands=tuple(hand_of(guess) for guess in guesses),
        pending=view.pending,
        charge=_charge(view, guesses),
        drawn=drawn,
        declared=sum(said << seat for seat, said in enumerate(view.declared)),
        one_left=view.one_left,
        known=tuple(_known(view, seat) for seat in range(view.match.seats)),
        lacks=view.lacks,
        moves=view.moves,
        reshuffles=view.reshuffles,
        idle=view.idle,
        misplays=view.misplays,
        debt=view.debt,
    )


def _imagined_drawn(view: View, cards: list[Card]) -> Card | None:
    """U7: it fits, or the turn would have ended with it."""
    if not view.waiting or view.drawn is not None:
        return view.drawn
    fitting = FITS[view.colour][view.discards[-1]]
    card = next(card for card in cards if FIRST[card] & fitting)
    cards.remove(card)
    return card


def _guess(view: View, seat: Seat, cards: list[Card], drawn: Card | None) -> Row:
    """A hand: what is known of it first, then what it had when it lacked something, then any."""
    known = view.known[seat]
    hidden = view.hand_sizes[seat] - len(known)
    older = _older(view.lacks[seat], hidden, cards)
    waiting = (drawn,) if hidden and drawn is not None and seat == view.turn else ()
    rest = hidden - len(older) - len(waiting)
    return bytes([*known, *older, *waiting, *(cards.pop() for _ in range(rest))])


def _older(lack: Lack | None, hidden: int, cards: list[Card]) -> list[Card]:
    if lack is None or hidden <= lack.fresh:
        return []
    older = [card for card in cards if not FIRST[card] & lack.fitting][: hidden - lack.fresh]
    for card in older:
        cards.remove(card)
    return older


def _charge(view: View, guesses: tuple[Row, ...]) -> Charge | None:
    """U12; cards drawn since are behind those that are known."""
    if view.instead is None or view.accused is None:
        return None
    instead = kinds_mask(view.instead)
    if view.bluff is not None:
        return Charge(instead, view.left, view.bluff)
    then = guesses[view.accused][: view.left]
    return Charge(instead, view.left, bool(hand_of(then) & instead))


def _known(view: View, seat: Seat) -> Looks:
    """What another has seen in a hand is not for the viewer to know: what everyone has."""
    seen = [hand_of(view.public[seat])] * (view.match.seats + 1)
    if view.seat is not None:
        seen[view.seat] = hand_of(view.known[seat])
    return tuple(seen) if any(seen) else ()
