"""A position as HTML, in pieces that are sent only when they differ.

Nobody is connected here, and nothing is pressed: that is `live_page`'s. It serves replays as well.

A position never changes, so what is drawn of it for one point of view is drawn once. Whoever calls
this has made the viewer's language the current one.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from bruno_site.core.bounded_cache import BoundedCache
from bruno_site.core.render import render

from ..log import window
from ..log.pov import Pov
from ..log.states import Facts
from ..log.window import Seen, Told
from ..phrases import translate
from ..rules.early_end import EarlyEnd
from ..rules.table import Layout, Line, Table
from ..rules.words import Phrase, _, ngettext, together
from ..time.attendance import Attendance
from . import conclusion
from .motion import Motion, motion_to
from .news import news
from .ways_out import WaysOut

LOG_LINES = 20

AROUND = ("attend", "clock", "ways-out")  # what stands beside the table and the log
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


class Score(NamedTuple):
    """What became of a game."""

    code: str
    verdict: Phrase
    outcome: Phrase | None
    newest: Told
    moves: Phrase
    result: Markup  # in the game's own way
    was_seated: bool
    has_partners: bool  # who could be swapped
    is_live: bool


class Picture(NamedTuple):
    seen: Seen
    table: Table
    scene: Any
    lines: list[Told]  # newest first

    @property
    def newest(self) -> Line | None:
        return self.lines[0].line if self.lines else None


_pieces: BoundedCache[tuple[Pov, int], Drawn] = BoundedCache(4096)
_boards: BoundedCache[tuple[Pov, int], Markup] = BoundedCache(1024)
_lines_of: BoundedCache[Pov, Parts] = BoundedCache(4096)
# One move changes little of what a table shows to each of its seats: the rest was drawn before.
_drawn: BoundedCache[tuple[str, Hashable, str], Markup] = BoundedCache(1 << 15)


def pieces(pov: Pov, seq: int, early: EarlyEnd | None = None) -> Drawn:
    """Of the log alone: nothing here depends on who is there, or on the time. A game that its
    rules did not end is drawn under the number of a move that it never had."""
    stamp = seq if early is None else seq + 1
    known = _pieces.get((pov, stamp))
    if known is not None:
        return known
    return _pieces.keep((pov, stamp), _cut(pov, stamp, _picture(pov, seq, early)))


def _picture(pov: Pov, seq: int, early: EarlyEnd | None = None) -> Picture:
    if early is None:
        seen = window.seen_by(pov.game_id, pov.seat, seq)
    else:
        seen = window.seen_at_the_end(pov.game_id, pov.seat, seq, early)
    seen = seen.looked_on() if pov.has_given_up else seen
    table = window.table_of(seen.facts.kind)
    scene = table.scene(seen.view, seen.actions, seen.facts.names, pov.taste)
    lines = window.history(pov, max(0, seq - LOG_LINES), seq)
    return Picture(seen, table, scene, lines[::-1])


def _cut(pov: Pov, stamp: int, at: Picture) -> Drawn:
    seen, table = at.seen, at.table
    layout = table.layout(at.scene, at.newest)
    if seen.result:
        layout = _without_round(layout)._replace(over="score")
    drawn = _shared(pov, stamp, at) | _parts(layout, pov.language)
    if seen.result:
        drawn["score"] = _score(pov, at, _ending(at), is_live=True)
    frame = Frame(
        kind=seen.facts.kind,
        layout=layout._replace(parts=()),
        ids=tuple(drawn),
        is_watched=pov.seat is None,
        is_over=seen.result is not None,
    )
    return Drawn(stamp, frame, {**drawn, **_lines(pov, at.lines)}, at.lines, _asked(pov, at))


def _without_round(layout: Layout) -> Layout:
    """The score of the game takes the place of what became of its last round."""
    return layout._replace(parts=tuple(part for part in layout.parts if part.id != layout.over))


def _ending(at: Picture) -> Layout:
    return at.table.ending(at.scene) if at.seen.early_end is None else conclusion.layout(at.seen)


def _asked(pov: Pov, at: Picture) -> Phrase:
    """What the table waits for, or how it ended."""
    if at.seen.early_end is not None:
        return conclusion.sentence(at.seen, at.seen.early_end)
    return at.table.prompt(at.seen.view, at.seen.facts.names, pov.taste)


def _shared(pov: Pov, stamp: int, at: Picture) -> dict[str, str]:
    """What every game's table has."""
    language = pov.language
    drawn: dict[str, str] = {
        "prompt": draw("games/prompt.html", _prompt(pov, at), language),
        "seq": draw("games/seq.html", (stamp, _motion(pov, at)), language),
        "log": draw("games/log.html", news(at.lines, pov.seat), language),
    }
    if at.seen.rests:
        drawn["go-on"] = _go_on(pov, is_ready=False)
    return drawn


