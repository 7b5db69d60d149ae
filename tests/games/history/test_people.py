"""Pages about people: what they say, and to whom."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Game, Tally
from games.posted.reads import current as announcements
from tests.kit.factories import UserFactory, four_players
from tests.kit.histories import DAWN, codes, ended, got, tell

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> list[User]:
    return four_players()


def figures(html: str) -> dict[str, str]:
    text = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", html, re.DOTALL)
    return {re.sub(r"<.*?>", "", term): re.sub(r"<.*?>|\s+", " ", said) for term, said in text}


def table_under(html: str, title: str) -> list[list[str]]:
    (part,) = re.findall(rf"<h2>{title}</h2>(.*?)</section>", html, re.DOTALL)
    lines = re.findall(r"<tr>(.*?)</tr>", part, re.DOTALL)[1:]
    return [[re.sub(r"<.*?>", "", cell) for cell in line.split("</td>")[:-1]] for line in lines]


def an_evening(four: list[User], games: int = 6, **columns: Any) -> list[Game]:
    """alice and carol win but for the last."""
    last = games - 1
    played = [
        ended(*four, winners=(1, 3) if day == last else (0, 2), day=day, **columns)
        for day in range(games)
    ]
    tell()
    return played


def test_a_person_has_a_page_with_figures_and_games(client: Client, four: list[User]) -> None:
    games = an_evening(four)
    html = got(client, "/people/alice/")
    shown = figures(html)
    assert (shown["Games"], shown["Won"].split()) == ("6", ["5", "83", "%"])
    assert int(shown["Rating"].split()[0]) > 1500 and "±" in shown["Rating"]
    assert shown["Place"].split() == ["1", "of", "4"]
    assert codes(html) == [game.code for game in reversed(games)]
    assert html.count(">won<") == 5 + 1 and html.count(">lost<") == 1 + 1  # and in the filter


def test_a_game_without_a_winner_is_a_draw(client: Client, four: list[User]) -> None:
    ended(*four, winners=())
    tell()
    assert '<span class="tag">drawn</span>' in got(client, "/people/alice/")


def test_a_line_says_with_whom_and_against_whom_and_leads_to_them(
    client: Client, four: list[User]
) -> None:
    ended(*four)
    tell()
    html = re.sub(r"\s+", " ", got(client, "/people/alice/"))
    links = {name: f'<a href="/people/{name}/">{name}</a>' for name in ("bob", "carol", "dave")}
    company = f"with {links['carol']} against {links['bob']}, {links['dave']}"
    assert f"</span> {company}" in html
    client.force_login(four[0])
    assert f"</span> Bruno {company}" in re.sub(r"\s+", " ", got(client, "/games/"))


def test_company_is_counted_by_partner_and_by_opponent(client: Client, four: list[User]) -> None:
    an_evening(four, games=3)
    ended(four[0], four[2], four[1], four[3])
    tell()
    html = got(client, "/people/alice/")
    assert table_under(html, "By partner") == [["carol", "3", "67 %"], ["bob", "1", "100 %"]]
    assert [row[:2] for row in table_under(html, "By opponent")] == [
        ["dave", "4"],
        ["bob", "3"],
        ["carol", "1"],
    ]


def test_a_rating_and_its_curve_are_hidden_until_the_fifth_game(
    client: Client, four: list[User]
) -> None:
    an_evening(four, games=4)
    html = got(client, "/people/alice/")
    assert "after five rated games" in html and 'class="curve"' not in html
    assert "rating +" not in html
    an_evening(four, games=2)
    html = got(client, "/people/alice/")
    assert "after five rated games" not in html and 'class="curve"' in html
    assert html.count("Rating after each of the last rated games") == 1


HIDDEN: dict[str, Any] = {"private": {"is_watchable": False}, "bots": {}}


@pytest.mark.parametrize("why", HIDDEN)
def test_what_is_not_open_is_seen_by_its_players_alone(
    client: Client, four: list[User], why: str
) -> None:
    sitters = [*four] if why == "private" else [four[0], "easy", "hard", "easy"]
    seen, hidden = ended(*four), ended(*sitters, day=1, **HIDDEN[why])
    tell()
    for path in (
        "/people/alice/",
        "/people/alice/?result=won&game=bruno",
        "/people/alice/?rated=yes",
    ):
        assert codes(got(client, path)) == [seen.code], "a visitor"
    assert figures(got(client, "/people/alice/"))["Games"] == "1"
    client.force_login(four[1])
    html = got(client, "/people/alice/")
    assert codes(html) == [seen.code] and "bot (" not in html.lower()
    client.force_login(four[0])
    html = got(client, "/people/alice/")
    assert codes(html) == [hidden.code, seen.code]
    assert figures(html)["Games"] == "2"
    assert codes(got(client, "/games/")) == [hidden.code, seen.code]


def test_a_private_game_is_in_nobody_elses_company(client: Client, four: list[User]) -> None:
    ended(*four, is_watchable=False)
    tell()
    html = got(client, "/people/alice/")
    assert "carol" not in html and "By partner" not in html


@pytest.mark.parametrize("name", ["zoe", "..", "x" * 500, "<b>"])
def test_nobody_of_that_name_is_not_found(client: Client, name: str) -> None:
    assert client.get(f"/people/{name}/").status_code == 404


def test_whoever_has_left_for_good_has_no_page_and_is_not_linked(
    client: Client, four: list[User]
) -> None:
    an_evening(four)
    User.objects.filter(pk=four[2].pk).update(is_active=False)
    got(client, "/people/carol/", 404)
    assert 'href="/people/carol/"' not in got(client, "/people/alice/")
    assert "carol" not in got(client, "/people/?game=bruno")


def test_a_place_on_the_ladder_is_the_same_on_every_page(client: Client, four: list[User]) -> None:
    """Whoever has left for good is before nobody."""
    an_evening(four)
    User.objects.filter(pk=four[0].pk).update(is_active=False)
    client.force_login(four[3])
    html = got(client, "/people/?game=bruno")
    (mine,) = re.findall(r'<tr aria-current="true"><td>(\d+)</td>', html)
    assert re.search(rf"<h2>You</h2>.*{mine}\b.*of 3", html, re.DOTALL)
    assert figures(got(client, "/people/dave/"))["Place"].split() == [mine, "of", "3"]


def test_a_name_is_found_however_it_is_written_and_shown_harmlessly(client: Client) -> None:
    UserFactory.create(username="Ünal")
    assert "<h1>Ünal</h1>" in got(client, "/people/ÜNAL/")


def test_the_ladder_is_sorted_by_what_is_sure(client: Client, four: list[User]) -> None:
    an_evening(four, games=12)
    for _game in range(2):
        ended("expert", "easy", "expert", "easy")
    tell()
    html = got(client, "/people/?game=bruno")
    names = re.findall(r"<td>\d+</td><td>(?:<a[^>]*>)?([^<]+)", html)
    assert sorted(names[:2]) == ["alice", "carol"] and sorted(names[2:]) == ["bob", "dave"]
    assert "Expert" not in html, "two games are not five"
    assert "Nobody has played five rated games yet." in got(client, "/people/?game=uno")
    assert "<tr aria-current" not in html
    client.force_login(four[3])
    html = got(client, "/people/?game=bruno")
    assert re.search(r"<h2>You</h2>.*of 4", html, re.DOTALL)
    (mine,) = re.findall(r'<tr aria-current="true">.*?</tr>', html, re.DOTALL)
    assert "dave" in mine


def test_bots_stand_on_the_same_ladder(client: Client, four: list[User]) -> None:
    for day in range(5):
        ended(four[0], "easy", "hard", "easy", day=day)
    tell()
    html = got(client, "/people/?game=bruno")
    assert "Bot (Hard)" in html and "Bot (Easy)" in html and "alice" in html


def test_somebody_is_found_by_name(client: Client, four: list[User]) -> None:
    assert client.get("/people/?name=Alice")["Location"] == "/people/alice/"
    assert "Nobody here is called that." in got(client, "/people/?name=<b>zoe</b>")


def test_whoever_looks_for_somebody_stays_on_the_ladder(client: Client) -> None:
    page = got(client, "/people/?game=uno").split("Find somebody")[1]
    assert '<input type="hidden" name="game" value="uno">' in page


@pytest.mark.parametrize(
    "path",
    ["/people/alice/?result=won&before={code}", "/people/?game=bruno", "/games/?before={code}"],
)
def test_a_page_asks_at_most_eight_queries(client: Client, four: list[User], path: str) -> None:
    games = an_evening(four, games=6)
    client.force_login(four[0])
    announcements(timezone.now())  # which are asked for now and then, and not for every page
    with CaptureQueriesContext(connection) as asked:
        got(client, path.format(code=games[-2].code))
    assert len(asked) <= 8, [query["sql"] for query in asked]


def test_tallies_made_again_are_the_same(four: list[User]) -> None:
    an_evening(four, games=3)
    ended(four[0], "easy", four[1], "easy", is_watchable=False)
    ended(four[0], "easy", "hard", "easy", ended={"how": "closed"}, winners=())
    tell()
    columns = [field.name for field in Tally._meta.fields if field.name != "id"]
    in_order = Tally.objects.order_by("user", "kind", "side", "other", "bot")
    before = list(in_order.values_list(*columns))
    call_command("rate", "--all")
    assert list(in_order.all().values_list(*columns)) == before
    easy = Tally.objects.get(user=four[0], bot="easy")
    assert (easy.games, easy.won, easy.open_games) == (1, 1, 0), "two easy bots are met once"


def test_a_line_says_when_how_long_and_what_it_was_worth(client: Client, four: list[User]) -> None:
    an_evening(four)
    ended(*four, day=9, started_at=DAWN + timedelta(days=9, minutes=-14), gone=(0,))
    ended(*four, day=10, is_rated=False, started_at=DAWN)
    tell()
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", got(client, "/people/alice/")))
    assert re.search(r"March 10, 2026 · \d+ moves? · 14 min · rating −\d+ · gave up", text)
    assert re.search(r"March 11, 2026 · \d+ moves? · friendly", text)
