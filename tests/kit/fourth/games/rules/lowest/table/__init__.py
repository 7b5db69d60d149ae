"""The table of Lowest as a page shows it."""

from .layout import ending, layout
from .prompt import prompt
from .scene import scene
from .story import tell

__all__ = ["ending", "layout", "prompt", "scene", "tell"]
