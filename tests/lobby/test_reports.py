"""A line or a move that is wrong goes to the admins' desk, with its moment."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from accounts.account_deletion import delete_account
from accounts.models import Decision, User
from games.models import Game
from lobby.models import Line, Report
from lobby.talk import lines, reports
from lobby.talk.places import spot
from tests.kit.at_table import AtTable
from tests.kit.factories import finish, open_bruno

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(client: Client) -> AtTable:
    """bob looks at the table, at which alice has said three things."""
    return spoken_at(AtTable(), client)


def spoken_at(table: AtTable, client: Client) -> AtTable:
    table.play()
    finish(table.game, 0)
    for text in ("one", "two", "three"):
        lines.say(spot=spot(table.game.code, table.users[0]), author=table.users[0], text=text)
    client.force_login(table.users[1])
    return table


def press(client: Client, table: AtTable, **form: object) -> str:
    answer = client.post(f"/talk/{table.game.code}/report/", form, follow=True)
    return answer.content.decode()


def linked(page: str, path: str) -> str:
    """Where the first link leads that leads to this page."""
    found = re.search(f'href="({path}[^"]*)"', page)
    assert found is not None
    return unescape(found[1])


def moment_of(text: str) -> int:
    return lines.said(Line.objects.get(text=text)).moment


def test_a_line_is_reported_with_what_was_said_around_it(client: Client, table: AtTable) -> None:
    page = press(client, table, moment=moment_of("two"), reason="<b>rude</b>")
    assert "Thank you. An admin will look at it." in page
    report = Report.objects.get()
    assert (report.by, report.about) == (table.users[1], table.users[0])
    assert (report.game, report.seq) == (table.game, table.seq)
    assert [said["words"] for said in report.said] == ["one", "two", "three"]
    assert (report.reason, report.state) == ("<b>rude</b>", "open")


def test_it_outlives_the_lines(client: Client, table: AtTable) -> None:
    press(client, table, moment=moment_of("two"))
    Line.objects.all().delete()
    assert len(Report.objects.get().said) == 3


def test_whoever_goes_is_forgotten_by_any_name_they_had(client: Client, table: AtTable) -> None:
    bob, carol = table.users[1:3]
    lines.say(spot=spot(table.game.code, carol), author=carol, text="well")
    press(client, table, moment=moment_of("two"))
    User.objects.filter(pk=carol.pk).update(username="caroline")
    delete_account(User.objects.get(pk=carol.pk))
    assert [said["words"] for said in Report.objects.get(by=bob).said] == ["one", "two", "three"]


def test_whoever_took_a_name_after_somebody_else_takes_none_of_their_words_along(
    client: Client, table: AtTable
) -> None:
    press(client, table, moment=moment_of("two"))
    alice, other = table.users[0], table.users[3]
    User.objects.filter(pk=alice.pk).update(username="alicia")
    User.objects.filter(pk=other.pk).update(username="alice")
    delete_account(User.objects.get(pk=other.pk))
    assert [said["words"] for said in Report.objects.get().said] == ["one", "two", "three"]


def test_a_move_is_reported_by_its_number(client: Client, table: AtTable) -> None:
    move = Game.objects.get().moves.exclude(seat=None).latest("seq")
    client.force_login(table.users[(move.seat or 0) + 1 & 3])
    assert "Thank you" in press(client, table, moment="", seq=move.seq)
    report = Report.objects.get()
    assert (report.about, report.seq) == (table.users[move.seat or 0], move.seq)


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"moment": "1"}, "There is no such line here."),
        ({"moment": "9" * 17}, "There is no such line here."),
        ({"moment": "9" * 400}, "There is no such move in this game."),
        ({"moment": "-1", "seq": "0"}, "There is no such move in this game."),
        ({"seq": "1"}, "There is no such move in this game."),  # the dealer's
        ({"seq": "1e9"}, "There is no such move in this game."),
        ({"seq": "99999"}, "There is no such move in this game."),
        ({}, "There is no such move in this game."),
    ],
)
def test_nonsense_gets_a_sentence(
    client: Client, table: AtTable, form: dict[str, str], sentence: str
) -> None:
    assert sentence in press(client, table, **form)
    assert not Report.objects.exists()


def test_one_cannot_report_oneself_nor_at_any_length(client: Client, table: AtTable) -> None:
    long = press(client, table, moment=moment_of("two"), reason="x" * 501)
    assert "at most 500 characters" in long
    client.force_login(table.users[0])
    assert "That was you." in press(client, table, moment=moment_of("two"))
    assert not Report.objects.exists()


def test_so_many_within_an_hour(
    client: Client, table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reports, "MOST", 1)
    press(client, table, moment=moment_of("one"))
    assert "a lot within the hour" in press(client, table, moment=moment_of("two"))
    assert Report.objects.count() == 1


def test_a_line_of_another_table_is_none_here(client: Client, table: AtTable, zoe: User) -> None:
    moment = moment_of("one")
    Line.objects.update(game=None, room=open_bruno(zoe))
    assert "There is no such line here." in press(client, table, moment=moment)


def test_the_desk_shows_it_to_staff(admin_client: Client, client: Client, table: AtTable) -> None:
    press(client, table, moment=moment_of("two"), reason="rude")
    report = Report.objects.get()
    assert "rude" in admin_client.get("/admin/lobby/report/").content.decode()
    page = admin_client.get(f"/admin/lobby/report/{report.pk}/change/").content.decode()
    assert "three" in page


def test_the_moment_opens_to_staff_though_the_game_was_private(
    admin_client: Client, client: Client
) -> None:
    begun = AtTable()
    Game.objects.update(is_watchable=False)
    begun.game.refresh_from_db()
    table = spoken_at(begun, client)
    press(client, table, moment=moment_of("two"))
    page = admin_client.get(f"/admin/lobby/report/{Report.objects.get().pk}/change/")
    link = linked(page.content.decode(), f"/games/{table.game.code}/replay/")
    assert f"at={table.seq}&" in link
    assert admin_client.get(link).status_code == 200
    assert admin_client.get(link.split("?")[0]).status_code == 404


@pytest.mark.parametrize("what", ["take", "decide"])
def test_nobody_sees_to_a_report_about_themself(client: Client, table: AtTable, what: str) -> None:
    press(client, table, moment=moment_of("two"))
    User.objects.filter(pk=Report.objects.get().about_id).update(is_staff=True, is_superuser=True)
    client.force_login(Report.objects.get().about)
    page = f"/admin/lobby/report/{Report.objects.get().pk}/decide/"
    answer = client.post(page, {"what": what, "why": "It was nothing."}).content.decode()
    assert "somebody else sees to it" in answer
    assert Report.objects.get().state == "open" and not Decision.objects.exists()


def test_a_report_is_taken_and_decided_once(
    admin_client: Client, client: Client, table: AtTable
) -> None:
    press(client, table, moment=moment_of("two"), reason="rude")
    page = f"/admin/lobby/report/{Report.objects.get().pk}/"
    shown = admin_client.get(page + "change/").content.decode()
    assert f"/games/{table.game.code}/replay/?at={table.seq}" in shown
    assert "<b>alice</b>: two" in shown
    admin_client.post(page + "decide/", {"what": "take", "why": "I was there."})
    assert (Report.objects.get().state, str(Report.objects.get().assignee)) == ("assigned", "admin")
    admin_client.post(page + "decide/", {"what": "decide", "why": "A word said in anger."})
    assert Report.objects.get().decision == "A word said in anger."
    assert admin_client.post(page + "decide/", {"what": "take", "why": "x"}).status_code == 403
    assert list(Decision.objects.order_by("at").values_list("what", flat=True)) == [
        "take a report",
        "decide a report",
    ]
