"""P26: the logs hold no secret, whatever goes wrong.

Links, cookies, passwords and seeds serve as canaries: the tests look for them in every line.
"""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from django.db import OperationalError
from django.db.backends.utils import CursorWrapper
from django.test import Client
from django.utils import timezone

from bruno_site.core.log_output import JsonFormatter, PlainFormatter
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


def log_text(caplog: pytest.LogCaptureFixture) -> str:
    """Return what the log of a process would hold, in both formats."""
    formatters = (PlainFormatter("%(levelname)s %(name)s: %(message)s"), JsonFormatter())
    return "\n".join(
        formatter.format(record) for formatter in formatters for record in caplog.records
    )


def cause_errors(browser: Client, links: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask for pages that are refused or missing, with wrong methods, and without a database."""
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
        cause_errors(browser, links, monkeypatch)
        game = table.game
        Move.objects.create(game=game, seq=game.seq + 1, seat=0, action="play Qs Qh", by="player")
        Game.objects.filter(pk=game.pk).update(seq=game.seq + 1)
        assert audit.check_some(timezone.now()) == 1
    log = log_text(caplog)
    assert "gone" in log and "does not replay" in log
    for canary in (table.code, room.code, cookie, PASSWORD, SEED.hex(), "Qs Qh"):
        assert canary not in log


def test_a_json_log_has_one_object_a_line_with_the_traceback_in_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    try:
        raise ValueError("/t/abcdefgh/ is gone")
    except ValueError:
        logging.getLogger("a").exception("No page for /t/%s/", "abcdefgh")
    line = JsonFormatter().format(caplog.records[-1])
    entry = json.loads(line)
    assert "\n" not in line
    assert (entry["level"], entry["logger"], entry["message"]) == ("ERROR", "a", "No page for /t/…")
    assert entry["fault"].startswith("Traceback") and entry["fault"].endswith("/t/… is gone")


def test_a_traceback_keeps_its_file_names(caplog: pytest.LogCaptureFixture) -> None:
    """Folders of the program have the same names as the pages whose links are secrets."""
    try:
        door.play(game_id=0, seat=0, seq=0, action="")
    except Game.DoesNotExist:
        logging.getLogger("a").exception("No page for /games/abcdefghijkl/")
    log = log_text(caplog)
    as_text, as_json = log.split("\n{")
    assert "/games/log/door.py" in as_text and "/games/log/door.py" in as_json
    assert "abcdefghijkl" not in log


def test_the_name_in_the_address_of_a_missing_person_is_not_logged(
    browser: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        assert browser.get("/people/Quokkamarker/").status_code == 404
    log = log_text(caplog)
    assert "/people/" in log and "Quokka" not in log
