"""Bruno's table as a page shows it."""

from .scene import prompt, scene
from .story import tell

__all__ = ["prompt", "scene", "tell"]
