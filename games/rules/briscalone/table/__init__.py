"""Briscalone's table as a page shows it."""

from .layout import ending, layout
from .looking_back import glimpse, laid_open
from .prompt import prompt
from .scene import scene
from .story import tell

__all__ = ["ending", "glimpse", "laid_open", "layout", "prompt", "scene", "tell"]
