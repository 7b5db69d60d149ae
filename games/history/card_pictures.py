"""Cards as small pictures, drawn simply: a rank and a suit, or a rank on a colour."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

WIDTH: Final = 120
HEIGHT: Final = 168
_FINE: Final = 3  # drawn so much larger, and made small again, so that no edge is ragged
_PAPER: Final = "#ffffff"
_RIM: Final = "#1c2a25"
_BACK: Final = "#2f4f78"
_TINTS: Final = {
    "": "#16150f",
    "red": "#c0202b",
    "blue": "#1f5fb0",
    "green": "#2b7a3a",
    "yellow": "#d99a00",
    "gold": "#a87400",
}

Point = tuple[float, float]


@lru_cache(512)
def card(rank: str, suit: str, tint: str) -> Image.Image:
    """Of a game with suits the card is white, of others its colour is all that it has."""
    size = (WIDTH * _FINE, HEIGHT * _FINE)
    picture = Image.new("RGBA", size, (0, 0, 0, 0))
    pen = ImageDraw.Draw(picture)
    ink = _TINTS.get(tint, _TINTS[""])
    edge = (0, 0, size[0] - 1, size[1] - 1)
    paper = _PAPER if suit else ink
    pen.rounded_rectangle(edge, 12 * _FINE, fill=paper, outline=_RIM, width=2 * _FINE)
    if suit:
        _write(pen, rank, (0.5, 0.3), ink)
        _draw_suit(pen, suit, ink)
    elif not _draw_sign(pen, rank):
        _write(pen, rank, (0.5, 0.5), _PAPER)
    return picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


@lru_cache(1)
def back() -> Image.Image:
    """Of a card that lies face down."""
    size = (WIDTH * _FINE, HEIGHT * _FINE)
    picture = Image.new("RGBA", size, (0, 0, 0, 0))
    pen = ImageDraw.Draw(picture)
    edge, rim = (0, 0, size[0] - 1, size[1] - 1), 9 * _FINE
    pen.rounded_rectangle(edge, 12 * _FINE, fill=_PAPER, outline=_RIM, width=2 * _FINE)
    inner = (rim, rim, size[0] - rim, size[1] - rim)
    pen.rounded_rectangle(inner, 8 * _FINE, fill=_BACK)
    return picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


@lru_cache(8)
def font(size: int) -> ImageFont.FreeTypeFont:
    """The site's own."""
    path = Path(settings.BASE_DIR) / "static/fonts/figtree-latin.woff2"
    chosen = ImageFont.truetype(str(path), size)
    chosen.set_variation_by_axes([800])
    return chosen


def _write(pen: ImageDraw.ImageDraw, text: str, middle: Point, ink: str) -> None:
    x, y = middle
    at = (x * WIDTH * _FINE, y * HEIGHT * _FINE)
    pen.text(at, text, fill=ink, font=font(66 * _FINE), anchor="mm")


def _draw_suit(pen: ImageDraw.ImageDraw, suit: str, ink: str) -> None:
    """From discs and corners, in hundredths of the card's width from its middle."""
    discs, corners = _SUITS.get(suit, _SUITS["diamonds"])
    for x, y, radius in discs:
        low, high = _at((x - radius, y - radius)), _at((x + radius, y + radius))
        pen.ellipse((*low, *high), fill=ink)
    for shape in corners:
        pen.polygon([_at(corner) for corner in shape], fill=ink)


def _at(place: Point) -> Point:
    unit = WIDTH * _FINE / 100
    return (50 + place[0]) * unit, (100 + place[1]) * unit


_STEM: Final = ((-9, 28), (9, 28), (3, 0), (-3, 0))
_SUITS: Final[dict[str, tuple[Sequence[tuple[float, float, float]], Sequence[Sequence[Point]]]]] = {
    "diamonds": ((), [((0, -26), (20, 0), (0, 26), (-20, 0))]),
    "hearts": (
        ((-11, -10, 12.5), (11, -10, 12.5)),
        [((-22.4, -4.5), (22.4, -4.5), (0, 26)), ((-11, -10), (11, -10), (0, 6))],
    ),
    "spades": (
        ((-11, 8, 12.5), (11, 8, 12.5)),
        [((-22.4, 2.5), (22.4, 2.5), (0, -26)), ((-11, 8), (11, 8), (0, -8)), _STEM],
    ),
    "clubs": (((0, -13, 12.5), (-13, 7, 12.5), (13, 7, 12.5), (0, 1, 6)), [_STEM]),
    "coins": (((0, 0, 22),), ()),
    "cups": (
        ((0, -8, 13),),
        [
            ((-20, -26), (20, -26), (13, -4), (-13, -4)),
            ((-3, 0), (3, 0), (3, 22), (-3, 22)),
            ((-15, 28), (-8, 20), (8, 20), (15, 28)),
        ],
    ),
    "swords": (
        (),
        [
            ((0, -30), (5, -22), (5, 10), (-5, 10), (-5, -22)),
            ((-17, 9), (17, 9), (17, 15), (-17, 15)),
            ((-3, 14), (3, 14), (3, 29), (-3, 29)),
        ],
    ),
    "cudgels": (((0, -19, 11), (0, -6, 8.5)), [((-8.5, -10), (8.5, -10), (4, 29), (-4, 29))]),
}


def _draw_sign(pen: ImageDraw.ImageDraw, sign: str) -> bool:
    """Signs that no letter of the font stands for."""
    if sign == "⊘":
        _skip(pen)
    elif sign == "⇄":
        _turn_round(pen)
    else:
        return False
    return True


def _skip(pen: ImageDraw.ImageDraw) -> None:
    width, middle = 7 * _FINE, (WIDTH * _FINE / 2, HEIGHT * _FINE / 2)
    radius = 30 * _FINE
    low, high = (each - radius for each in middle), (each + radius for each in middle)
    pen.ellipse((*low, *high), outline=_PAPER, width=width)
    slant = radius * 0.68
    x, y = middle
    pen.line(((x - slant, y + slant), (x + slant, y - slant)), fill=_PAPER, width=width)


def _turn_round(pen: ImageDraw.ImageDraw) -> None:
    x, y, unit = WIDTH * _FINE / 2, HEIGHT * _FINE / 2, _FINE
    for way in (1, -1):
        line = y - way * 16 * unit
        pen.line(((x - 30 * unit, line), (x + 30 * unit, line)), fill=_PAPER, width=7 * unit)
        tip = x + way * 40 * unit
        back = x + way * 18 * unit
        pen.polygon([(tip, line), (back, line - 14 * unit), (back, line + 14 * unit)], fill=_PAPER)


def look_of(face: Any) -> tuple[str, str, str]:
    """Rank, suit and tint, as far as a game's cards have them."""
    rank = getattr(face, "rank", None) or getattr(face, "sign", face.text)
    return rank, face.suit, getattr(face, "tint", "")
