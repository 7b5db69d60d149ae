"""One visitor in a lesson: a page of the live floor that moves when they do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from django.contrib.sessions.backends.base import SessionBase
from django.utils.translation import gettext as _
from markupsafe import Markup

from accounts.guests import dismiss_welcome
from bruno_site.core.i18n import in_language
from bruno_site.live.page import Closed, Message, Parts, Pieces, Visitor
from bruno_site.live.visitors import session_of_key

from ..bots import Bot, usual
from ..log import papers, window
from ..log.pov import Pov
from ..phrases import translate
from ..rules import rules_of
from ..rules.game import IllegalAction
from ..rules.lesson import LEARNER, Asked, Moment, Stop, lessons
from ..rules.table import Layout, Taste
from ..rules.words import Phrase
from ..table import drawing
from ..table.drawing import Frame
from ..table.hearing import seq_shown
from ..table.motion import Motion, motion_to
from .places import has_finished, keep, place_of

# Whatever somebody likes to see else: the captions call the cards by their names.
TASTE = Taste(deck="italian", shows_points=True)
POINTED = Markup(' data-pointed=""')


class Caption(NamedTuple):
    kind: str
    news: tuple[Phrase, ...]  # what happened since the caption before
    told: int  # so many of them have happened already
    text: Phrase
    number: int
    of: int
    is_passing: bool  # the others are still moving
    asks: str | None  # for which action
    is_last: bool
    bot: Bot  # to play against next


class LessonPage:
    topics: Sequence[str] = ()
    unstamped_topics: Sequence[str] = ()

    def __init__(self, kind: str, visitor: Visitor, session: SessionBase) -> None:
        """Raises KeyError for a game that has no lesson."""
        self.lesson = lessons()[kind]
        self.visitor = visitor
        self.session = session
        place = min(place_of(session, kind), len(self.lesson.stops) - 1)
        self.newest = self.lesson.waits[place]
        number = papers.number_of_lesson(kind)
        self.pov = Pov(number, LEARNER, _taste_of(visitor), visitor.language)

    @classmethod
    def open(cls, visitor: Visitor, kind: str) -> LessonPage:
        """For a socket. Raises Closed."""
        try:
            return cls(kind, visitor, session_of_key(visitor.session_key))
        except KeyError:
            raise Closed from None

    @property
    def moment(self) -> Moment:
        return self.lesson.moments[self.newest]

    @property
    def stop(self) -> Stop:
        """Where the lesson waits, or is about to."""
        return self.lesson.stops[self.moment.place]

    @property
    def is_passing(self) -> bool:
        return self.moment.at < self.stop.at

    @property
    def asked(self) -> Asked | None:
        return None if self.is_passing else self.stop.asked

    @property
    def caption(self) -> Caption:
        place, stops, asked = self.moment.place, self.lesson.stops, self.stop.asked
        before = stops[max(0, place - 1)].at
        return Caption(
            kind=self.lesson.kind,
            news=self._news(before, self.stop.at),
            told=len(self._news(before, self.moment.at)),
            text=self.stop.said.phrase,
            number=place + 1,
            of=len(stops),
            is_passing=self.is_passing,
            asks=None if asked is None else asked.action,
            is_last=place == len(stops) - 1,
            bot=usual(self.lesson.kind),
        )

    def draw(self, since: int | None) -> Pieces:
        layout, drawn = drawing.on_paper(self.pov, self.moment.at)
        language, marks = self.pov.language, () if self.is_passing else _marks(self.stop)
        parts: Parts = {
            **{name: _pointed(html, marks) for name, html in drawn.items()},
            "seq": drawing.draw("games/seq.html", (self.newest, self._motion()), language),
            "caption": drawing.draw("learn/caption.html", self.caption, language),
        }
        frame = self._frame(layout, tuple(parts))
        whole = partial(self._whole, frame, parts)
        return Pieces(self.newest, frame, parts, whole, self._said(since))

    def _motion(self) -> Motion:
        """Of the last move, for pages that show the moment before it."""
        return motion_to(self.pov.game_id, self.moment.at)._replace(since=self.newest - 1)

    def _frame(self, layout: Layout, ids: tuple[str, ...]) -> Frame:
        """Also the last position is a table, not a result."""
        return Frame(
            self.lesson.kind, layout._replace(parts=()), ids, is_watched=False, is_over=False
        )

    def _whole(self, frame: Frame, parts: Parts) -> Parts:
        with in_language(self.pov.language):
            return {**drawing.whole(frame, parts), "caption": parts["caption"]}

    def _said(self, since: int | None) -> str:
        """What the others did since then, and what the lesson says to it."""
        if since is None or not 0 <= since < self.newest:
            return ""
        news = self._news(self.lesson.moments[since].at, self.moment.at)
        asks = () if self.is_passing else (self.stop.said.phrase,)
        return " ".join(map(translate, [*news, *asks]))

    def _news(self, since: int, until: int) -> tuple[Phrase, ...]:
        """What happened from one position to another, as the log says it."""
        return tuple(line.phrase for line in window.history(self.pov, since, until))

    def hear(self, message: Message) -> str:
        if seq_shown(message) != self.newest:
            return ""  # pressed twice, or on a page that is behind: it is shown where this one is
        objection = self._objection(message)
        if not objection:
            self._go_on(is_looking_on="along" in message)
        return objection

    def _objection(self, message: Message) -> str:
        """Nothing, to what the lesson waits for."""
        action = message.get("action")
        if isinstance(action, str):
            return self._against(action)
        if self.asked is None and ("on" in message or "ready" in message):
            return ""
        return _("The lesson is waiting for a move of yours: look at what it says.")

    def _against(self, action: str) -> str:
        if self.asked is None:
            return _("Read on first: press “Go on”.")
        if action == self.asked.action:
            return ""
        refusal = self._refusal(action)
        return translate(self.asked.otherwise if refusal is None else refusal)

    def _refusal(self, action: str) -> Phrase | None:
        """What the rules say against it."""
        rules = rules_of(self.lesson.kind)
        state = window.state_of(self.pov.game_id, self.stop.at)
        try:
            rules.apply(state, LEARNER, rules.parse(action))
        except IllegalAction as refusal:
            return refusal.phrase
        return None

    def _go_on(self, *, is_looking_on: bool) -> None:
        """To the next moment, if somebody looks on how the others move, or to where it waits next.
        Whoever comes back meanwhile finds it waiting."""
        self.newest = min(self.newest + 1, len(self.lesson.moments) - 1)
        if not is_looking_on:
            self.newest = self.lesson.waits[self.moment.place]
        keep(self.session, self.lesson.kind, self.moment.place)
        if self.visitor.is_logged_in and has_finished(self.session):
            dismiss_welcome(self.visitor.user.pk)

    @classmethod
    def beat(cls, pages: Sequence[LessonPage]) -> Sequence[LessonPage]:
        """Nothing happens here by itself."""
        return ()


def _taste_of(visitor: Visitor) -> Taste:
    if not visitor.is_logged_in:
        return TASTE
    return TASTE._replace(has_four_colours=window.taste_of(visitor.user).has_four_colours)


def _marks(stop: Stop) -> tuple[str, ...]:
    """What tells the thing that the caption is about from all others: its id, and what it does."""
    about, asked = stop.said.about, stop.asked
    thing = [Markup(' id="{}"').format(about)] if about else []
    return (*thing, Markup(' value="{}"').format(asked.action)) if asked else tuple(thing)


def _pointed(html: str, marks: Sequence[str]) -> str:
    """With what the caption is about marked, if it is in this piece: once."""
    found = next((mark for mark in marks if mark in html), None)
    return html if found is None else html.replace(found, found + POINTED, 1)
