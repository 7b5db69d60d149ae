"""What a viewer sees, as HTML, in pieces that are sent only when they differ.

A position never changes, so what is drawn of it for one point of view is drawn once. Whoever calls
this has made the viewer's language the current one.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache
from typing import Any, NamedTuple, cast

from django.template import engines
from django.template.backends.jinja2 import Jinja2
from jinja2 import Template
from markupsafe import Markup

from bruno_site.kept import Kept

from ..log import window
from ..log.pov import Pov
from ..log.window import Seen, Told
from ..rules.table import Layout, Line, Part, Table
from ..rules.words import Phrase, _, ngettext, together
from ..time.attendance import Attendance
from .words import translate

LOG_LINES = 20
NEWS_LINES = 2

AROUND = ("attend", "clock")  # what stands beside the table and the log
LINE = "full-log/m"  # a part named like this is a line that goes to the top of the list

Parts = Mapping[str, str]


class Frame(NamedTuple):
    """What the places of a table depend on: while it stays, pieces may be sent one by one."""

    kind: str
    layout: Layout  # without what is shown in its parts
    ids: tuple[str, ...]
    is_watched: bool
    is_over: bool


class Drawn(NamedTuple):
    """A position for one point of view, cut into pieces."""

    stamp: int
    frame: Frame
    parts: Parts  # by the id of the one element that each is
    lines: list[Told]  # newest first
    asked: Phrase  # what the table waits for, or how it ended


class Prompt(NamedTuple):
    """What the table waits for, for the page's title and for those who listen."""

    title: Phrase
    heading: Phrase
    is_mine: bool
    is_over: bool


class Score(NamedTuple):
    """What became of a game."""

    game_id: int
    ending: Phrase
    outcome: Phrase | None
    newest: Told
    moves: Phrase
    result: Markup  # in the game's own way
    was_seated: bool
    is_live: bool


class Picture(NamedTuple):
    seen: Seen
    table: Table
    scene: Any
    lines: list[Told]  # newest first

    @property
    def newest(self) -> Line | None:
        return self.lines[0].line if self.lines else None


_pieces: Kept[tuple[Pov, int], Drawn] = Kept(4096)
_boards: Kept[tuple[Pov, int], Markup] = Kept(1024)
_told: Kept[tuple[Pov, int], Markup] = Kept(1 << 16)
# One move changes little of what a table shows to each of its seats: the rest was drawn before.
_drawn: Kept[tuple[str, Hashable, str], Markup] = Kept(1 << 15)


def pieces(pov: Pov, seq: int) -> Drawn:
    """Of the log alone: nothing here depends on who is there, or on the time."""
    known = _pieces.get((pov, seq))
    if known is not None:
        return known
    return _pieces.keep((pov, seq), _cut(pov, _picture(pov, seq)))


def _picture(pov: Pov, seq: int) -> Picture:
    seen = window.seen_by(pov.game_id, pov.seat, seq)
    table = window.table_of(seen.facts.kind)
    scene = table.scene(seen.view, seen.actions, seen.facts.names, pov.taste)
    lines = window.history(pov, max(0, seq - LOG_LINES), seq)
    return Picture(seen, table, scene, lines[::-1])


def _cut(pov: Pov, at: Picture) -> Drawn:
    seen, table = at.seen, at.table
    layout = table.ending(at.scene) if seen.result else table.layout(at.scene, at.newest)
    drawn = _shared(pov, at) | _parts(layout, pov.language)
    if seen.result:
        drawn["score"] = _score(pov, at, layout, is_live=True)
    frame = Frame(
        kind=seen.facts.kind,
        layout=Layout(layout.template, shown=layout.shown),
        ids=tuple(drawn),
        is_watched=pov.seat is None,
        is_over=seen.result is not None,
    )
    asked = table.prompt(seen.view, seen.facts.names)
    return Drawn(seen.seq, frame, drawn | _lines(pov, at.lines), at.lines, asked)


def _shared(pov: Pov, at: Picture) -> dict[str, str]:
    """What every game's table has."""
    language = pov.language
    news = tuple(draw("games/news.html", line, language) for line in at.lines[:NEWS_LINES])
    drawn: dict[str, str] = {
        "prompt": draw("games/prompt.html", _prompt(at), language),
        "seq": draw("games/seq.html", at.seen.seq, language),
        "log": render("games/log.html", shown=news),
    }
    if at.seen.rests:
        drawn["go-on"] = _go_on(pov, is_ready=False)
    return drawn


