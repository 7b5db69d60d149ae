"""Lessons as a browser gets them, with a socket and without."""

from __future__ import annotations

import re
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from html import unescape

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import User
from bruno_site.live.page import Closed
from bruno_site.live.threads import in_thread
from bruno_site.live.visitors import Visitor, session_of_key
from games.lessons import views
from games.lessons.lesson_page import LessonPage
from games.lessons.places import place_of
from games.models import Game
from games.rules.lesson import Asked, Said, lessons
from lobby.models import Room
from tests.kit.board import Line, line_at
from tests.kit.factories import UserFactory
from tests.kit.markup import Page
from tests.kit.sockets import notice_of, seq_of

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
GLUED = re.compile(r'name="action"[^>]*><span>[^<]*\w<small>')  # a button's label and its aside
BRUNO = lessons()["bruno"]
every_lesson = pytest.mark.parametrize("kind", lessons())


def got(client: Client, kind: str) -> str:
    html = client.get(f"/learn/{kind}/").content.decode()
    assert Page(html).faults() == []
    return html


def press(client: Client, kind: str, **form: object) -> str:
    return client.post(f"/learn/{kind}/press/", form, headers=HTMX).content.decode()


def deed(said: object) -> dict[str, str]:
    return {"action": said.action} if isinstance(said, Asked) else {"on": "1"}


def led_to(client: Client, kind: str, place: int) -> None:
    lesson = lessons()[kind]
    for seq, stop in zip(lesson.waits[:place], lesson.stops, strict=False):
        press(client, kind, seq=seq, **deed(stop.said))


def pointed_in(html: str) -> set[str]:
    """The ids and actions of what the lesson points at."""
    tags = re.findall(r"<[^>]* data-pointed[^>]*>", html)
    return {value for tag in tags for value in re.findall(r' (?:id|value)="([^"]*)"', tag)}


def meant_by(said: Said | Asked) -> set[str]:
    """What it is about, and the button that does what is asked."""
    return {said.about, said.action} if isinstance(said, Asked) else {said.about} - {""}


@every_lesson
def test_somebody_without_an_account_plays_a_lesson_to_its_end(client: Client, kind: str) -> None:
    stops, waits = lessons()[kind].stops, lessons()[kind].waits
    for seq, stop in zip(waits, stops, strict=True):
        html = got(client, kind)
        assert seq_of(html) == seq
        assert not GLUED.search(html)
        assert str(stop.said.phrase) in unescape(html)
        assert meant_by(stop.said) <= pointed_in(html)
        assert bool(pointed_in(html)) == bool(stop.said.about)
        client.post(f"/learn/{kind}/press/", {"seq": seq, **deed(stop.said)})
    assert seq_of(got(client, kind)) == waits[-1]
    assert not Game.objects.exists()


def test_a_lesson_that_was_left_goes_on_where_it_was(client: Client) -> None:
    led_to(client, "bruno", 3)
    assert seq_of(got(client, "bruno")) == BRUNO.waits[3]
    client.force_login(UserFactory.create())
    assert seq_of(got(client, "bruno")) == BRUNO.waits[3]


def test_after_a_lesson_nobody_is_asked_whether_they_are_new(client: Client) -> None:
    """Neither who had a name before nor who takes one afterwards."""
    client.post("/accounts/guest/")
    assert "New here?" in client.get("/").content.decode()
    led_to(client, "uno", len(lessons()["uno"].stops))
    assert "New here?" not in client.get("/").content.decode()
    stranger = Client()
    led_to(stranger, "uno", len(lessons()["uno"].stops))
    stranger.post("/accounts/guest/")
    assert "New here?" not in stranger.get("/").content.decode()


@every_lesson
def test_at_its_end_one_press_deals_that_game_against_bots(client: Client, kind: str) -> None:
    led_to(client, kind, len(lessons()[kind].stops))
    html = got(client, kind)
    assert '<button class="btn btn--act" type="submit" form="play">' in html
    form = html.split('id="play"')[1].split("</form>")[0]
    fields = dict(re.findall(r'name="(kind|level)" value="([^"]*)"', form))
    assert fields["kind"] == kind
    client.post("/play-as-guest/", fields)
    assert Room.objects.get().kind == kind


def test_a_lesson_can_be_begun_anew(client: Client) -> None:
    led_to(client, "bruno", 3)
    assert client.post("/learn/bruno/again/").status_code == 302
    assert seq_of(got(client, "bruno")) == 0


def test_another_move_that_is_allowed_is_talked_about_kindly(client: Client) -> None:
    led_to(client, "bruno", 1)
    answer = press(client, "bruno", seq=1, action="play Js")
    assert notice_of(answer) == str(BRUNO.stops[1].asked.otherwise)  # type: ignore[union-attr]
    assert seq_of(got(client, "bruno")) == 1


def test_a_move_that_is_not_allowed_is_refused_as_at_any_table(client: Client) -> None:
    led_to(client, "bruno", 1)
    for action, said in (("play 5s", "too low"), ("nonsense", "is no action")):
        assert said in (notice_of(press(client, "bruno", seq=1, action=action)) or "")
    assert seq_of(got(client, "bruno")) == 1


def test_what_was_pressed_twice_counts_once(client: Client) -> None:
    for _time in range(2):
        assert notice_of(press(client, "bruno", seq=0, on=1)) == ""
    assert seq_of(got(client, "bruno")) == 1


def test_whoever_is_asked_for_a_move_cannot_just_go_on(client: Client) -> None:
    led_to(client, "bruno", 1)
    for form in ({"on": 1}, {"ready": 1}, {}):
        assert "waiting for a move" in (notice_of(press(client, "bruno", seq=1, **form)) or "")
    assert seq_of(got(client, "bruno")) == 1


