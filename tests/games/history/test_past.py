"""Looking through the games of somebody."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from accounts.models import User
from tests.kit.factories import four_players
from tests.kit.histories import codes, ended, got, tell

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> list[User]:
    return four_players()


@pytest.mark.parametrize(
    ("search", "expected"),
    [
        ("", "dcba"),
        ("result=won", "ca"),
        ("result=lost", "d"),
        ("result=drawn", "b"),
        ("rated=yes", "dca"),
        ("rated=no", "b"),
        ("bots=yes", "d"),
        ("bots=no", "cba"),
        ("partner=carol", "ba"),
        ("partner=CAROL", "ba"),
        ("partner=alice", ""),
        ("opponent=carol", "c"),
        ("opponent=nobody", ""),
        ("together=bob,dave", "cba"),
        ("together=bob", "dcba"),
        ("together=bob, zoe", ""),
        ("since=2026-03-03", "dc"),
        ("until=2026-03-02", "ba"),
        ("since=2026-03-02&until=2026-03-03", "cb"),
        ("result=won&partner=carol", "a"),
        ("result=perhaps", "dcba"),
        ("since=yesterday&result=won", "ca"),
        ("together=a,b,c,d,e,f", "dcba"),
    ],
)
def test_games_are_filtered(client: Client, four: list[User], search: str, expected: str) -> None:
    alice, bob, carol, dave = four
    letters = {
        ended(*four).code: "a",
        ended(*four, day=1, winners=(), is_rated=False).code: "b",
        ended(alice, carol, bob, dave, day=2).code: "c",
        ended(alice, "easy", bob, "easy", day=3, winners=(1, 3)).code: "d",
        ended(alice, bob, kind="uno", day=4).code: "u",
    }
    tell()
    html = got(client, f"/people/alice/?game=bruno&{search}")
    assert "".join(letters[code] for code in codes(html)) == expected
    client.force_login(alice)
    mine = "".join(letters[code] for code in codes(got(client, f"/games/?{search}")))
    assert mine.replace("u", "") == expected
    assert codes(got(client, f"/games/?game=uno&{search}")) in ([], [*letters][-1:])


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        ("", "2026-03-01"),
        ("Asia/Tokyo", "2026-03-02"),
        ("America/New_York", "2026-03-01"),
        ("Nowhere/At all", "2026-03-01"),
        ("../../etc/passwd", "2026-03-01"),
        ("America", "2026-03-01"),
        ("\N{SNOWMAN}" * 70, "2026-03-01"),
    ],
)
def test_a_day_is_that_of_whoever_asks(
    client: Client, four: list[User], zone: str, day: str
) -> None:
    ended(*four, finished_at=datetime(2026, 3, 1, 20, 30, tzinfo=UTC))
    tell()
    for search, number in (
        (f"since={day}", 1),
        (f"until={day}", 1),
        ("since=2026-03-03", 0),
        ("until=2026-02-28", 0),
        (f"since={day}&until={day}", 1),
        ("since=0001-01-01&until=9999-12-31", 1),
    ):
        html = got(client, f"/people/alice/?{search}&zone={zone}")
        assert len(codes(html)) == number, search
    other = {"2026-03-01": "2026-03-02", "2026-03-02": "2026-03-01"}[day]
    assert codes(got(client, f"/people/alice/?since={other}&until={other}&zone={zone}")) == []


@pytest.mark.parametrize(
    ("day", "begins", "ends"),
    [
        (
            "2026-03-29",
            datetime(2026, 3, 28, 23, tzinfo=UTC),
            datetime(2026, 3, 29, 22, tzinfo=UTC),
        ),
        (
            "2026-10-25",
            datetime(2026, 10, 24, 22, tzinfo=UTC),
            datetime(2026, 10, 25, 23, tzinfo=UTC),
        ),
    ],
)
def test_a_day_on_which_the_clocks_change_is_whole(
    client: Client, four: list[User], day: str, begins: datetime, ends: datetime
) -> None:
    moment = timedelta(minutes=10)
    for at in (begins - moment, begins + moment, ends - moment, ends + moment):
        ended(*four, finished_at=at)
    tell()
    for search, n in ((f"since={day}", 3), (f"until={day}", 3), (f"since={day}&until={day}", 2)):
        html = got(client, f"/people/alice/?{search}&zone=Europe/Rome")
        assert len(codes(html)) == n, search


@pytest.mark.parametrize(
    ("search", "sentence"),
    [
        ("result=perhaps", "Select a valid choice."),
        ("since=yesterday", "Enter a valid date."),
        ("together=a,b,c,d,e,f", "At most five names"),
        ("partner=" + "x" * 25, "at most 24 characters"),
    ],
)
def test_what_cannot_be_asked_is_answered_in_a_sentence(
    client: Client, four: list[User], search: str, sentence: str
) -> None:
    assert sentence in got(client, f"/people/alice/?{search}")


def test_pages_of_games_follow_each_other_without_gap_or_overlap(
    client: Client, four: list[User]
) -> None:
    games = [ended(*four, day=number // 3).code for number in range(45)]
    tell()
    path, seen, pages = "/people/alice/?result=won", list[str](), 0
    while path:
        html = got(client, path)
        seen, pages = seen + codes(html), pages + 1
        found = re.search(r'href="(\?[^"]*before=\w+)#past" rel="next"', html)
        path = "/people/alice/" + found[1].replace("&amp;", "&") if found else ""
    assert seen == games[::-1]
    assert pages == 3


def test_a_page_after_no_such_game_is_not_found(client: Client, four: list[User]) -> None:
    got(client, "/people/alice/?before=nosuchgame", 404)


def test_a_page_goes_on_only_after_a_game_of_its_own_list(client: Client, four: list[User]) -> None:
    """Whether there is another one is nobody's business (P24)."""
    alice, bob, carol, dave = four
    ended(*four)
    private = ended(alice, "easy", bob, "easy", day=1, is_watchable=False)
    others = ended(carol, dave, kind="uno", day=2)
    tell()
    for game in (private, others):
        got(client, f"/people/alice/?before={game.code}", 404)
    got(client, f"/people/carol/?game=bruno&before={others.code}", 404)
    client.force_login(alice)
    assert len(codes(got(client, f"/games/?before={private.code}"))) == 1
    got(client, f"/games/?before={others.code}", 404)
