"""Style sheets, templates and drawings: addresses in them exist, the markup keeps to the content
security policy, and the colours have enough contrast in both schemes."""

import re
from itertools import product
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "static"
SHEETS = sorted([*STATIC.glob("css/*.css"), *ROOT.glob("games/rules/*/table/static/*.css")])
TEMPLATES = sorted([*ROOT.glob("templates/**/*.html"), *ROOT.glob("games/**/templates/**/*.html")])
ADMIN_TEMPLATES = sorted(ROOT.glob("*/templates/admin/**/*.html"))

COLOUR = re.compile(r"(--[\w-]+):\s*(?:light-dark\((#\w+), (#\w+)\)|(#\w+));")
FORBIDDEN = {
    "a style attribute": re.compile(r"<[^>]*\sstyle\s*="),
    "a style element": re.compile(r"<style\b"),
    "a script in the page": re.compile(r"<script\b(?![^>]*\bsrc\s*=)"),
    "a handler attribute": re.compile(r"<[^>]*\s(?:on[a-z]+|hx-on[\w:-]*)\s*="),
    "a javascript: address": re.compile(r"javascript:"),
}

# WCAG 2.2 AA: 4.5 for text, 3 for the edges and marks that carry meaning.
TEXT_ON_GROUND = [
    *product(["ink", "ink-2", "link"], ["paper", "sheet"]),
    *product(["ink", "ink-2"], ["sunk", "accent-soft"]),
    *product(["on-felt", "on-felt-2"], ["felt", "felt-deep", "plate", "moon-p", "flame-p"]),
    *product(["suit-red", "suit-black"], ["face"]),
    *product(["face"], ["u-r", "u-g", "u-b", "u-w"]),
    ("suit-black", "u-y"),
    ("paper", "ink"),
    ("on-accent", "accent"),
    ("good", "good-b"),
    ("bad", "bad-b"),
    ("bad", "sheet"),
    ("moon-i", "moon-b"),
    ("flame-i", "flame-b"),
]
MARK_ON_GROUND = [
    *product(["accent"], ["felt", "felt-deep", "moon-p", "flame-p"]),
    *product(["edge"], ["paper", "sheet"]),
    *product(["moon-c", "flame-c"], ["paper", "sheet"]),
    ("accent-edge", "accent-soft"),
    ("focus", "focus-gap"),
]


def layer_of(sheet: Path, name: str) -> str:
    """Return the content of this layer of a style sheet."""
    found = re.search(
        rf"^@layer {name} \{{\n(.*?)^\}}", sheet.read_text(), re.DOTALL | re.MULTILINE
    )
    return found[1] if found else ""


def tokens_in(sheet: Path) -> str:
    return layer_of(sheet, "tokens")


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _colours(scheme: int) -> dict[str, str]:
    found = COLOUR.findall("".join(map(tokens_in, SHEETS)))
    return {name[2:]: always or (light, dark)[scheme] for name, light, dark, always in found}


def _luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    dark, light = sorted([_luminance(one), _luminance(other)])
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("sheet", SHEETS, ids=_name)
def test_every_address_in_a_style_sheet_is_a_file(sheet: Path) -> None:
    addresses = re.findall(r"url\([\"']?([^\"')]+)[\"']?\)", sheet.read_text())
    assert [url for url in addresses if not (sheet.parent / url).is_file()] == []


@pytest.mark.parametrize("sheet", SHEETS, ids=_name)
def test_every_token_a_style_sheet_uses_is_defined_or_has_a_fallback(sheet: Path) -> None:
    defined = {name for path in SHEETS for name in re.findall(r"(--[\w-]+):", path.read_text())}
    used = set(re.findall(r"var\((--[\w-]+)\)", sheet.read_text()))
    assert used - defined == set()


@pytest.mark.parametrize("sheet", SHEETS, ids=_name)
def test_only_the_tokens_name_colours(sheet: Path) -> None:
    rest = sheet.read_text().replace(tokens_in(sheet), "")
    assert re.findall(r":[^;{]*#[0-9a-fA-F]{3,8}\b", rest) == []


@pytest.mark.parametrize("sheet", SHEETS, ids=_name)
def test_every_rule_is_in_the_layer_of_its_sheet(sheet: Path) -> None:
    own = sheet.stem if sheet.parent == STATIC / "css" else "game"
    outside = re.sub(r"^@layer (\w+) \{\n.*?^\}", r"\1", sheet.read_text(), flags=re.S | re.M)
    outside = re.sub(r"/\*.*?\*/|^@layer [\w, ]+;$", "", outside, flags=re.S | re.M)
    assert set(outside.split()) <= {own, "tokens"}


@pytest.mark.parametrize("template", [*TEMPLATES, *ADMIN_TEMPLATES], ids=_name)
def test_a_template_has_no_overlong_lines(template: Path) -> None:
    lines = template.read_text().splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > 120] == []


@pytest.mark.parametrize("template", TEMPLATES, ids=_name)
def test_only_the_admin_uses_django_templates(template: Path) -> None:
    assert "{% load" not in template.read_text(), "this is one of Django's"


@pytest.mark.parametrize("template", TEMPLATES, ids=_name)
def test_a_template_holds_nothing_the_content_policy_forbids(template: Path) -> None:
    text = template.read_text()
    assert [what for what, pattern in FORBIDDEN.items() if pattern.search(text)] == []


def test_the_french_deck_has_exactly_one_drawing_for_each_of_its_52_cards() -> None:
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    drawn = {path.stem for path in (STATIC / "cards/french").glob("*.svg")}
    assert drawn == {rank + suit for rank, suit in product(ranks, "shdc")}


@pytest.mark.parametrize("drawing", sorted(STATIC.glob("**/*.svg")), ids=_name)
def test_a_drawing_carries_no_script_and_loads_nothing(drawing: Path) -> None:
    text = drawing.read_text()
    assert "<script" not in text
    assert re.findall(r"href=\"(?!#)[^\"]*\"", text) == []


@pytest.mark.parametrize(("ink", "ground"), TEXT_ON_GROUND)
@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_text_stands_out_from_its_ground(scheme: int, ink: str, ground: str) -> None:
    colours = _colours(scheme)
    assert _contrast(colours[ink], colours[ground]) >= 4.5


@pytest.mark.parametrize(("mark", "ground"), MARK_ON_GROUND)
@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_a_mark_stands_out_from_its_ground(scheme: int, mark: str, ground: str) -> None:
    colours = _colours(scheme)
    assert _contrast(colours[mark], colours[ground]) >= 3
