"""The table and what stands around it, in one answer: for the socket and the polling."""

from __future__ import annotations

from django.utils.translation import get_language

from ..log.pov import Pov
from ..log.states import facts
from ..rules.game import Seat
from ..rules.table import PLAIN, Taste
from ..time.attendance import attendance
from . import drawing
from .drawing import render


def pov_of(game_id: int, seat: Seat | None, taste: Taste) -> Pov:
    return Pov(game_id, seat, taste, get_language() or "en")


def table(
    game_id: int,
    seat: Seat | None,
    seq: int,
    *,
    taste: Taste = PLAIN,
    since: int | None = None,
    notice: str = "",
) -> str:
    """`since`: what the page has already announced."""
    pov = pov_of(game_id, seat, taste)
    said = drawing.announcement(pov, since, seq)
    largest = table_and_log(pov, seq)
    if facts(game_id).is_timed:
        largest |= status(game_id, seat)
    return _swapping(largest) + str(render("games/fragment.html", said=said, notice=notice))


def page(pov: Pov, seq: int) -> dict[str, str]:
    """The table, the log beside it, and who is there."""
    return table_and_log(pov, seq) | status(pov.game_id, pov.seat)


def table_and_log(pov: Pov, seq: int) -> dict[str, str]:
    shown = drawing.pieces(pov, seq)
    return drawing.whole(shown.frame, {**shown.parts, **drawing.rest_parts(pov, seq)})


def heartbeat(game_id: int, seat: Seat | None, seq: int) -> str:
    """That the socket lives, where the table is, and who is there."""
    return _swapping(status(game_id, seat)) + str(render("games/heartbeat.html", seq=seq))


def status(game_id: int, seat: Seat | None) -> dict[str, str]:
    """Who is there, and how long the table still waits: not of the log."""
    return drawing.status(attendance(game_id, seat), get_language() or "en")


def _swapping(pieces: dict[str, str]) -> str:
    marked = (
        str(html).replace(f'id="{name}"', f'id="{name}" hx-swap-oob="true"', 1)
        for name, html in pieces.items()
    )
    return "".join(marked)
