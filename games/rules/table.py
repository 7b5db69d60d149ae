"""How a game is shown: what the page asks of a kind, beside its rules.

Every kind has a folder `table` that satisfies `Table`, with its templates and its style sheet. It
looks only at views, so it cannot show what a seat may not see.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from .game import Seat
from .words import Phrase, _

Names = Sequence[str]


class Line(NamedTuple):
    """One line of the readable log; a turning point is marked."""

    phrase: Phrase
    marked: bool = False


class Taste(NamedTuple):
    """What a viewer likes to see, as far as it makes sense in a game."""

    deck: str = "french"
    shows_points: bool = False
    shows_playable: bool = True
    is_addressed: bool = True  # as “you”; by name where somebody looks through another's eyes


PLAIN = Taste()


@dataclass(frozen=True, slots=True, eq=False)
class Team:
    """Told apart by name, shape and colour; `css` is the name of its icon and its style."""

    css: str
    name: Phrase


TEAMS = (Team("moon", _("Team Moon")), Team("flame", _("Team Flame")))


class Plate(NamedTuple):
    """Who sits at a seat, and what they are just now."""

    name: str | Phrase
    initial: str  # on the badge of whoever is in no team
    role: Phrase | None
    is_on_turn: bool
    team: Team | None = None
    says: Phrase | None = None  # aloud, so that it stands in the place of the role

    @property
    def label(self) -> str | Phrase:
        """For those who listen."""
        if self.role is None:
            return self.name
        return _("%(who)s, %(role)s", who=self.name, role=self.role)


def plate(
    name: str,
    role: Phrase | None,
    *,
    is_on_turn: bool,
    is_you: bool = False,
    team: Team | None = None,
    says: Phrase | None = None,
) -> Plate:
    shown = YOU if is_you else name
    return Plate(shown, name[:1].upper(), role, is_on_turn, team, says)


YOU = _("You")


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


class Part(NamedTuple):
    """A piece of the page that is drawn by itself and sent only when it differs.

    Its template makes one element, with this id, of `shown` and of nothing else.
    """

    id: str
    template: str
    shown: Hashable


class Layout(NamedTuple):
    """The pieces of a table and the template that puts them in their places.

    A page whose layout changed (template, shown, ids) is sent whole.
    """

    template: str
    parts: tuple[Part, ...] = ()
    shown: Hashable = None  # what the places depend on: how many seats, which phase


class Places(NamedTuple):
    """Where the seats are: all that most layouts depend on."""

    seats: tuple[str, ...]  # ids, in the order of the page
    own: str | Phrase | None  # what the viewer's part of the table is called; a spectator has none


def own_label(shown: Plate) -> str | Phrase:
    if shown.team is None:
        return shown.name
    return _("%(who)s, %(team)s", who=shown.name, team=shown.team.name)


class Table(Protocol):
    def scene(self, view: Any, actions: Sequence[Any], names: Names, taste: Taste) -> Any:
        """What there is to draw. `actions` are this viewer's legal ones, maybe none."""

    def layout(self, scene: Any, newest: Line | None) -> Layout:
        """The scene in pieces. `newest` is the last line of the log, as this viewer reads it."""

    def ending(self, scene: Any) -> Layout:
        """What became of a game that is over."""

    def tell(
        self, before: Any, seat: Seat, text: str, after: Any, names: Names, taste: Taste
    ) -> Line:
        """What a move meant to this viewer. Of the dealer's actions `text` is the first word."""

    def prompt(self, view: Any, names: Names) -> Phrase:
        """What the table waits for, or how it ended: for the page's title and the announcer."""
