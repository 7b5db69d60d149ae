"""Briscalone's table as a page shows it."""

from .build import scene
from .prompt import prompt
from .story import tell

__all__ = ["prompt", "scene", "tell"]