def test_a_move_where_there_is_something_to_read_changes_nothing(client: Client) -> None:
    assert "Read on" in (notice_of(press(client, "bruno", seq=0, action="play Js")) or "")
    assert seq_of(got(client, "bruno")) == 0


def test_there_is_no_lesson_in_a_game_that_is_not_there(client: Client) -> None:
    assert client.get("/learn/chess/").status_code == 404
    assert client.post("/learn/chess/press/").status_code == 404


def test_those_who_listen_hear_what_happened_and_what_is_asked(client: Client) -> None:
    answer = press(client, "bruno", seq=0, on=1)
    assert said_in(answer) == f"Cleo leads 6. {BRUNO.stops[1].said.phrase}"


def said_in(message: str) -> str:
    said = re.search(r'id="say"[^>]*>(.*?)</p>', message)
    return unescape(said[1]) if said else ""


@pytest.mark.django_db(transaction=True)
async def test_a_socket_goes_the_same_way_and_keeps_the_place() -> None:
    key = await in_thread(session_of_a_visitor)
    async with lesson_line("bruno", key) as line:
        await line.hears_of('value="0"')
        await line.send(seq="0", on="1")
        await line.hears_of('value="1"')
        await line.send(seq="1", action="play Qs Qh Qd")
        await line.hears_of(f'value="{BRUNO.waits[2]}"')
    assert await in_thread(lambda: place_of(session_of_key(key), "bruno")) == 2


@pytest.mark.django_db(transaction=True)
async def test_whoever_looks_on_sees_every_move_of_the_others_by_itself() -> None:
    key = await in_thread(session_of_a_visitor)
    async with lesson_line("bruno", key) as line:
        await line.hears_of('value="0"')
        await line.send(seq="0", on="1", along="")
        await line.hears_of('value="1"')
        await line.send(seq="1", action="play Qs Qh Qd", along="")
        for seq, told in enumerate(("You play", "Ann plays", "Ben plays"), 2):
            shown = await line.hears_of(f'value="{seq}"')
            assert f'data-since="{seq - 1}"' in shown and "data-pointed" not in shown
            assert told in said_in(shown) and "everything round" not in said_in(shown)
            await line.send(seq=str(seq), on="1", along="")
        shown = await line.hears_of('value="5"')
        assert said_in(shown).startswith("Cleo plays 9") and "data-pointed" in shown
    assert await in_thread(lambda: place_of(session_of_key(key), "bruno")) == 2


def test_on_the_way_nothing_is_asked_and_whoever_comes_back_finds_the_lesson_waiting(
    client: Client,
) -> None:
    led_to(client, "bruno", 1)
    on_the_way = press(client, "bruno", seq=1, action="play Qs Qh Qd", along="")
    assert "data-asks" not in on_the_way and "caption--passing" in on_the_way
    assert seq_of(got(client, "bruno")) == BRUNO.waits[2]


@pytest.mark.django_db(transaction=True)
async def test_a_socket_for_no_lesson_is_closed() -> None:
    async with lesson_line("chess", "") as line:
        assert await line.closed_with() == Closed.code


def session_of_a_visitor() -> str:
    client = Client()
    client.get("/learn/bruno/")
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def lesson_line(kind: str, key: str) -> AbstractAsyncContextManager[Line]:
    def opens(visitor: Visitor, name: str) -> LessonPage:
        return LessonPage.open(visitor, kind=name)

    return line_at(f"/{kind}/", opens, f"{settings.SESSION_COOKIE_NAME}={key}".encode())


# What is kept of those whom nobody knows


@pytest.mark.django_db(transaction=True)
async def test_a_socket_without_a_session_leaves_nothing_behind() -> None:
    async with lesson_line("bruno", "") as line:
        await line.hears_of('value="0"')
        await line.send(seq="0", on="1")
        await line.hears_of('value="1"')
        await line.send(seq="1", action="play Qs Qh Qd")
        await line.hears_of(f'value="{BRUNO.waits[2]}"')
    assert not await in_thread(Session.objects.exists)


def test_a_place_of_nobodys_is_kept_for_a_week(client: Client) -> None:
    led_to(client, "bruno", 2)
    kept, week = Session.objects.get(), timedelta(days=7)
    assert timedelta(0) <= week - (kept.expire_date - timezone.now()) < timedelta(minutes=10)
    assert client.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == week.total_seconds()


def test_whoever_logs_in_keeps_it_as_long_as_the_session(client: Client) -> None:
    led_to(client, "bruno", 2)
    client.force_login(UserFactory.create())
    assert Session.objects.get().expire_date > timezone.now() + timedelta(days=29)


def test_one_address_begins_so_many_and_then_a_sentence(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "BEGINNING", views.BEGINNING._replace(most=2))
    got(client, "bruno")
    press(Client(), "bruno", seq=0, on=1)
    for stranger, post in ((Client(), ""), (Client(), "press/"), (Client(), "again/")):
        refused = stranger.post(f"/learn/bruno/{post}") if post else stranger.get("/learn/bruno/")
        assert refused.status_code == 429 and int(refused["Retry-After"]) > 0
        assert "That was too often. Try again in 60 minutes." in refused.content.decode()
    assert Session.objects.count() == 2
    led_to(client, "uno", 2)
    got(client, "uno")


# The offer


def test_a_newcomer_is_offered_lessons_until_they_want_no_more(client: Client) -> None:
    user: User = UserFactory.create()
    client.force_login(user)
    assert "/learn/bruno/" in (page := client.get("/").content.decode()) and "New here?" in page
    client.post("/accounts/dismiss-welcome/")
    assert "New here?" not in client.get("/").content.decode()


def test_the_front_page_offers_a_lesson(client: Client) -> None:
    assert client.get("/").content.decode().count('href="/learn/bruno/"') == 2
