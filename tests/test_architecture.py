"""Who may import whom, and who may write."""

from __future__ import annotations

import ast
import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from tests.kit.imports import calls_in, imports_of, is_allowed, rows
from tests.kit.repository import ROOT, module_of, sources

# A module, and all that it may import beside the standard library: “x” is x and what is in it,
# “x!” is x alone. The first row that fits counts.
ROWS = """
games.personal_data         games.log games.rules.game accounts.models bruno_site.core.personal_data
lobby.personal_data         lobby accounts.models bruno_site.core.personal_data
games.rules.KIND            games.rules! games.rules.SHARED games.rules.KIND
games.rules.KIND.*          games.rules! games.rules.SHARED games.rules.KIND
games.rules                 games.rules.game
games.rules.*               games.rules! games.rules.SHARED
games.bots                  games.bots games.rules numpy
games.bots.*                games.bots games.rules numpy
games.lab*                  games.lab games.bots games.rules numpy pettingzoo gymnasium
games.models                games.rules games.history.models games.posted.models games.time.models
                            games.log.models django
games.posted.models         django
games.posted.reads          games.posted.models games.rules.game games.rules.words
                            bruno_site.core.bounded_cache bruno_site.live.topics django
games.posted.beside         games.posted.reads bruno_site.core.render bruno_site.live.page django
games.posted.views          games.posted.beside bruno_site.live django
games.posted
games.log.triggers          bruno_site.core.triggers
games.log.states            games.models games.log.papers games.time.pace games.rules
                            bruno_site.core.bounded_cache django
games.log.pov               games.rules.game games.rules.table
games.log.position          games.models games.log.states games.time.pace games.rules.game
games.log.dealer            games.log.position games.log.states games.rules.game
games.log.window            games.models games.log games.time.pace games.rules accounts.models
                            bruno_site.core.bounded_cache django.db
games.log.models            django
games.log.renaming          games.log.states accounts.models bruno_site.live.topics django.db
games.log.audit             games.models games.log games.rules! games.rules.replay
                            bruno_site.core.metrics django.db
games.log.export            games.models games.rules
games.log.sharing           games.models django
games.log.papers            games.models games.rules accounts.models bruno_site.core.bounded_cache
                            django.db
games.log.listeners         games.models django.db
games.log.entry             games.models games.rules! games.rules.game games.rules.early_end
                            accounts.models django.db
games.log.company           games.models games.rules.game games.rules.words accounts.models django
games.log.door              games.models games.posted.reads games.log games.time.clock
                            games.time.pace games.rules accounts.models django
games.log.writing           games.models games.log games.time.clock games.rules
                            bruno_site.live.topics bruno_site.core.metrics django
games.log.presence          games.models games.log games.time.clock games.time.pace django.db
games.log.ends              games.models games.log games.time.clock games.rules django
games.log.fork              games.models games.posted.reads games.log games.time.clock games.rules
                            accounts.models django
games.log
games.time.models           django.db
games.time.pace             games.rules.words
games.time.clock            games.models games.log.position games.time.pace games.rules.game
games.time.attendance       games.models games.log.position games.log.states games.time.clock
                            games.time.pace games.rules.game games.rules.words
games.time.claims           games.models games.log.position django.db
games.time.thinking         games.bots games.rules! games.rules.game
games.time.pulse            games.models games.time.pace bruno_site.live.threads django
games.time.house            games.log games.time games.models games.bots! games.rules.game
                            bruno_site.core.metrics bruno_site.live.threads django
games.time
games.phrases               games.rules.words games.rules.table bruno_site.core.i18n django
                            markupsafe
games.table.hearing         games.log games.rules.game bruno_site.core.numbers
games.table.conclusion      games.log.pov games.log.window games.rules.SHARED
games.table.plates          games.rules.SHARED games.phrases markupsafe
games.table.motion          games.log games.rules.game games.rules.table
                            bruno_site.core.bounded_cache importlib
games.table.news            games.log.window games.rules.game
games.table.ways_out        games.log games.time.clock games.models games.rules.game
                            games.rules.words
games.table.rating_changes  games.history.models games.history.ratings games.models games.rules.game
                            games.rules.words
games.table.drawing         games.log games.time.attendance games.rules.SHARED games.table
                            games.phrases bruno_site.core.render bruno_site.core.bounded_cache
                            django markupsafe
games.table.frozen          games.log games.phrases games.rules.words django
games.table.glance          games.log.pov games.rules.SHARED games.table.drawing markupsafe
games.table.live_page       games.log games.time.attendance games.time.pace games.models
                            games.rules.SHARED games.table games.phrases bruno_site.live.page
                            bruno_site.core.render bruno_site.core.i18n django
games.table.views           games.log games.models games.table bruno_site.live django
games.table
games.history.rows          games.models games.history games.log.window games.bots!
                            games.rules.SHARED games.phrases accounts.models bruno_site.core.i18n
                            django
games.history.models        django
games.history.skill         games.rules.game openskill
games.history.ratings       games.history games.bots! django.db
games.history.played        games.history games.log.listeners games.log.writing games.models
                            games.rules! games.rules.game bruno_site.live.topics django.db
games.history.anew          games.history games.models django.db
games.history.tallies       games.history.models django.db
games.history.many          games.history.models django.db
games.history.curve         games.history.ratings
games.history.past          games.history.models games.models games.rules! games.phrases
                            accounts.models accounts.names django
games.history.profile       games.history games.rules! games.rules.words accounts.models django.db
games.history.people        games.history games.rules! accounts.models accounts.names django
games.history.urls          games.history.people django.urls
games.history.moments       games.log games.rules.SHARED bruno_site.core.bounded_cache django.urls
                            bruno_site.core.numbers
games.history.card_pictures django.conf PIL
games.history.pictures      games.log games.history games.phrases games.rules.SHARED
                            accounts.rate_limits bruno_site.core.bounded_cache django PIL
games.history.back_page     games.log games.models bruno_site.live django.utils
games.history.branching     games.bots! games.log games.history games.models games.phrases
                            bruno_site.core.numbers games.rules.SHARED accounts.rate_limits
                            accounts.models django
games.history.records       games.log.export games.history django
games.history.papers_pages  games.log games.history games.models games.phrases games.rules.SHARED
                            accounts.rate_limits accounts.models channels.db django
games.history.*s            games.log games.history games.table games.models games.rules.SHARED
                            accounts.models bruno_site.core.cross_app_urls django
games.history
games.lessons.places        games.rules.lesson accounts.guests django
games.lessons.lesson_page   games.lessons games.log games.bots! games.rules! games.rules.SHARED
                            games.table games.phrases accounts.guests bruno_site.live
                            bruno_site.core.i18n django markupsafe
games.lessons.views         games.lessons games.bots! games.rules! games.table.glance
                            accounts.rate_limits bruno_site.live django
games.lessons.urls          games.lessons bruno_site.live django.urls
games.lessons
games.urls                  games.table games.history games.posted bruno_site.live django.urls
games.admin                 games.models games.log.ends games.log.sharing games.log.writing
                            games.rules! games.rules.words games.posted.reads games.phrases
                            accounts.moderation accounts.models accounts.names
                            bruno_site.core.admin_base django
games.deleted_people        games.phrases games.rules.game games.rules.words accounts.deleted_people
                            accounts.models django
games.apps                  games.deleted_people games.log.triggers games.log.renaming
                            games.history.played games.lessons.places games.posted.beside
                            bruno_site.live.widgets django
games.jobs                  games.log bruno_site.core.jobs
games.management*           games accounts.models bruno_site.shutdown bruno_site.core.jobs
                            bruno_site.live.hub bruno_site.malloc bruno_site.core.metrics django
                            uvloop
games
lobby.matching*             lobby.matching
lobby.evening               lobby.matching
lobby.service               lobby.service
lobby.service.*             lobby.service games.posted.reads lobby.models lobby.notices.calls
                            lobby.queue.tickets lobby.queue.shapes lobby.seating_rules
                            accounts.rate_limits accounts.models accounts.blocks games.bots!
                            games.log games.models games.history.ratings games.time.pace
                            games.time.pulse games.rules! games.rules.SHARED bruno_site.live.topics
                            django
lobby.jobs                  lobby.service lobby.queue lobby.talk.lines lobby.notices.calls
                            bruno_site.core.jobs
lobby.management*           lobby games.management games.models games.rules! games.time.pace
                            accounts django
lobby*                      lobby games.deleted_people games.posted.reads accounts games.bots!
                            games.log games.history games.models games.time.pace games.time.pulse
                            games.phrases games.rules! games.rules.SHARED bruno_site.live
                            bruno_site.core.admin_base bruno_site.core.render
                            bruno_site.core.bounded_cache bruno_site.core.cross_app_urls
                            bruno_site.core.timestamps bruno_site.core.numbers bruno_site.core.i18n
                            markdown_it markupsafe django
accounts.jobs               accounts bruno_site.core.jobs django
accounts.blocks             accounts bruno_site.live.topics django
accounts.names              accounts.reserved_names confusable_homoglyphs django
accounts*                   accounts bruno_site.core.addresses bruno_site.core.personal_data
                            django_otp segno bruno_site.core.admin_base bruno_site.core.triggers
                            bruno_site.core.cross_app_urls bruno_site.core.timestamps
                            bruno_site.core.i18n django
bruno_site.server           daphne daphne.cli daphne.ws_protocol uvloop bruno_site.malloc
                            bruno_site.server_limits
bruno_site.malloc           ctypes
bruno_site.server_limits    bruno_site.core.addresses bruno_site.live.quotas bruno_site.origins
                            daphne.http_protocol daphne.ws_protocol django.conf twisted.web.http
bruno_site.asgi             bruno_site games.urls games.lessons.urls lobby.urls channels django
bruno_site.startup          games.time bruno_site.shutdown bruno_site.core.jobs bruno_site.live.hub
                            bruno_site.live.threads bruno_site.core.metrics django
bruno_site.core.jobs        channels.db django
bruno_site.live*            bruno_site.live bruno_site.core.addresses
                            bruno_site.core.input_validation bruno_site.core.metrics
                            bruno_site.core.numbers bruno_site.core.i18n autobahn channels django
bruno_site.core.metrics     prometheus_client django
bruno_site.core.render      jinja2 markupsafe django.template
bruno_site.core.templates   bruno_site games.rules.words games.phrases jinja2 markupsafe django
                            django_htmx
bruno_site.core.postgresql  django.core.exceptions psycopg psycopg_pool
bruno_site*                 bruno_site channels redis whitenoise django
"""