def _motion(pov: Pov, at: Picture) -> Motion:
    """Nothing moves when a game ends that its rules did not end."""
    if at.seen.early_end is not None:
        return Motion(at.seen.seq)
    return motion_to(pov.game_id, at.seen.seq)


def _lines(pov: Pov, lines: list[Told]) -> Parts:
    """Each is a piece: whoever has the others needs only the newest, at the top of the list."""
    known, drawn = _lines_of.get(pov, {}), {}
    for line in reversed(lines):
        name = f"{LINE}{line.seq}"
        drawn[name] = known.get(name) or draw("games/line.html", line, pov.language)
    return _lines_of.keep(pov, drawn)


def _prompt(pov: Pov, at: Picture) -> Prompt:
    seen, title = at.seen, at.seen.facts.rules.META.title
    asked = _asked(pov, at)
    return Prompt(
        title=together(asked, title),
        heading=_("%(title)s. %(asked)s", title=title, asked=asked),
        is_mine=seen.is_mine_to_act,
    )


def _parts(layout: Layout, language: str) -> dict[str, str]:
    return {part.id: draw(part.template, part.shown, language) for part in layout.parts}


def ready_parts(pov: Pov) -> dict[str, str]:
    """What changes between two moves, for a viewer who is ready to go on after a round."""
    return {"go-on": _go_on(pov, is_ready=True)}


def _go_on(pov: Pov, *, is_ready: bool) -> Markup:
    is_waiting = is_ready or pov.seat is None or pov.has_given_up
    return draw("games/go_on.html", is_waiting, pov.language)


def whole(frame: Frame, parts: Parts) -> dict[str, str]:
    """The largest elements of the page, with all their pieces in their places."""
    return {
        "table": _table(frame, parts),
        "full-log": _full_log(parts),
        **{name: html for name, html in parts.items() if name in AROUND},
    }


def _table(frame: Frame, parts: Parts) -> Markup:
    return render("games/main.html", frame=frame, parts=parts, board=put(frame.layout, parts))


def _full_log(parts: Parts) -> Markup:
    """The log beside the table, newest line first."""
    lines = [html for name, html in parts.items() if name.startswith(LINE)]
    return render("games/full_log.html", shown=reversed(lines))


def status(shown: Attendance, ways: WaysOut, language: str) -> dict[str, str]:
    """Who is there, how long the table still waits, and what may be done about it: not of the
    log."""
    return {
        "ways-out": draw("games/ways_out.html", ways, language),
        "attend": draw("games/attend.html", shown, language),
        "clock": draw("games/clock.html", shown, language),
    }


def put(layout: Layout, parts: Parts) -> Markup:
    board = render(layout.template, parts=parts, shown=layout.shown)
    return board + render("games/result.html", layout=layout, parts=parts) if layout.over else board


def board(pov: Pov, seq: int) -> Markup:
    """The table alone, as it was at some time: also the last position is no result there."""
    known = _boards.get((pov, seq))
    if known is not None:
        return known
    return _boards.keep((pov, seq), put(*on_paper(pov, seq)))


def on_paper(pov: Pov, seq: int) -> tuple[Layout, dict[str, str]]:
    """The pieces of it."""
    at = _picture(pov, seq)
    layout = at.table.layout(at.scene, at.newest)
    return layout, _shared(pov, seq, at) | _parts(layout, pov.language)


def result(pov: Pov, seq: int, early: EarlyEnd | None) -> Markup:
    """What became of a game, for a page of its own."""
    at = _picture(pov, seq, early)
    return _score(pov, at, _ending(at), is_live=False)


def _score(pov: Pov, at: Picture, layout: Layout, *, is_live: bool) -> Markup:
    seen = at.seen
    score = Score(
        code=seen.facts.code,
        verdict=_asked(pov, at),
        outcome=_("You lost") if conclusion.has_lost(seen, pov) else None,
        newest=at.lines[0],
        moves=ngettext("%(n)s move.", "%(n)s moves.", seen.seq),
        result=put(layout, {}),
        was_seated=pov.seat is not None,
        has_partners=_has_partners(seen.facts),
        is_live=is_live,
    )
    return render("games/score.html", shown=score)


def _has_partners(about: Facts) -> bool:
    teams = about.rules.META.teams(about.config, len(about.names))
    return any(len(team) > 1 for team in teams)


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
