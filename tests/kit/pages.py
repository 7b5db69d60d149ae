"""Tables as they are sent."""

from __future__ import annotations

import re

from bruno_site.live.http_fallback import with_first_beat
from bruno_site.live.page_diff import PageDiff
from games.log.pov import Pov
from games.rules.game import Seat
from games.rules.table import PLAIN, Taste
from games.table.live_page import TablePage


def page_at(
    game_id: int, seat: Seat | None, seq: int | None = None, taste: Taste = PLAIN
) -> TablePage:
    """Open for this seat, at the newest position or an older one."""
    page = with_first_beat(TablePage(Pov(game_id, seat, taste), None))
    if seq is not None:
        page.newest = seq
    return page


def page_text(
    game_id: int,
    seat: Seat | None,
    seq: int | None = None,
    *,
    taste: Taste = PLAIN,
    since: int | None = None,
) -> str:
    """The whole of it, as a page is sent it that has nothing."""
    return PageDiff().message(page_at(game_id, seat, seq, taste).draw(since))


TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


def without_token(page: str) -> str:
    """A page but for the tokens of its forms, which are others every time."""
    return TOKEN.sub("", page)
