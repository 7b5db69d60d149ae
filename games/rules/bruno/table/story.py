"""Bruno's moves in words, as one viewer may read them."""

from __future__ import annotations

from ...cards import RANKS, Card, one_of_rank, rank_of
from ...game import DEALER, Seat
from ...table import Line, Names, Taste
from ...words import Phrase, _, ngettext
from ..meta import SEATS
from ..state import NINE, TEN, THREE, TWO
from ..view import View


def tell(before: View, seat: Seat, text: str, after: View, names: Names, taste: Taste) -> Line:
    word = text.split(" ", 1)[0]
    if seat == DEALER:
        return _dealt(word, after, names)
    who = None if seat == after.seat else names[seat]
    if word == "play":
        return _played(before, who, after, names, seat)
    if word == "flip":
        return _flipped(before, who, after, names, seat)
    if word == "collect":
        return Line(_collected(who, before.pile), marked=True)
    return Line(_("You pass.") if who is None else _("%(who)s passes.", who=who))


def _dealt(word: str, after: View, names: Names) -> Line:
    if word == "redeal":
        return Line(_("All hands are dealt anew."), marked=True)
    if after.turn == after.seat:
        return Line(_("The cards are dealt. You lead."))
    return Line(_("The cards are dealt. %(who)s leads.", who=names[after.turn]))


def _ranks(cards: tuple[Card, ...]) -> str:
    return " ".join(RANKS[rank_of(card)] for card in cards)


def _laid_now(before: View, after: View) -> tuple[Card, ...]:
    """What lies on the pile, or is out of the game, and was not before."""
    return after.pile[len(before.pile) :] or after.removed[len(before.removed) :]


def _played(before: View, who: str | None, after: View, names: Names, seat: Seat) -> Line:
    cards = _laid_now(before, after)
    text = _ranks(cards)
    if after.winner == seat:
        return Line(_out(who, text), marked=True)
    effect = _effect(rank_of(cards[0]), seat, after, names)
    if effect is None:
        return Line(_plain(who, text, leads=before.demand is None))
    if who is None:
        return Line(_("You play %(cards)s: %(effect)s.", cards=text, effect=effect))
    return Line(_("%(who)s plays %(cards)s: %(effect)s.", who=who, cards=text, effect=effect))


def _plain(who: str | None, cards: str, *, leads: bool) -> Phrase:
    if who is None:
        return (
            _("You lead %(cards)s.", cards=cards)
            if leads
            else _("You play %(cards)s.", cards=cards)
        )
    if leads:
        return _("%(who)s leads %(cards)s.", who=who, cards=cards)
    return _("%(who)s plays %(cards)s.", who=who, cards=cards)


def _out(who: str | None, cards: str) -> Phrase:
    if who is None:
        return _("You play %(cards)s and are out of cards.", cards=cards)
    return _("%(who)s plays %(cards)s and is out of cards.", who=who, cards=cards)


def _effect(rank: int, seat: Seat, after: View, names: Names) -> Phrase | None:
    if rank == TWO:
        return _("the demand stays")
    if rank == NINE:
        return _("below 9")
    if rank == TEN:
        return _("out of the game for good")
    if rank != THREE:
        return None
    skipped = (seat + 1) % SEATS
    if skipped == after.seat:
        return _("you are skipped")
    return _("%(who)s is skipped", who=names[skipped])


def _flipped(before: View, who: str | None, after: View, names: Names, seat: Seat) -> Line:
    if _laid_now(before, after):
        return _played(before, who, after, names, seat)
    known = set(after.seats[seat].known) - set(before.seats[seat].known) - set(before.pile)
    turned = one_of_rank(rank_of(min(known)))
    if who is None:
        return Line(
            _("You turn %(card)s, which does not fit, and take the pile.", card=turned), True
        )
    return Line(
        _("%(who)s turns %(card)s, which does not fit, and takes the pile.", who=who, card=turned),
        True,
    )


def _collected(who: str | None, pile: tuple[Card, ...]) -> Phrase:
    n, cards = len(pile), ", ".join(RANKS[rank_of(card)] for card in sorted(pile))
    if who is None:
        return ngettext(
            "You collect %(n)s card: %(cards)s.",
            "You collect %(n)s cards: %(cards)s.",
            n,
            cards=cards,
        )
    return ngettext(
        "%(who)s collects %(n)s card: %(cards)s.",
        "%(who)s collects %(n)s cards: %(cards)s.",
        n,
        who=who,
        cards=cards,
    )