# Templates of this folder, and the apps whose pages they may name: a link is an import too. What
# lies straight in templates/ is the site's, as partials/ is, and leads everywhere.
MAY_LINK = {
    "templates": "accounts games learn lobby people",
    "templates/partials": "accounts games lobby people",
    "templates/accounts": "accounts",
    "templates/games": "games",
    "templates/people": "people games",
    "templates/learn": "learn",
    "templates/lobby": "lobby games learn accounts",
    "templates/rules": "lobby",
    "templates/talk": "lobby accounts",
    "templates/notices": "lobby",
}
LINK = re.compile(r"""\burl\(\s*["'](\w+):""")

WRITES = {"create", "bulk_create", "get_or_create", "update_or_create", "update", "bulk_update"}
WRITES |= {"delete", "save"}


@pytest.mark.parametrize("path", sources("games", "lobby", "accounts", "bruno_site"), ids=module_of)
def test_every_module_imports_only_what_its_row_allows(path: Path) -> None:
    module = module_of(path)
    allowed = next((names for row, names in rows(ROWS) if fnmatchcase(module, row)), None)
    assert allowed is not None, f"{module} has no row: say what it may import"
    assert [name for name in imports_of(path) if not is_allowed(name, allowed)] == []


def test_every_row_is_about_some_module() -> None:
    modules = [module_of(path) for path in sources("games", "lobby", "accounts", "bruno_site")]
    idle = [row for row, _names in rows(ROWS) if not any(fnmatchcase(m, row) for m in modules)]
    assert idle == []


