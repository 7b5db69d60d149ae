"""Every kind of page in another language, on a phone."""

from __future__ import annotations

import pytest
from django.conf import settings

from games.rules import kinds
from lobby import service
from tests.kit.browser.boxes import CUT
from tests.kit.browser.people import PHONE, People
from tests.kit.browser.tables import table_of

PAGES = (
    *("/", "/accounts/settings/", "/accounts/account/", "/accounts/blocks/", "/games/", "/people/"),
    *("/games/records/", "/notices/", "/accounts/sign-up/", "/nowhere/"),
)
OF_A_GAME = ("/learn/{}/", "/tables/new/{}/", "/rules/{}/")


@pytest.mark.parametrize("language", ["it", "zh-hans"])
def test_nothing_is_cut_off_or_wider_than_a_phone(people: People, language: str) -> None:
    alice = people.arrive("alice", size=PHONE)
    cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": people.url}
    alice.context.add_cookies([cookie])  # type: ignore[list-item]
    room = service.open_room(user=alice.user, kind="uno", size=6, config={})
    tables = [f"/games/{table_of(kind, alice.user).code}/" for kind in kinds()]
    of_games = [page.format(kind) for page in OF_A_GAME for kind in kinds()]
    faults = {}
    for path in (*PAGES, *of_games, *tables, room.get_absolute_url()):
        alice.go(path)
        assert alice.page.locator("html").get_attribute("lang") == language
        if cut := alice.page.evaluate(CUT):
            faults[path] = cut
    assert faults == {}
