"""The cards that the viewer plays from, as a page shows them, and the buttons that play them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from ...cards import RANKS, Card, Rank, one_of_rank, rank_name, rank_of
from ...faces import Face, faces_of
from ...game import Seat
from ...table import Button, Names, Taste
from ...words import Phrase, _, in_a_row, ngettext, together
from ..actions import Action, Collect, Flip, Play
from ..cards import FUNCTION_RANKS
from ..refusals import why_not
from ..view import View

PHONE_WIDTH = 22  # how many narrow strips of cards fit side by side


class Group(NamedTuple):
    """Cards pressed as one: all of a rank, or one that lies face down."""

    key: str
    label: Phrase
    faces: tuple[Face, ...] = ()
    state: str = ""  # can, cannot, or nothing while others play
    note: Phrase | None = None
    why: Phrase | None = None
    is_gone: bool = False


class Hand(NamedTuple):
    zone: str  # hand, up or down: where the viewer's next card comes from
    label: Phrase
    groups: tuple[Group, ...]

    @property
    def is_crowded(self) -> bool:
        cards = sum(len(group.faces) for group in self.groups)
        return 2 * len(self.groups) + cards > PHONE_WIDTH


def hand(view: View, actions: Sequence[Action], names: Names, taste: Taste) -> Hand | None:
    if view.seat is None:
        return None
    zone, whose = zone_of(view, view.seat), _("The cards of %(who)s", who=names[view.seat])
    groups = _groups(view, view.seat, zone, actions, taste)
    return Hand(zone, _label(zone) if taste.is_addressed else whose, groups)


def zone_of(view: View, seat: Seat) -> str:
    own = view.seats[seat]
    if not view.hand and any(card is not None for card in own.up):
        return "up"
    return "down" if not view.hand and any(own.down) else "hand"


def _label(zone: str) -> Phrase:
    if zone == "hand":
        return _("Your hand")
    return _("Your face-up cards") if zone == "up" else _("Your face-down cards")


def _groups(
    view: View, seat: Seat, zone: str, actions: Sequence[Action], taste: Taste
) -> tuple[Group, ...]:
    own = view.seats[seat]
    if zone == "down":
        return tuple(_face_down(place, lies, actions) for place, lies in enumerate(own.down))
    cards = view.hand or tuple(card for card in own.up if card is not None)
    if not actions:
        return _waiting(cards, zone, faces_of(taste))
    grouped = _grouped(cards, zone, faces_of(taste))
    return tuple(_rank(view, held, actions, taste) for held in grouped)


class Held(NamedTuple):
    """All cards of a rank, whatever may be done with them."""

    rank: Rank
    faces: tuple[Face, ...]
    named: Phrase


# Of the hands at a table most are the same after a move as before.
@lru_cache(maxsize=4096)
def _waiting(cards: tuple[Card, ...], zone: str, faces: tuple[Face, ...]) -> tuple[Group, ...]:
    """While others play."""
    return tuple(
        Group(RANKS[held.rank], label=held.named, faces=held.faces)
        for held in _grouped(cards, zone, faces)
    )


@lru_cache(maxsize=4096)
def _grouped(cards: tuple[Card, ...], zone: str, faces: tuple[Face, ...]) -> tuple[Held, ...]:
    """By rank: a hand in order, and what lay face up as it lay there."""
    order = list(map(rank_of, cards)).index if zone == "up" else FUNCTION_RANKS.__contains__
    ordered = sorted(cards, key=lambda card: (order(rank_of(card)), card))
    ranks = groupby(ordered, key=rank_of)
    return tuple(_held(rank, tuple(faces[card] for card in held)) for rank, held in ranks)


def _held(rank: Rank, faces: tuple[Face, ...]) -> Held:
    listed = in_a_row(*(face.name for face in faces))
    named = _("%(cards)s: %(each)s.", cards=rank_name(rank, len(faces)), each=listed)
    return Held(rank, faces, named)


def _rank(view: View, held: Held, actions: Sequence[Action], taste: Taste) -> Group:
    rank = held.rank
    can = any(isinstance(action, Play) and action.rank == rank for action in actions)
    reason = None if can else why_not(view, rank)
    note = _effect(rank) if can else reason and reason.caption
    why = reason.sentence if reason and taste.is_addressed else None
    return Group(
        key=RANKS[rank],
        label=_spoken(held.named, can, why, note),
        faces=held.faces,
        state="can" if can else "cannot",
        note=note,
        why=why,
    )


def _spoken(named: Phrase, can: bool, why: Phrase | None, note: Phrase | None) -> Phrase:
    """For those who listen: which cards, and whether they can be played or why not."""
    said = [named]
    if can:
        said.append(_("Can be played."))
    if why is not None:
        said.append(why)
    elif note is not None:
        said.append(_("%(note)s.", note=note))
    return together(*said)


def _effect(rank: Rank) -> Phrase | None:
    """What a function card does, in a word under it."""
    words = (_("hold"), _("skip"), _("below 9"), _("redeal"))
    return words[FUNCTION_RANKS.index(rank)] if rank in FUNCTION_RANKS else None


def _consequence(rank: Rank) -> Phrase | None:
    """The same in a few words, on the button of whoever has pressed it."""
    sentences = (
        _("hold: the next seat is asked the same"),
        _("skip: your partner has to answer"),
        _("the next seat must go below 9"),
        _("redeal: all hands are dealt anew"),
    )
    return sentences[FUNCTION_RANKS.index(rank)] if rank in FUNCTION_RANKS else None


_PLACES = (_("left"), _("middle"), _("right"))


def _face_down(position: int, lies: bool, actions: Sequence[Action]) -> Group:
    can, note = bool(actions), _("turn") if actions else None
    named = _("Face-down card, %(place)s.", place=_PLACES[position])
    return Group(
        key=f"down-{position}",
        label=_spoken(named, can, None, note),
        state="can" if can else "",
        note=note,
        is_gone=not lies,
    )


def button(view: View, action: Action) -> Button:
    text = str(action)
    match action:
        case Play(rank=rank, cards=cards):
            n = len(cards)
            return Button(text, _play_label(rank, n), RANKS[rank], n, aside=_consequence(rank))
        case Flip(position=position):
            label = _("Turn the %(place)s card", place=_PLACES[position])
            return Button(text, label, f"down-{position}")
        case Collect():
            n = len(view.pile)
            return Button(text, ngettext("Collect %(n)s card", "Collect %(n)s cards", n))
    return Button(text, _("Pass"))


def _play_label(rank: Rank, n: int) -> Phrase:
    if n == 1:
        return _("Play %(card)s", card=one_of_rank(rank))
    return _("Play %(n)s %(cards)s", n=n, cards=rank_name(rank, n))
