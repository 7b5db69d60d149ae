"""UNO's table as a page shows it."""

from .prompt import prompt
from .scene import scene
from .story import tell

__all__ = ["prompt", "scene", "tell"]
