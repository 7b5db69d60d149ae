"""What became of a round, and of a game."""

from __future__ import annotations

from typing import NamedTuple

from ...faces import Face
from ...game import Seat
from ...table import Names
from ...words import Phrase, _
from ..meta import SEATS
from ..state import RoundResult
from ..view import View
from .faces import Deck
from .sentences import outcome, partner_words, people


class Row(NamedTuple):
    """A player in the table of results."""

    name: Phrase
    role: Phrase | None
    points: int
    score: str
    total: str


class SideScene(NamedTuple):
    who: Phrase
    points: int
    aim: Phrase
    won: bool


class RoundScene(NamedTuple):
    """The result that stands on the table between two rounds."""

    heading: Phrase
    title: Phrase
    bid: Phrase
    called: Face
    partner: Phrase
    sides: tuple[SideScene, ...]
    rows: tuple[Row, ...]


class SheetRow(NamedTuple):
    """One round of a finished game: what was played, and everybody's score."""

    number: int
    contract: Phrase
    scores: tuple[str, ...]


class Sheet(NamedTuple):
    names: tuple[Phrase, ...]
    rows: tuple[SheetRow, ...]
    totals: tuple[str, ...]
    winners: tuple[bool, ...]

    @property
    def columns(self) -> tuple[tuple[str, bool], ...]:
        return tuple(zip(self.totals, self.winners, strict=True))


def signed(n: int) -> str:
    """With a real minus sign."""
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "0"


def round_scene(view: View, names: Names, deck: Deck, you: Seat | None) -> RoundScene | None:
    result = view.round_result
    if result is None:
        return None
    return RoundScene(
        heading=_("Round %(n)s of %(rounds)s", n=view.round + 1, rounds=view.rounds),
        title=outcome(result, you, names),
        bid=_bid(result, you, names, deck),
        called=deck.faces[result.called],
        partner=partner_words(result.bidder, result.partner, you, names),
        sides=_sides(result, you, names),
        rows=tuple(_row(view, result, seat, people((seat,), you, names)) for seat in range(SEATS)),
    )


def _bid(result: RoundResult, you: Seat | None, names: Names, deck: Deck) -> Phrase:
    rank, target = deck.one_of_rank(result.rank), result.target
    if result.bidder == you:
        return _("You bid %(rank)s, target %(target)s.", rank=rank, target=target)
    who = names[result.bidder]
    return _("%(who)s bid %(rank)s, target %(target)s.", who=who, rank=rank, target=target)


def _sides(result: RoundResult, you: Seat | None, names: Names) -> tuple[SideScene, SideScene]:
    others = tuple(seat for seat in range(SEATS) if seat not in result.side)
    needed = _("of %(target)s needed", target=result.target)
    won = result.reached
    return (
        SideScene(people(result.side, you, names), result.side_points, needed, won),
        SideScene(people(others, you, names), result.other_points, _("against them"), not won),
    )


def _row(view: View, result: RoundResult, seat: Seat, name: Phrase) -> Row:
    return Row(
        name=name,
        role=_role(result, seat),
        points=result.points[seat],
        score=signed(result.scores[seat]),
        total=signed(view.totals[seat]),
    )


def _role(result: RoundResult, seat: Seat) -> Phrase | None:
    if seat == result.bidder:
        return _("bidder")
    return _("partner") if seat == result.partner else None


def sheet(view: View, names: Names, deck: Deck, you: Seat | None) -> Sheet | None:
    if view.result is None:
        return None
    winners = view.result.winners
    return Sheet(
        names=tuple(people((seat,), you, names) for seat in range(SEATS)),
        rows=tuple(_round(n, result, deck) for n, result in enumerate(view.results, 1)),
        totals=tuple(map(signed, view.totals)),
        winners=tuple(seat in winners for seat in range(SEATS)),
    )


def _round(n: int, result: RoundResult, deck: Deck) -> SheetRow:
    card = deck.name_of(result.called)
    said = (
        _("%(card)s, %(points)s of %(target)s: reached", **_numbers(result, card))
        if result.reached
        else _("%(card)s, %(points)s of %(target)s: missed", **_numbers(result, card))
    )
    return SheetRow(n, said, tuple(map(signed, result.scores)))


def _numbers(result: RoundResult, card: Phrase) -> dict[str, int | Phrase]:
    return {"card": card, "points": result.side_points, "target": result.target}
