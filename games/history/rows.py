"""A member's games as lines of a list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from django.urls import reverse
from django.utils.timesince import timesince
from django.utils.timezone import localtime, now

from bruno_site.core.i18n import format_date

from ..bots import described, levels
from ..models import Game, Player
from ..rules.game import Outcome
from ..rules.words import Phrase, _, in_a_row, ngettext
from .models import FEWEST_GAMES, Played
from .ratings import points

if TYPE_CHECKING:
    from accounts.models import User


class Tag(NamedTuple):
    """A word in a coloured frame; `css` is its style."""

    css: str
    text: Phrase


OUTCOMES: Final[dict[Outcome, Tag]] = {
    "won": Tag("tag tag--good", _("won")),
    "lost": Tag("tag tag--bad", _("lost")),
    "drawn": Tag("tag", _("drawn")),
}
NO_OUTCOMES: Final[dict[str, Tag]] = {
    "closed": Tag("tag", _("closed")),
    "void": Tag("tag", _("not counted")),
}
LONGEST_SITTING: Final = timedelta(hours=6)  # what took longer was no sitting
YOUR_TURN: Final = Tag("tag", _("your turn"))
GIVEN_UP: Final = Tag("tag", _("given up: the house plays it to the end"))


@dataclass(frozen=True, slots=True)
class Running:
    game: Game
    who: Phrase
    waits: bool
    is_given_up: bool

    @property
    def tag(self) -> Tag | None:
        if self.is_given_up:
            return GIVEN_UP
        return YOUR_TURN if self.waits else None

    @property
    def started(self) -> Phrase:
        if now() - self.game.started_at < timedelta(minutes=1):
            return _("started just now")
        return _("started %(when)s ago", when=timesince(self.game.started_at))

    @property
    def button(self) -> Tag:
        """Where it is this player's turn it stands out."""
        if self.waits:
            return Tag("btn btn--act", _("Play"))
        return Tag("btn", _("To the table"))


class Somebody(NamedTuple):
    """A name in a line: a person's leads to their page, bots have none."""

    text: str | Phrase
    address: str = ""


@dataclass(frozen=True, slots=True)
class Past:
    """A finished game as one of its players looks back at it."""

    game: Game
    title: Phrase
    tag: Tag
    partners: list[Somebody]
    opponents: list[Somebody]
    day: Phrase
    facts: list[Phrase]


def running(player: Player) -> Running:
    return Running(player.game, _who(player), player.is_on_turn, player.has_given_up)


def _who(player: Player) -> Phrase:
    """Everybody at the table in the order of their seats, the member as “you”."""
    everyone = player.game.players.all()
    return in_a_row(*(_("you") if other.seat == player.seat else other.name for other in everyone))


def past(table: Sequence[Played], person_id: int, now: datetime) -> Past:
    (mine,) = (row for row in table if row.user_id == person_id)
    others = [row for row in table if row.seat != mine.seat]
    return Past(
        game=mine.game,
        title=mine.game.meta.title,
        tag=_tag(mine),
        partners=_somebodies([row for row in others if row.side == mine.side]),
        opponents=_somebodies([row for row in others if row.side != mine.side]),
        day=day_of(mine.finished_at, now),
        facts=[*_facts(mine)],
    )


def _tag(row: Played) -> Tag:
    return NO_OUTCOMES.get(row.outcome) or OUTCOMES[cast(Outcome, row.outcome)]


def _somebodies(rows: Sequence[Played]) -> list[Somebody]:
    """People by name, bots by number."""
    people = [person(row.user) for row in rows if row.user is not None]
    bots = Counter(row.bot for row in rows if row.bot)
    return people + [Somebody(bots_of(rows[0].kind, level, n)) for level, n in bots.items()]


def person(user: User) -> Somebody:
    """Whoever has left for good has no page."""
    address = reverse("people:profile", args=[user.username]) if user.is_active else ""
    return Somebody(user.username, address)


def bots_of(kind: str, level: str, number: int) -> Phrase:
    return ngettext(
        "a bot (%(level)s)", "%(n)s bots (%(level)s)", number, level=_title(kind, level)
    )


def bot(kind: str, level: str) -> Somebody:
    """As a line of a table names it."""
    return Somebody(_("Bot (%(level)s)", level=_title(kind, level)))


def _title(kind: str, level: str) -> Phrase | str:
    """A level that is not there any more is called as it was."""
    return described(kind, level).title if level in levels(kind) else level


def _facts(mine: Played) -> Iterator[Phrase]:
    game = mine.game
    yield ngettext("%(n)s move", "%(n)s moves", game.seq)
    lasted = mine.finished_at - game.started_at
    if timedelta(minutes=1) <= lasted <= LONGEST_SITTING:
        yield _("%(n)s min", n=lasted // timedelta(minutes=1))
    yield _worth(mine)
    if mine.has_given_up:
        yield _("gave up")


def day_of(moment: datetime, now: datetime) -> Phrase:
    here, today = localtime(moment).date(), localtime(now).date()
    if here == today:
        return _("today")
    if here == today - timedelta(days=1):
        return _("yesterday")
    return _("%(date)s", date=format_date(here, "DATE_FORMAT"))


def _worth(mine: Played) -> Phrase:
    """What it did to the rating, once that is shown."""
    if mine.mu is None or mine.mu_before is None:
        return _("rated") if mine.is_rated else _("friendly")
    if (mine.rated_games or 0) < FEWEST_GAMES:
        return _("rated")
    gained = points(mine.mu) - points(mine.mu_before)
    if gained < 0:
        return _("rating −%(n)s", n=-gained)
    return _("rating +%(n)s", n=gained)
