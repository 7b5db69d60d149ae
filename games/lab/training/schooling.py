"""A bot that weighs features learns all situations of its game, in as many sittings as it takes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Final

from ...bots.linear import save
from ...rules.game import Refused
from ...rules.words import _
from .learning import Course, Learning
from .students import SCHOOLS

LESSONS_A_MINUTE: Final = 6


class Schooling:
    """All lessons of one game, to the file of weights."""

    def __init__(self, kind: str, minutes: float, seed: int, out: Path) -> None:
        schools = SCHOOLS[kind]
        lessons = max(1, round(minutes * LESSONS_A_MINUTE / len(schools)))
        self.course, self.out, self.paused = Course(seed, lessons), out, out.with_suffix(".part")
        self.about = {"game": kind, "minutes": minutes, **asdict(self.course)}
        self.learnt = {name: Learning(school, self.course) for name, school in schools.items()}
        if self.paused.exists():
            self._resume()

    def __len__(self) -> int:
        """How many lessons are left."""
        return sum(self.course.lessons - len(each.kept) for each in self.learnt.values())

    def __iter__(self) -> Iterator[str]:
        """Lesson by lesson."""
        for name, learning in self.learnt.items():
            while not learning.is_done:
                learning.lesson()
                self._pause()
                yield f"{name}: {len(learning.kept)} of {self.course.lessons} lessons"
        save(self.out, {name: each.found() for name, each in self.learnt.items()}, self.about)
        self.paused.unlink(missing_ok=True)

    def _pause(self) -> None:
        kept = {name: [each.worth, each.kept] for name, each in self.learnt.items()}
        self.paused.write_text(json.dumps([self.about, kept]))

    def _resume(self) -> None:
        """Go on from where it was paused. Raises Refused for another course."""
        try:
            about, kept = json.loads(self.paused.read_text())
        except (OSError, ValueError):
            raise Refused(
                _("%(file)s is no training to go on with.", file=self.paused.name)
            ) from None
        if about != self.about:
            raise Refused(_("%(file)s was begun as another training.", file=self.paused.name))
        for name, learning in self.learnt.items():
            learning.worth, learning.kept = kept[name]
