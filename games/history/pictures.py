"""A picture of a moment of a finished game, for where a link to it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from io import BytesIO
from math import ceil
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import override
from django.views.decorators.http import require_GET
from PIL import Image, ImageDraw

from accounts.rate_limits import Limit, TooManyTries, spend_address
from bruno_site.core.bounded_cache import BoundedCache

from ..log import window
from ..log.pov import Pov
from ..log.states import facts
from ..phrases import translate
from ..rules.table import PLAIN, Spread
from ..rules.words import _
from .card_pictures import HEIGHT, WIDTH, Point, back, card, font, look_of
from .moments import ALL, Asked, Moment
from .replays import let_in, not_yet

SIZE: Final = (1200, 630)
EDGE: Final = 60
FELT: Final = "#1e4a3d"
BESIDE: Final = 1.06  # of a card from one to the next, where there is room
TOP: Final = 190
DRAWING: Final = Limit("pictures drawn", 120, timedelta(minutes=10))
LANGUAGE: Final = "en"  # nobody knows who will look at it

_drawn: BoundedCache[tuple[int, Moment], bytes] = BoundedCache(256)


@require_GET
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """Open cards and the move's number. Who won is on none of them."""
    visit = let_in(request, code)
    game = visit.game
    if not game.is_over:
        return not_yet(request, game)
    asked = Asked(request.GET.get("at", ""), request.GET.get("as", ""))
    moment = asked.moment(first=1, last=game.seq, seats=len(facts(game.pk).names), own=0)
    try:
        png = _kept(request, game.pk, Moment(moment.at, moment.eyes))
    except TooManyTries as refusal:
        return HttpResponse(refusal.sentence, status=429, content_type="text/plain")
    response = HttpResponse(png, content_type="image/png")
    whose = "public" if game.is_watchable else "private"
    response["Cache-Control"] = f"{whose}, max-age=86400"
    return response


def _kept(request: HttpRequest, game_id: int, moment: Moment) -> bytes:
    """What was drawn before costs nobody anything. Raises TooMany."""
    known = _drawn.get((game_id, moment))
    if known is not None:
        return known
    spend_address(DRAWING, request)
    return _drawn.keep((game_id, moment), _png(game_id, moment))


def _png(game_id: int, moment: Moment) -> bytes:
    picture = Image.new("RGB", SIZE, FELT)
    _write_above(picture, game_id, moment)
    if moment.eyes == ALL:
        spreads = window.laid_open(Pov(game_id, None, PLAIN, LANGUAGE), moment.at)
        _lay(picture, [_held(spread) for spread in spreads], columns=2)
    else:
        seen = window.glimpse(Pov(game_id, moment.eyes, PLAIN, LANGUAGE), moment.at)
        _lay(picture, [row for row in seen if row], columns=1)
    file = BytesIO()
    # A few colours are enough, and take a third of the bytes.
    picture.quantize(64).save(file, "PNG", optimize=True)
    return file.getvalue()


def _write_above(picture: Image.Image, game_id: int, moment: Moment) -> None:
    pen = ImageDraw.Draw(picture)
    with override(LANGUAGE):
        title = translate(facts(game_id).rules.META.title)
        move = translate(_("Move %(at)s", at=moment.at))
    pen.text((EDGE, EDGE), title, fill="#ffffff", font=font(80), anchor="lt")
    pen.text((SIZE[0] - EDGE, EDGE + 14), move, fill="#f2b632", font=font(56), anchor="rt")


def _held(spread: Spread) -> Sequence[Any]:
    return [face for pack in spread.packs for face in pack.faces]


def _lay(picture: Image.Image, hands: Sequence[Sequence[Any]], columns: int) -> None:
    """As large as they fit."""
    wide = (SIZE[0] - 2 * EDGE) / columns
    high = (SIZE[1] - EDGE - TOP) / max(1, ceil(len(hands) / columns))
    scale = min(2, (high - 16) / HEIGHT)
    for number, hand in enumerate(hands):
        row, column = divmod(number, columns)
        _lay_row(picture, hand, (EDGE + column * wide, TOP + row * high), wide - 24, scale)


def _lay_row(
    picture: Image.Image, hand: Sequence[Any], corner: Point, room: float, scale: float
) -> None:
    """In the middle of its room."""
    size = round(WIDTH * scale), round(HEIGHT * scale)
    step = min(size[0] * BESIDE, (room - size[0]) / max(1, len(hand) - 1))
    left = corner[0] + (room - size[0] - step * (len(hand) - 1)) / 2
    for number, face in enumerate(hand):
        whole = back() if face is None else card(*look_of(face))
        small = whole.resize(size, Image.Resampling.LANCZOS)
        picture.paste(small, (round(left + number * step), round(corner[1])), small)