def _lines(pov: Pov, lines: list[Told]) -> dict[str, str]:
    """Each is a piece: whoever has the others needs only the newest, at the top of the list."""
    return {f"{LINE}{line.seq}": _line(pov, line) for line in reversed(lines)}


def _line(pov: Pov, line: Told) -> Markup:
    key = (pov, line.seq)
    known = _told.get(key)
    return _told.keep(key, draw("games/line.html", line, pov.language)) if known is None else known


def _prompt(at: Picture) -> Prompt:
    seen, title = at.seen, at.seen.facts.rules.META.title
    asked = at.table.prompt(seen.view, seen.facts.names)
    return Prompt(
        title=together(asked, title),
        heading=_("%(title)s. %(asked)s", title=title, asked=asked),
        is_mine=seen.is_mine_to_act,
        is_over=seen.result is not None,
    )


def _parts(layout: Layout, language: str) -> dict[str, str]:
    return {part.id: _part(part, language) for part in layout.parts}


def _part(part: Part, language: str) -> Markup:
    return draw(part.template, part.shown, language)


def rest_parts(pov: Pov, seq: int) -> dict[str, str]:
    """What changes between two moves: who is ready to go on after a round."""
    shown = pieces(pov, seq)
    if "go-on" not in shown.parts or not window.is_ready(pov.game_id, pov.seat, seq):
        return {}
    return {"go-on": _go_on(pov, is_ready=True)}


def _go_on(pov: Pov, *, is_ready: bool) -> Markup:
    is_waiting = is_ready or pov.seat is None
    return draw("games/go_on.html", is_waiting, pov.language)


def whole(frame: Frame, parts: Parts) -> dict[str, str]:
    """The largest elements of the page, with all their pieces in their places."""
    return {
        "table": _table(frame, parts),
        "full-log": _full_log(parts),
        **{name: html for name, html in parts.items() if name in AROUND},
    }


def _table(frame: Frame, parts: Parts) -> Markup:
    board = None if frame.is_over else _put(frame.layout, parts)
    return render("games/main.html", frame=frame, parts=parts, board=board)


def _full_log(parts: Parts) -> Markup:
    """The log beside the table, newest line first."""
    lines = [html for name, html in parts.items() if name.startswith(LINE)]
    return render("games/full_log.html", shown=reversed(lines))


def status(shown: Attendance, language: str) -> dict[str, str]:
    """Who is there, and how long the table still waits: not of the log."""
    return {
        "attend": render("games/attend.html", shown=shown),
        "clock": render("games/clock.html", shown=shown),
    }


def _put(layout: Layout, parts: Parts) -> Markup:
    return render(layout.template, parts=parts, shown=layout.shown)


def board(pov: Pov, seq: int) -> Markup:
    """The table alone, as it was at some time: also the last position is no result there."""
    known = _boards.get((pov, seq))
    if known is not None:
        return known
    at = _picture(pov, seq)
    layout = at.table.layout(at.scene, at.newest)
    parts = _shared(pov, at) | _parts(layout, pov.language)
    return _boards.keep((pov, seq), _put(layout, parts))


def result(pov: Pov, seq: int) -> Markup:
    """What became of a game, for a page of its own."""
    at = _picture(pov, seq)
    return _score(pov, at, at.table.ending(at.scene), is_live=False)


def _score(pov: Pov, at: Picture, layout: Layout, *, is_live: bool) -> Markup:
    seen = at.seen
    score = Score(
        game_id=pov.game_id,
        ending=at.scene.ending,
        outcome=_("You lost") if seen.outcome == "lost" else None,
        newest=at.lines[0],
        moves=ngettext("%(n)s move.", "%(n)s moves.", seen.seq),
        result=_put(layout, {}),
        was_seated=pov.seat is not None,
        is_live=is_live,
    )
    return render("games/score.html", shown=score)


def announcement(shown: Drawn, since: int | None) -> str:
    """One sentence an event, oldest first, and what is asked now."""
    if since is None or since >= shown.stamp:
        return ""
    news = [line.phrase for line in reversed(shown.lines) if line.seq > since]
    return " ".join(map(translate, [*news, shown.asked]))


def draw(template: str, shown: Hashable, language: str) -> Markup:
    """What a template makes of this value, which it calls `shown`, and of nothing else."""
    key = (template, shown, language)
    known = _drawn.get(key)
    return _drawn.keep(key, render(template, shown=shown)) if known is None else known


def render(template: str, **shown: Any) -> Markup:
    return Markup(_template(template).render(shown))


@cache
def _template(name: str) -> Template:
    return cast(Jinja2, engines["jinja2"]).env.get_template(name)
