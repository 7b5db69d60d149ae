"""The rules in one screen, and the words of a table that are explained when they are pressed."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from markupsafe import Markup

from ..log.pov import Pov
from ..rules.table import Glance, Taste
from .drawing import draw


def glance_of(kind: str, taste: Taste) -> Glance | None:
    name = f"games.rules.{kind}.table.glance"
    return import_module(name).glance(taste) if find_spec(name) else None


def at_a_glance(kind: str, pov: Pov) -> Markup:
    """For a page with a table on it: nothing of it changes while the game goes on."""
    shown = glance_of(kind, pov.taste)
    return Markup() if shown is None else draw("games/glance.html", (kind, shown), pov.language)
