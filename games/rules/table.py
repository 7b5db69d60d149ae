"""How a game is shown: what the page asks of a kind, beside its rules.

Every kind has a folder `table` that satisfies `Table`, with its templates and its style sheet. It
looks only at views, so it cannot show what a seat may not see; `laid_open` alone is handed a state,
of a game that is over.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from .game import Seat
from .words import Phrase, _, listed, ngettext

Names = Sequence[str]


class Mark(NamedTuple):
    """A turning point of a game: what its kind is called. Its first letter stands on a slider.

    It is seen before the game is replayed to there, so it says what happened and not to whom.
    """

    name: Phrase


class Line(NamedTuple):
    """One line of the readable log; a turning point has its mark."""

    phrase: Phrase
    mark: Mark | None = None


class Taste(NamedTuple):
    """What a viewer likes to see, as far as it makes sense in a game."""

    deck: str = "italian"  # where a game can be played with either
    shows_points: bool = True
    shows_playable: bool = True
    has_four_colours: bool = False  # of French suits, each its own
    is_addressed: bool = True  # as “you”; by name where somebody looks through another's eyes

    def you(self, seat: Seat | None) -> Seat | None:
        """Who is spoken to, where this seat's view is shown."""
        return seat if self.is_addressed else None


PLAIN = Taste()


@dataclass(frozen=True, slots=True, eq=False)
class Team:
    """Explained apart by name, shape and colour; `css` is the name of its icon and its style."""

    css: str
    name: Phrase


TEAMS = (Team("moon", _("Team Moon")), Team("flame", _("Team Flame")))


class Plate(NamedTuple):
    """Who sits at a seat, and what they are just now."""

    name: str | Phrase
    initial: str | Phrase  # on the badge of whoever is in no team
    role: Phrase | None
    is_on_turn: bool
    team: Team | None = None
    says: Phrase | None = None  # aloud, so that it stands in the place of the role
    is_bot: bool = False


def plate(
    name: str,
    role: Phrase | None,
    *,
    is_on_turn: bool,
    is_you: bool = False,
    team: Team | None = None,
    says: Phrase | None = None,
) -> Plate:
    # On a narrow plate there is no room for the word beside the name.
    shown = YOU if is_you else name.removesuffix(BOT)
    initial = _("Y") if is_you and name == YOU.text else name[:1].upper()  # as in “You”
    return Plate(shown, initial, role, is_on_turn, team, says, name.endswith(BOT))


BOT = " (bot)"  # how the names of bots end


YOU = _("You")


def who_won(winners: Sequence[Seat], you: Seat | None, names: Names) -> Phrase:
    """“You and bob win.”; there is at least one."""
    if winners == (you,):
        return _("You win.")
    if you in winners:
        return _("You and %(who)s win.", who=listed([names[s] for s in winners if s != you]))
    who = listed([names[seat] for seat in winners])
    return ngettext("%(who)s wins.", "%(who)s win.", len(winners), who=who)


class Button(NamedTuple):
    """One action. Those of a group show when its card is pressed, and of several `n` one at a time.

    `icon` and `aside` are drawn beside and under its label.
    """

    action: str
    label: Phrase
    group: str = ""
    n: int = 1
    icon: str = ""
    aside: Phrase | None = None


class ActionBar(NamedTuple):
    """What the viewer may do now, or whom the table waits for."""

    buttons: tuple[Button, ...] = ()
    waiting: Phrase | None = None

    @property
    def is_choosing(self) -> bool:
        """Whether a card is to be pressed before there is a button."""
        return bool(self.buttons) and bool(self.buttons[0].group)

    @property
    def is_counting(self) -> bool:
        """Whether of some card one or more may be played."""
        counts = {(each.group, each.n) for each in self.buttons}
        return len(counts) > len({group for group, _n in counts})


def action_bar(buttons: tuple[Button, ...], waiting: Phrase | None, taste: Taste) -> ActionBar:
    """Through another's eyes there is nothing to press, and nobody to wait for."""
    return ActionBar(buttons, waiting) if taste.is_addressed else ActionBar()


class Part(NamedTuple):
    """A piece of the page that is drawn by itself and sent only when it differs.

    Its template makes one element, with this id, of `shown` and of nothing else.
    """

    id: str
    template: str
    shown: Hashable


class Layout(NamedTuple):
    """The pieces of a table and the template that puts them in their places.

    A page whose layout changed (template, shown, ids) is sent whole. What became of a round lies
    over the table: `over` is the id of that part.
    """

    template: str
    parts: tuple[Part, ...] = ()
    shown: Hashable = None  # what the places depend on: how many seats, which phase
    over: str = ""


class Pack(NamedTuple):
    """Cards of one seat that lie together, and what they are called where there are several."""

    faces: tuple[Any, ...]
    label: Phrase | None = None


class Spread(NamedTuple):
    """All that one seat holds, laid open when the game is over."""

    name: str
    packs: tuple[Pack, ...]


class Glimpse(NamedTuple):
    """A position in a picture the size of a stamp, as one viewer sees it; None lies face down."""

    middle: tuple[Any | None, ...]  # what was laid last, the newest last
    own: tuple[Any | None, ...]  # what the viewer has left to play


class Explained(NamedTuple):
    """What a card does, or what it is worth."""

    faces: tuple[Any, ...]
    name: Phrase
    sentence: Phrase


class Word(NamedTuple):
    """A word that stands on the table and that a newcomer cannot know; `key` is part of an id."""

    key: str
    name: Phrase
    sentence: Phrase


class Flight(NamedTuple):
    """Cards that everybody saw go from one place to another, whichever cards they were.

    A kind whose cards are seen to move has a module `motion` with a function of that name. It is
    told two positions as somebody without a seat sees them, so it can tell nobody more.
    """

    what: str  # a word that static/js/motion.js knows
    seat: Seat | None = None
    cards: int = 1

    def __str__(self) -> str:
        return self.what if self.seat is None else f"{self.what} {self.seat} {self.cards}"


KEYS = _("By keys: arrows go along your hand, 1 to 9 choose a card, Enter plays it, ? shows this.")


class Glance(NamedTuple):
    """The rules in one screen. A kind that has them has a module `glance` with a function of that
    name; pressing one of its words at the table shows its sentence."""

    aim: Phrase
    turn: Phrase
    cards: tuple[Explained, ...]
    words: tuple[Word, ...]
    keys: Phrase = KEYS


class Table(Protocol):
    def scene(self, view: Any, actions: Sequence[Any], names: Names, taste: Taste) -> Any:
        """What there is to draw. `actions` are this viewer's legal ones, maybe none."""

    def layout(self, scene: Any, newest: Line | None) -> Layout:
        """The scene in pieces. `newest` is the last line of the log, as this viewer reads it.

        Every plate, as templates/games/components.html draws it, has the piece that `doing` makes:
        the page puts on it who is away.
        """

    def ending(self, scene: Any) -> Layout:
        """What became of a game that is over."""

    def tell(
        self, before: Any, seat: Seat, text: str, after: Any, names: Names, taste: Taste
    ) -> Line:
        """What a move meant to this viewer. Of the dealer's actions `text` is the first word."""

    def prompt(self, view: Any, names: Names, taste: Taste) -> Phrase:
        """What the table waits for, or who has won, in whole sentences: for the page's title, the
        announcer and the heading of the result."""

    def laid_open(self, state: Any, names: Names, taste: Taste) -> tuple[Spread, ...]:
        """Every seat's cards. Nobody is shown them before the game is over."""

    def glimpse(self, view: Any, taste: Taste) -> Glimpse:
        """What a link to a moment of a replay shows of it."""
