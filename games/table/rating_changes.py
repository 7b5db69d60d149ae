"""What a finished game did to the ratings of its players, or why it did nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..history.models import FEWEST_GAMES, Played
from ..history.ratings import points
from ..models import Game, Player
from ..rules.game import Seat
from ..rules.words import Phrase, _


class Change(NamedTuple):
    """One person who played, and what became of their rating."""

    name: str
    text: Phrase
    is_mine: bool


class RatingChanges(NamedTuple):
    lines: tuple[Change, ...] = ()
    sentences: tuple[Phrase, ...] = ()
    is_pending: bool = False  # the game counts, and has not been rated yet


PENDING = RatingChanges(
    sentences=(_("The new ratings follow in a moment."),),
    is_pending=True,
)


def changes_of(game: Game, seat: Seat | None) -> RatingChanges:
    """For a viewer at this seat, or for one who looks on."""
    rows = list(Played.objects.filter(game=game.pk).select_related("user").order_by("seat"))
    if not rows:
        return PENDING if game.is_rated else RatingChanges(sentences=(_friendly(game),))
    mine = next((row for row in rows if row.seat == seat), None)
    if rows[0].outcome == Played.Outcome.CLOSED:
        return RatingChanges(sentences=(_("The table was closed: it counts for nobody."),))
    own = () if mine is None else tuple(_sentences(mine))
    if not rows[0].is_rated:
        return RatingChanges(sentences=(_friendly(game), *own))
    people = [row for row in rows if row.user is not None]
    return RatingChanges(tuple(_change(row, row is mine) for row in people), own)


def _friendly(game: Game) -> Phrase:
    if Player.objects.filter(game=game.pk, user__is_guest=True).exists():
        return _("A guest was playing, so this game changes nobody’s rating.")
    return _("This game was friendly: it changes nobody’s rating.")


def _change(row: Played, is_mine: bool) -> Change:
    assert row.user is not None
    return Change(row.user.username, _text(row, is_mine), is_mine)


def _text(row: Played, is_mine: bool) -> Phrase:
    if row.mu is None or row.mu_before is None:
        return _("unchanged")
    number = row.rated_games or 0
    if number >= FEWEST_GAMES:
        before, after = points(row.mu_before), points(row.mu)
        if after < before:
            return _("%(old)s → %(new)s (−%(n)s)", old=before, new=after, n=before - after)
        return _("%(old)s → %(new)s (+%(n)s)", old=before, new=after, n=after - before)
    if is_mine:
        return _(
            "rated game %(n)s of the %(few)s before a rating is shown", n=number, few=FEWEST_GAMES
        )
    return _("rated, no rating shown yet")


def _sentences(mine: Played) -> Iterator[Phrase]:
    """Why a result is not what the table shows, in the words of docs/lobby.md."""
    if mine.was_away:
        yield _("A bot held your seat at the end, so you have lost.")
    elif mine.outcome == Played.Outcome.VOID:
        yield _("Bots made more than a third of your moves, so this game does not count for you.")
    elif mine.is_rated and mine.mu is None and mine.was_played_for:
        yield _(
            "Bots made more than a third of your moves, so this game does not raise your rating."
        )
    elif mine.is_rated and mine.mu is None and mine.is_matched:
        yield _("Your partner left. Quick match had chosen them, so your rating stays as it was.")
    elif mine.is_rated and mine.mu is None:
        yield _("Your partner left, so this game does not raise your rating.")