def templates() -> list[Path]:
    of_kinds = (ROOT / "games").rglob("templates/**/*.html")
    return sorted([*(ROOT / "templates").rglob("*.html"), *of_kinds])


def may_link(template: Path) -> set[str]:
    folder = template.parent.relative_to(ROOT).as_posix()
    if folder.startswith("games/"):
        return {"games"}
    assert folder in MAY_LINK, f"{folder} has no row: say where its templates may lead"
    return set(MAY_LINK[folder].split())


@pytest.mark.parametrize("path", templates(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_template_leads_only_where_its_app_may_import(path: Path) -> None:
    assert set(LINK.findall(path.read_text())) <= may_link(path)


def test_the_view_of_a_game_is_taken_in_one_place() -> None:
    """Bots and their simulation apart, and the rules themselves, which nobody imports by kind."""
    callers = {
        module_of(path)
        for path in sources("games", "lobby", "accounts", "bruno_site")
        for name, call in calls_in(path)
        if name == "view" and isinstance(call.func, ast.Attribute)
    }
    free = ("games.rules.", "games.bots", "games.lab")
    assert {caller for caller in callers if not caller.startswith(free)} == {"games.log.window"}


# Who writes to tables. The door of an app does whatever players do; beside it there is only who
# books that a table is claimed, that people can act, who looks at a game and that a listener has
# heard, and what is read off finished games.
WRITERS = {
    "games": {"games.log.writing", "games.log.door", "games.log.ends", "games.log.fork"}
    | {"games.log.papers", "games.log.entry", "games.log.listeners", "games.log.sharing"}
    | {"games.log.audit", "games.log.presence"}
    | {"games.time.claims", "games.time.pulse", "games.history.played", "games.history.ratings"}
    | {"games.history.many", "games.history.tallies", "games.history.anew"}
    | {"games.management.demonstration"},
    "lobby": {"lobby.service", "lobby.talk.lines", "lobby.talk.reports", "lobby.notices.calls"}
    | {"lobby.personal_data", "lobby.queue.tickets", "lobby.queue.parties", "lobby.queue.matches"}
    | {"lobby.management.demonstration"},
}
# They import no table to write to, as the rows above have it.
PURE = ("games.rules", "games.bots", "games.lab")
# Spelled like a write to a table of ours, but on something else: "module: owner.name".
NO_WRITES = {
    "games.lessons.places: session.save",
    "games.history.pictures: picture.quantize(64).save",
}


def writers_in(app: str) -> dict[str, set[str]]:
    """By module the calls that may change a table, whatever they are called on."""
    found: dict[str, set[str]] = {}
    for path in sources(app):
        for name, call in calls_in(path):
            if name in WRITES and isinstance(call.func, ast.Attribute):
                module, owner = module_of(path), ast.unparse(call.func.value)
                if not module.startswith(PURE) and f"{module}: {owner}.{name}" not in NO_WRITES:
                    found.setdefault(module, set()).add(f"{owner}.{name}")
    return found


@pytest.mark.parametrize("app", WRITERS)
def test_only_the_door_of_an_app_writes_to_its_tables(app: str) -> None:
    doors = tuple(WRITERS[app])
    assert {m: calls for m, calls in writers_in(app).items() if not m.startswith(doors)} == {}


FLOOR = "bruno_site.live"
LIVE = [f"{FLOOR}.socket", f"{FLOOR}.hub", "games.table.live_page", "games.table.drawing"]
LIVE += ["games.lessons.lesson_page", "lobby.room_page", "lobby.lobby_page", "lobby.hall"]
LIVE += ["lobby.queue.page", "games.posted.beside"]


def test_what_is_live_asks_queries_and_never_a_table() -> None:
    texts = {module_of(path): path.read_text() for path in sources("bruno_site", "games", "lobby")}
    assert [module for module in LIVE if ".objects" in texts[module]] == []
