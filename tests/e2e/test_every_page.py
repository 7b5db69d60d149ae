"""Every page of the site, found by asking for its routes: for all eyes and ears, at every size."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings
from django.urls import resolve
from playwright.sync_api import Page

from tests.kit.browser.boxes import CUT, LAID_OVER, SIZES
from tests.kit.browser.people import PHONE, WIDE, People, Person
from tests.kit.browser.walk import CHIEF, NOBODY, NOWHERE, Stop, Walk
from tests.kit.rights import AT_A_GAME, AT_THE_SITE, TALK

# Answers that are no page: pieces of one, files and pictures.
PIECES = ("poll", "announced", "healthz", "record", "all_records", "picture")
# What depends on colours and on the size; the rest of axe's rules asks for neither.
SEEN = ["color-contrast", "target-size", "scrollable-region-focusable"]
RUN = """(options) =>
  axe.run(document, { resultTypes: ["violations"], preload: false, ...options })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`)))"""


def looked_at(people: People, stops: list[Stop]) -> Iterator[tuple[Stop, Page]]:
    """Each page in the browser of whoever sees it."""
    here: dict[str, Person] = {}
    for stop in stops:
        if stop.who not in here:
            here[stop.who] = people.pass_by() if stop.who == NOBODY else people.arrive(stop.who)
        here[stop.who].go(stop.path)
        yield stop, here[stop.who].page


def pages() -> set[str]:
    """Every route that is shown to somebody, by the table of who may do what."""
    lines = (AT_THE_SITE + AT_A_GAME + TALK).splitlines()
    shown = {words[1] for words in map(str.split, lines) if words[:1] == ["GET"]}
    return {name for name in shown if not name.endswith(PIECES)}


def test_no_page_is_forgotten(db: None) -> None:
    paths = {stop.path.partition("?")[0] for stop in Walk().stops()} - {NOWHERE}
    routes = {resolve(path).view_name for path in paths}
    assert {name for name in pages() if not name.startswith("admin:")} <= routes


def test_every_page_is_for_all_eyes_and_ears_at_every_size(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one walk, for it is a long one."""
    monkeypatch.setattr(settings, "HAS_MAIL", True)
    faults = {}
    for stop, page in looked_at(people, list(Walk().stops())):
        # What the desk looks like is Django's own admin.
        heard = axe_finds(page) if stop.who != CHIEF else ()
        if found := {*heard, *lies_wrong(page)}:
            faults[stop] = sorted(found)
    assert faults == {}


def axe_finds(page: Page) -> Iterator[str]:
    """In light on a wide screen, and in dark on a phone."""
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    page.evaluate(AXE_SCRIPT)
    yield from page.evaluate(RUN, {})
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    yield from page.evaluate(RUN, {"runOnly": SEEN})


def lies_wrong(page: Page) -> Iterator[str]:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for fault in (*page.evaluate(CUT), *page.evaluate(LAID_OVER)):
            yield f"{width}: {fault}"
