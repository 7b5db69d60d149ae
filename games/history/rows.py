"""A member's games as lines of a list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.timesince import timesince

from ..log.window import waits_for
from ..models import Game, Player
from ..rules.game import Outcome
from ..rules.words import Phrase, _, ngettext
from ..table.words import translate


class Tag(NamedTuple):
    """A word in a coloured frame; `css` is its style."""

    css: str
    text: Phrase


OUTCOMES: Final[dict[Outcome, Tag]] = {
    "won": Tag("tag tag--good", _("won")),
    "lost": Tag("tag tag--bad", _("lost")),
    "drawn": Tag("tag", _("drawn")),
}
YOUR_TURN: Final = Tag("tag", _("your turn"))


def outcome_of(player: Player) -> Tag | None:
    outcome = player.outcome
    return None if outcome is None else OUTCOMES[outcome]


@dataclass(frozen=True, slots=True)
class Running:
    game: Game
    who: str
    waits: bool

    @property
    def tag(self) -> Tag | None:
        return YOUR_TURN if self.waits else None

    @property
    def started(self) -> Phrase:
        return _("started %(when)s ago", when=timesince(self.game.started_at))

    @property
    def button(self) -> Tag:
        """Where it is this player's turn it stands out."""
        if self.waits:
            return Tag("btn btn--act", _("Play"))
        return Tag("btn", _("To the table"))


@dataclass(frozen=True, slots=True)
class Past:
    game: Game
    who: str
    tag: Tag | None

    @property
    def moves(self) -> Phrase:
        return ngettext("%(n)s move", "%(n)s moves", self.game.seq)


def running(player: Player) -> Running:
    return Running(player.game, _who(player), waits_for(player))


def past(player: Player) -> Past:
    return Past(player.game, _who(player), outcome_of(player))


def _who(player: Player) -> str:
    """Everybody at the table in the order of their seats, the member as “you”."""
    everyone = player.game.players.all()
    return ", ".join(
        translate(_("you")) if other.seat == player.seat else other.name for other in everyone
    )
