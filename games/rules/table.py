"""How a game is shown: what the page asks of a kind, beside its rules.

Every kind has a module `table` that satisfies `Table`, a template `<kind>/table.html` and a
style sheet `<kind>/<kind>.css`. It looks only at views, so it cannot show what a seat may not see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from .game import Seat
from .words import Phrase, _

Names = Sequence[str]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the readable log; a turning point is marked."""

    phrase: Phrase
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Taste:
    """What a viewer likes to see, as far as it makes sense in a game."""

    deck: str = "french"
    shows_points: bool = False
    shows_playable: bool = True


PLAIN = Taste()


@dataclass(frozen=True, slots=True)
class Team:
    """Told apart by name, shape and colour; `css` is the name of its icon and its style."""

    css: str
    name: Phrase


TEAMS = (Team("moon", _("Team Moon")), Team("flame", _("Team Flame")))


@dataclass(frozen=True, slots=True)
class Button:
    """One action. Those of a group show when its card is pressed, and of several `n` one at a time.

    `icon` and `aside` are drawn beside and under its label.
    """

    action: str
    label: Phrase
    group: str = ""
    n: int = 1
    icon: str = ""
    aside: Phrase | None = None


class Table(Protocol):
    def scene(self, view: Any, actions: Sequence[Any], names: Names, taste: Taste) -> object:
        """What the template draws. `actions` are this viewer's legal ones, maybe none."""

    def tell(
        self, before: Any, seat: Seat, text: str, after: Any, names: Names, taste: Taste
    ) -> Line:
        """What a move meant to this viewer. Of the dealer's actions `text` is the first word."""

    def prompt(self, view: Any, names: Names) -> Phrase:
        """What the table waits for, or how it ended: for the page's title and the announcer."""
