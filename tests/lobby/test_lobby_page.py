"""The lobby: what everybody sees there, and what is mine alone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from bruno_site.live.http_fallback import with_first_beat
from bruno_site.live.visitors import Visitor
from games.log import ends, states
from lobby import hall, service
from lobby.lobby_page import LobbyPage
from lobby.models import Party, Room, Ticket, Visit
from lobby.queue import parties, tickets
from tests.kit.factories import UserFactory, all_ready, finish, open_bruno, seated

pytestmark = pytest.mark.django_db


def lobby(client: Client, user: User) -> str:
    client.force_login(user)
    return str(client.get("/").content.decode())


def begun(four: list[User], **agreed: bool) -> Room:
    room = open_bruno(four[0])
    Room.objects.filter(pk=room.pk).update(**agreed)
    all_ready(seated(room, *four))
    return Room.objects.select_related("game").get(pk=room.pk)


def test_a_free_seat_of_an_open_table_is_a_button_that_sits_down_there(
    client: Client, room: Room, zoe: User
) -> None:
    page = lobby(client, zoe)
    assert "Bruno with alice" in page and "Sit here: seat 3, Team Moon" in page
    assert f'formaction="/t/{room.code}/act/"' in page
    answer = client.post(f"/t/{room.code}/act/", {"sit": "2"})
    assert answer["Location"] == room.get_absolute_url()
    assert room.seats.get(user=zoe).seat == 2


def test_nothing_of_a_table_by_link_is_in_the_lobby_of_a_stranger(
    client: Client, four: list[User], zoe: User
) -> None:
    before = lobby(client, zoe)
    private = open_bruno(four[0])
    Room.objects.update(is_listed=False)
    begun(four, is_listed=False)
    begun(four, is_watchable=False)
    page = lobby(client, zoe)
    assert without_moment(page) == without_moment(before)
    assert private.code in lobby(client, four[0])


def without_moment(page: str) -> list[str]:
    """All but what differs between any two of them."""
    parts = page.replace(">", ">\n").splitlines()
    return [part for part in parts if 'id="seq"' not in part and "csrf" not in part]


def test_a_full_table_is_not_open(client: Client, room: Room, zoe: User) -> None:
    service.fill(code=room.code, user=room.host, level="easy")
    assert "Bruno with alice" not in lobby(client, zoe)


def test_a_running_game_may_be_watched_until_it_is_over(
    client: Client, four: list[User], zoe: User
) -> None:
    game = begun(four).game
    assert game is not None and f'href="{game.get_absolute_url()}"' in lobby(client, zoe)
    finish(game, 0)
    assert game.get_absolute_url() not in lobby(client, zoe)


def test_of_my_running_games_the_one_that_waits_for_me_comes_first(
    client: Client, four: list[User]
) -> None:
    begun(four)
    begun(four)
    shown = [lobby(client, user) for user in four]
    waits = [page.split('id="mine"')[1].count("<b>Your turn</b>") for page in shown]
    assert set(waits) <= {0, 1} and sum(waits) >= 1
    assert all(" of yours" in page for page in shown)


def test_a_game_i_have_given_up_asks_nothing_of_me(client: Client, four: list[User]) -> None:
    game = begun(four).game
    assert game is not None
    for seat, user in enumerate(four):
        ends.give_up(game_id=game.pk, seat=seat)
        mine = lobby(client, user).split('id="mine"')[1].split("</details>")[0]
        assert "Your turn" not in mine and "given up: the house plays it to the end" in mine
        mine = client.get("/games/").content.decode().split('id="past"')[0]
        assert "your turn" not in mine and "given up: the house plays it to the end" in mine


def test_who_looks_at_the_lobby_is_shown_there_for_as_long_as_the_lease(
    client: Client, zoe: User, four: list[User]
) -> None:
    page = with_first_beat(LobbyPage.open(Visitor(zoe, "", "en")))
    assert 'href="/people/zoe/">zoe<' in lobby(client, four[0])
    Visit.objects.update(seen_at=timezone.now() - timedelta(minutes=1))
    assert 'href="/people/zoe/">zoe<' not in lobby(client, four[0])
    LobbyPage.beat([page])
    assert 'href="/people/zoe/">zoe<' in lobby(client, four[0])


def test_whoever_waits_for_a_table_reads_it_at_first_sight(client: Client, zoe: User) -> None:
    assert "You are waiting for a table" not in lobby(client, zoe)
    tickets.join(user=zoe, kind="bruno")
    assert "You are waiting for a table of Bruno." in lobby(client, zoe)


def test_all_are_counted_where_only_some_are_shown(
    client: Client, four: list[User], zoe: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "MOST_WATCHED", 1)
    monkeypatch.setattr(hall, "MOST_PEOPLE", 1)
    Visit.objects.bulk_create(Visit(user=user, seen_at=timezone.now()) for user in four)
    for _ in range(3):
        begun(four)
    page = lobby(client, zoe)
    assert "4 people here" in page and "3 tables to watch" in page
    assert "2 more tables can be watched." in page and "3 more people are here." in page
    monkeypatch.setattr(hall, "MOST_WATCHED", 3)
    monkeypatch.setattr(hall, "MOST_PEOPLE", 4)
    page = lobby(client, zoe)
    assert "3 tables to watch" in page and "4 people here" in page
    assert "can be watched." not in page and "more people" not in page


def test_the_page_takes_eight_queries_however_many_tables_there_are(
    client: Client, four: list[User]
) -> None:
    """Also for whoever plays at all of them, in a process that has just started."""
    client.force_login(four[0])
    client.get("/")  # what is announced is asked for now and then, for all pages
    counts = []
    for tables in (0, 4):
        for _ in range(tables):
            open_bruno(UserFactory.create())
            begun(four)
        states.forget_all()
        with CaptureQueriesContext(connection) as asked:
            client.get("/")
        counts.append(len(asked))
    assert counts == [8, 8]


def test_the_queries_of_a_beat_do_not_grow_with_the_pages(four: list[User]) -> None:
    pages = [LobbyPage.open(Visitor(user, "", "en")) for user in four]
    counts = []
    for some in (pages[:1], pages):
        with CaptureQueriesContext(connection) as asked:
            LobbyPage.beat(some)
            for page in some:
                page.draw(None)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_page_that_is_opened_leaves_the_asking_to_its_first_beat(zoe: User) -> None:
    with CaptureQueriesContext(connection) as asked:
        LobbyPage.open(Visitor(zoe, "", "en"))
    assert len(asked) == 0


def test_what_is_remembered_is_asked_for_again(client: Client, zoe: User) -> None:
    client.force_login(zoe)
    assert '"4" checked' in client.get("/tables/new/uno/").content.decode()
    form = {"rules": "QUICK", "size": "3", "pace": "fast", "come": "link", "counts": "rated"}
    client.post("/tables/new/uno/", form)
    room = Room.objects.get()
    assert (room.size, room.pace, room.is_listed, room.is_rated) == (3, "fast", False, True)
    page = client.get("/tables/new/uno/").content.decode()
    for chosen in ("QUICK", "3", "fast", "link", "everyone", "rated"):
        assert f'value="{chosen}" checked' in page
    assert 'value="standard" checked' in client.get("/tables/new/bruno/").content.decode()


def test_the_host_changes_the_rules_and_nobody_is_ready_any_more(
    client: Client, room: Room, four: list[User]
) -> None:
    seated(room, *four[:2], is_ready=True)
    client.force_login(four[0])
    rules = f"/t/{room.code}/rules/"
    assert 'value="standard" checked' in client.get(rules).content.decode()
    client.post(rules, {"rules": "first-edition", "pace": "off", "watch": "nobody"})
    room = Room.objects.get()
    assert (room.config["next_leads"], room.pace, room.is_watchable) == (True, "off", False)
    assert not room.seats.filter(is_ready=True).exists()


def test_a_seat_that_somebody_sits_in_is_not_taken_away(client: Client, four: list[User]) -> None:
    room = service.open_room(user=four[0], kind="uno", size=4, config={})
    service.sit(code=room.code, user=four[1], seat=3)
    client.force_login(four[0])
    page = client.post(f"/t/{room.code}/rules/", {"size": "3"}).content.decode()
    assert "Somebody sits in a seat that would be gone." in page
    assert Room.objects.get().size == 4


def test_whoever_waits_for_a_match_is_led_back_to_it(zoe: User) -> None:
    page = with_first_beat(LobbyPage.open(Visitor(zoe, "", "en")))
    assert "You are waiting" not in page.draw(None).parts["mine"]
    Ticket.objects.create(user=zoe, kind="uno", since=timezone.now(), seen_at=timezone.now())
    LobbyPage.beat([page])
    assert "You are waiting for a table of UNO." in page.draw(None).parts["mine"]


def test_the_card_of_a_game_says_how_many_wait_for_it(
    client: Client, zoe: User, four: list[User]
) -> None:
    assert "person is waiting" not in lobby(client, zoe) and 'id="waiting-bruno"' in lobby(
        client, zoe
    )
    Visit.objects.bulk_create(Visit(user=user, seen_at=timezone.now()) for user in four)
    tickets.join(user=four[0], kind="bruno")
    tickets.join(user=four[1], kind="bruno")
    page = lobby(client, zoe)
    assert page.count("2 people are waiting") == 1 and "person is waiting" not in page


def test_nobody_is_counted_who_waits_for_a_friend_first_or_has_a_table(
    client: Client, zoe: User, four: list[User]
) -> None:
    Visit.objects.bulk_create(Visit(user=user, seen_at=timezone.now()) for user in four)
    parties.together(user=four[0], kind="bruno")
    Ticket.objects.create(user=four[1], kind="bruno", room=open_bruno(four[2]))
    assert "waiting<" not in lobby(client, zoe)
    parties.accept(user=four[3], code=Party.objects.get().code)
    assert "2 people are waiting" in lobby(client, zoe)
    Ticket.objects.filter(user=four[3]).delete()
    assert "waiting<" not in lobby(client, zoe)
