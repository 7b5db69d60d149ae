"""What is announced, kept in step on every page that is open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from bruno_site.core.render import render
from bruno_site.live.page import Message, Parts, Visitor

from . import reads


class Announced:
    name = "announced"
    topics: Sequence[str] = (reads.TOPIC,)

    def __init__(self) -> None:
        self.shown: tuple[str, ...] | None = None

    @classmethod
    def open(cls, visitor: Visitor, **_named: object) -> Announced:
        return cls()

    def poked(self, topic: str, stamp: int) -> bool:
        reads.forget()
        return True

    @classmethod
    def prepare(cls, everyone: Sequence[Announced]) -> None:
        """It is kept for all pages anyway."""

    def draw(self) -> Parts:
        self.shown = reads.current(timezone.now())
        return {"announced": render("partials/announced.html", announcements=self.shown)}

    def hear(self, message: Message) -> str:
        return _("There is nobody here to hear that.")

    @classmethod
    def beat(cls, everyone: Sequence[Announced]) -> Iterator[Announced]:
        texts = reads.current(timezone.now())
        return (each for each in everyone if each.shown != texts)
