"""The viewer's own cards as a page shows them, and the buttons that lay them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ...table import Button, Names, Taste
from ...words import Phrase, _, ngettext, together
from ..actions import CHALLENGE, DRAW, KEEP, Action, Play, plays_of
from ..apply import LOST_CHALLENGE
from ..cards import DRAW_TWO, KIND, REVERSE, SKIP, WILD, WILD_FOUR, Card, card_name, kinds_mask
from ..refusals import refusal
from ..view import View
from .faces import FACES, HUES, Face

ONE_ROW, TWO_ROWS, TWENTY = 8, 16, 20


class Held(NamedTuple):
    """A card in the hand; equal ones are one play, so they are pressed as one."""

    face: Face
    copies: int
    label: Phrase
    state: str = ""  # can, cannot, or nothing: others play, or the viewer wants no hints
    is_pressable: bool = False
    note: Phrase | None = None
    why: Phrase | None = None
    is_drawn: bool = False


class Hand(NamedTuple):
    label: Phrase
    held: tuple[Held, ...]

    @property
    def css(self) -> str:
        """One row, two, twenty overlapping, or as many as there are."""
        n = len(self.held)
        return (
            "row" if n <= ONE_ROW else "two" if n <= TWO_ROWS else "pack" if n <= TWENTY else "heap"
        )


def hand(view: View, actions: Sequence[Action], names: Names, taste: Taste) -> Hand | None:
    if view.seat is None:
        return None
    label = _("Your hand") if taste.is_addressed else _("The hand of %(who)s", who=names[view.seat])
    return Hand(label, cards_held(view, actions, taste))


def is_hinted(view: View, taste: Taste) -> bool:
    """Whether cards that do not fit are greyed out; off, to lay one is a misplay (U15)."""
    return taste.shows_playable or view.turn != view.seat or view.stage != "play"


def cards_held(view: View, actions: Sequence[Action], taste: Taste) -> tuple[Held, ...]:
    playable = {action.cards[-1] for action in actions if isinstance(action, Play)}
    counted = sorted(Counter(view.hand).items())
    held = [_held(view, card, n, taste, card in playable) for card, n in counted]
    return tuple(_each_reason_once(held))


def _held(view: View, card: Card, copies: int, taste: Taste, can: bool) -> Held:
    is_hinting = is_hinted(view, taste)
    can = can and is_hinting
    cannot = is_hinting and not can and view.turn == view.seat and view.stage == "play"
    why = _why(view, card) if cannot and taste.is_addressed else None
    is_drawn = card == view.drawn
    return Held(
        face=FACES[card],
        copies=copies,
        label=_spoken(card, copies, is_drawn, can, why),
        state="can" if can else "cannot" if cannot else "",
        is_pressable=can or not is_hinting,
        note=_effect(card) if can else _reason(view, card) if cannot else None,
        why=why,
        is_drawn=is_drawn,
    )


def _spoken(card: Card, copies: int, is_drawn: bool, can: bool, why: Phrase | None) -> Phrase:
    """For those who listen: which card, and whether it can be played or why not."""
    name = card_name(card)
    said = [
        _("%(card)s.", card=name)
        if copies == 1
        else _("%(card)s, %(n)s of them.", card=name, n=copies)
    ]
    if is_drawn:
        said.append(_("Just drawn."))
    if can:
        said.append(_("Can be played."))
    if why is not None:
        said.append(why)
    return together(*said)


def _why(view: View, card: Card) -> Phrase:
    return refusal(view, Play(bytes([card]), None if card < WILD else 0)).phrase


def _reason(view: View, card: Card) -> Phrase:
    """In a word, under the card."""
    if view.pending:
        plus = KIND[card] in (DRAW_TWO, WILD_FOUR)
        return _("no mix") if plus else _("not now")
    return _("not now") if view.drawn is not None else _("no fit")


def _each_reason_once(held: Sequence[Held]) -> list[Held]:
    """A row of cards that are out for the same reason says it under the first."""
    last = None
    shown = []
    for each in held:
        is_repeated = each.state == "cannot" and each.note == last
        last = each.note if each.state == "cannot" else None
        shown.append(each._replace(note=None) if is_repeated else each)
    return shown


def _effect(card: Card) -> Phrase | None:
    """What an action card does, in a word under it."""
    words = {
        SKIP: _("skip"),
        REVERSE: _("reverse"),
        DRAW_TWO: _("add 2"),
        WILD: _("colour"),
        WILD_FOUR: _("add 4"),
    }
    return words.get(KIND[card])


def buttons(view: View, actions: Sequence[Action], taste: Taste) -> tuple[Button, ...]:
    """What the seat on turn may do with its cards; sayings have places of their own."""
    if view.turn != view.seat or view.stage != "play":
        return ()
    words = [action for action in (DRAW, KEEP, CHALLENGE) if action in actions]
    plays = [action for action in actions if isinstance(action, Play)]
    if not is_hinted(view, taste):
        plays = _all_plays(view, plays)
        words = words if view.pending or view.waiting else [DRAW]
    shown = [_play_button(play) for play in sorted(plays, key=_place)]
    return (*shown, *(_word_button(view, action) for action in words))


def _all_plays(view: View, legal: Sequence[Play]) -> list[Play]:
    """Whatever is held, whether it fits or not."""
    singles = [play for play in plays_of(kinds_mask(view.hand)) if isinstance(play, Play)]
    return singles + [play for play in legal if len(play.cards) > 1]


def _place(play: Play) -> tuple[Card, int]:
    """By the card that comes last; of several Skips the longest set first, so one is offered."""
    return play.cards[-1], -len(play.cards)


def _play_button(play: Play) -> Button:
    last = play.cards[-1]
    group = FACES[last].text
    if play.colour is not None:
        hue = HUES[play.colour]
        return Button(str(play), hue.heading, group, icon=hue.icon, aside=card_name(last))
    if len(play.cards) == 1:
        return Button(str(play), _("Lay %(card)s", card=card_name(last)), group)
    n = len(play.cards)
    label = ngettext("Lay %(n)s Skip", "Lay %(n)s Skips", n)
    order = " ".join(FACES[card].colour.upper() for card in play.cards)
    return Button(str(play), label, group, n, aside=Phrase(order))


def cost_of_being_wrong(cards: int) -> Phrase:
    """Under a button that accuses somebody (U13, U18)."""
    return ngettext("wrong: you draw %(n)s", "wrong: you draw %(n)s", cards)


def _word_button(view: View, action: Action) -> Button:
    if action == KEEP:
        return Button(str(action), _("Keep it"))
    if action == CHALLENGE:
        cost = cost_of_being_wrong(view.pending + LOST_CHALLENGE)
        return Button(str(action), _("Challenge"), aside=cost)
    if view.pending:
        take = ngettext("Take %(n)s card", "Take %(n)s cards", view.pending)
        return Button(str(action), take)
    return Button(str(action), _("Draw a card"))
