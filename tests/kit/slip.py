"""A slip of paper beside the board, of no app's: one for each visitor, and all say the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bruno_site.live import widgets
from bruno_site.live.page import Message, Visitor


class Desk:
    """What all slips show. It stands for what a database would hold."""

    def __init__(self) -> None:
        self.text = "hello"
        self.is_broken = False
        self.drawings = 0
        self.beats: list[int] = []  # how many slips each beat was for
        self.prepared: list[int] = []  # how many were drawn at once
        self.topics: Sequence[str] = ("slip",)


class Slip:
    name = "slip"

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.shown = ""
        self.heard: dict[str, int] = {}

    @property
    def topics(self) -> Sequence[str]:
        return self.desk.topics

    def poked(self, topic: str, stamp: int) -> bool:
        is_news = self.heard.get(topic) != stamp
        self.heard[topic] = stamp
        return is_news

    @classmethod
    def prepare(cls, slips: Sequence[Slip]) -> None:
        slips[0].desk.prepared.append(len(slips))

    def draw(self) -> dict[str, str]:
        self.desk.drawings += 1
        self.shown = self.desk.text
        if self.desk.is_broken:
            raise RuntimeError("a fault of ours")
        return {"slip": f'<p id="slip">{self.shown}</p>', "still": '<p id="still">still</p>'}

    def hear(self, message: Message) -> str:
        if "text" not in message:
            return "That is nothing for a slip."
        self.desk.text = str(message["text"])
        return ""

    @classmethod
    def beat(cls, slips: Sequence[Slip]) -> Iterator[Slip]:
        slips[0].desk.beats.append(len(slips))
        return (slip for slip in slips if slip.shown != slip.desk.text)


@contextmanager
def slips_beside(place: str, desk: Desk) -> Iterator[None]:
    """While this lasts, every page of this place has one."""

    def opens(visitor: Visitor, **named: object) -> Slip:
        if named.get("name") == "torn":
            raise RuntimeError("a fault of ours")
        return Slip(desk)

    widgets.register(opens, place)
    try:
        yield
    finally:
        widgets._opens[place].remove(opens)
