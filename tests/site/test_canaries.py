"""P26: what is logged tells no secret, whatever goes wrong: links, cookies, passwords and seeds are
put in as canaries and looked for in every line."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from django.db import OperationalError
from django.db.backends.utils import CursorWrapper
from django.test import Client
from django.utils import timezone

from bruno_site.logs import Discreet, Structured
from games.log import audit, door
from games.models import Game, Move
from tests.kit.at_table import AtTable
from tests.kit.factories import open_bruno

pytestmark = pytest.mark.django_db

PASSWORD = "canary-of-a-password"
SEED = bytes([201]) * 32


@pytest.fixture
def table() -> AtTable:
    return AtTable(server_seed=SEED)


@pytest.fixture
def browser(table: AtTable) -> Client:
    browser = Client(raise_request_exception=False)
    browser.force_login(table.users[0])
    return browser


def written(caplog: pytest.LogCaptureFixture) -> str:
    """As it stands in the log of a process, in both ways of writing it."""
    ways = (Discreet("%(levelname)s %(name)s: %(message)s"), Structured())
    return "\n".join(way.format(record) for way in ways for record in caplog.records)


def ask_for_trouble(browser: Client, links: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages that are refused, missing, pressed in the wrong way, and without a database."""
    for link in links:
        browser.get(link)
        browser.delete(link)
        browser.get(f"{link}nowhere/?key={PASSWORD}")
    browser.post("/accounts/log-in/", {"username": "zoe", "password": PASSWORD})

    def execute(self: CursorWrapper, *args: Any) -> None:
        raise OperationalError("gone")

    with monkeypatch.context() as away:
        away.setattr(CursorWrapper, "execute", execute)
        for link in links:
            browser.get(link)
            browser.post(link, {"password": PASSWORD})


def test_no_canary_is_found_in_a_log(
    table: AtTable,
    browser: Client,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room, cookie = open_bruno(table.users[1]), browser.cookies["sessionid"].value
    links = [f"/games/{table.code}/", f"/games/{table.code}/record.json", f"/t/{room.code}/"]
    with caplog.at_level(logging.INFO):
        ask_for_trouble(browser, links, monkeypatch)
        game = table.game
        Move.objects.create(game=game, seq=game.seq + 1, seat=0, action="play Qs Qh", by="player")
        Game.objects.filter(pk=game.pk).update(seq=game.seq + 1)
        assert audit.check_some(timezone.now()) == 1
    said = written(caplog)
    assert "gone" in said and "does not replay" in said
    for canary in (table.code, room.code, cookie, PASSWORD, SEED.hex(), "Qs Qh"):
        assert canary not in said


def test_a_program_reads_one_object_a_line_and_the_fault_in_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    try:
        raise ValueError("/t/abcdefgh/ is gone")
    except ValueError:
        logging.getLogger("a").exception("No page for /t/%s/", "abcdefgh")
    line = Structured().format(caplog.records[-1])
    told = json.loads(line)
    assert "\n" not in line
    assert (told["level"], told["logger"], told["message"]) == ("ERROR", "a", "No page for /t/…")
    assert told["fault"].startswith("Traceback") and told["fault"].endswith("/t/… is gone")


def test_a_fault_says_in_which_file_it_was(caplog: pytest.LogCaptureFixture) -> None:
    """Folders of the program are called like the pages whose links are secrets."""
    try:
        door.play(game_id=0, seat=0, seq=0, action="")
    except Game.DoesNotExist:
        logging.getLogger("a").exception("No page for /games/abcdefghijkl/")
    said = written(caplog)
    as_text, as_json = said.split("\n{")
    assert "/games/log/door.py" in as_text and "/games/log/door.py" in as_json
    assert "abcdefghijkl" not in said


def test_a_name_that_nobody_has_any_more_is_not_written_down(
    browser: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        assert browser.get("/people/Quokkamarker/").status_code == 404
    said = written(caplog)
    assert "/people/" in said and "Quokka" not in said
