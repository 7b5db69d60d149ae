"""What the house tells everybody, and the times when it deals no new games."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from bruno_site.core import bounded_cache
from bruno_site.live import hub
from bruno_site.live.threads import in_thread
from games.log.fork import Branch, fork
from games.models import Announcement, Game
from games.posted import reads
from games.posted.reads import DealsNothing
from lobby import service
from lobby.models import Room, Ticket
from lobby.queue import matches, tickets
from tests.kit.at_table import SHORT_GAME, AtTable
from tests.kit.factories import UserFactory, all_ready, four_players, open_bruno, seated
from tests.kit.sockets import table_line

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
FORM = {"text": "We move.", "why": "x", "begins_at_0": "2026-01-02", "begins_at_1": "10:00"}
FORM |= {"ends_at_0": "2999-01-01", "ends_at_1": "10:00"}


def announce(text: str, begins: timedelta, ends: timedelta, deals_nothing: bool = False) -> None:
    now = timezone.now()
    Announcement.objects.create(
        text=text, begins_at=now + begins, ends_at=now + ends, deals_nothing=deals_nothing
    )


@pytest.fixture
def zoe() -> User:
    return UserFactory.create(username="zoe")


def test_a_line_stands_on_every_page_for_as_long_as_it_says(client: Client, zoe: User) -> None:
    announce("We <b>move</b> tonight.", -HOUR, HOUR)
    announce("Not yet.", HOUR, 2 * HOUR)
    announce("No longer.", -2 * HOUR, -HOUR)
    table = AtTable(users=[zoe, *four_players()[1:]])
    table_path = table.game.get_absolute_url()
    for path in ("/", "/accounts/log-in/", "/nowhere/", "/learn/bruno/", table_path):
        if path == table_path:
            client.force_login(zoe)
        page = client.get(path).content.decode()
        assert page.count("We &lt;b&gt;move&lt;/b&gt; tonight.") == 1, path
        assert "Not yet." not in page and "No longer." not in page


def test_pages_do_not_all_ask_the_database(
    client: Client, django_assert_num_queries: object
) -> None:
    client.get("/accounts/log-in/")
    with django_assert_num_queries(0):  # type: ignore[operator]
        client.get("/accounts/log-in/")
    bounded_cache.clear_all()


def test_no_new_games_are_dealt_meanwhile_and_those_that_run_go_on(zoe: User) -> None:
    running, over = AtTable(), AtTable(server_seed=SHORT_GAME, users=four(zoe))
    over.play_out()
    room = seated(open_bruno(running.users[0]), *running.users)
    announce("We move.", -HOUR, HOUR, deals_nothing=True)
    for refused in (
        lambda: open_bruno(zoe),
        lambda: service.play_now(user=zoe, kind="bruno", level="easy"),
        lambda: service.play_again(user=over.users[0], code=over.code),
        lambda: tickets.join(user=zoe, kind="bruno"),
        lambda: all_ready(room),
        lambda: fork(Branch(Game.objects.get(pk=over.id), 3, 0, False), user=zoe, bot="easy"),
    ):
        with pytest.raises(DealsNothing, match="We move"):
            refused()
    assert Game.objects.count() == 2 and Room.objects.count() == 1
    running.play_on(3)
    assert running.seq > 3


def four(first: User) -> list[User]:
    return [first, *(UserFactory.create(username=f"other{n}") for n in range(3))]


def test_who_waits_for_a_table_waits_on(zoe: User) -> None:
    for person in four(zoe):
        tickets.join(user=person, kind="bruno")
    announce("We move.", -HOUR, HOUR, deals_nothing=True)
    assert matches.run(timezone.now()) == 0
    assert Ticket.objects.count() == 4
    Announcement.objects.update(ends_at=timezone.now())
    assert matches.run(timezone.now()) == 1


def test_who_tries_is_told_in_a_sentence(client: Client, zoe: User) -> None:
    announce("We move.", -HOUR, HOUR, deals_nothing=True)
    client.force_login(zoe)
    form = {"kind": "bruno", "level": "easy"}
    page = client.post("/play-now/", form, follow=True).content.decode()
    assert "No new games are dealt at the moment: We move." in page
    page = Client().post("/play-as-guest/", form, follow=True).content.decode()
    assert "No new games are dealt at the moment" in page
    assert not User.objects.filter(is_guest=True).exists()


def test_an_announcement_that_ends_before_it_begins_is_refused(admin_client: Client) -> None:
    form = FORM | {"ends_at_0": "2026-01-01"}
    page = admin_client.post("/admin/games/announcement/add/", form).content.decode()
    assert "It has to end after it begins." in page
    assert not Announcement.objects.exists()


@pytest.mark.django_db(transaction=True)
async def test_pages_that_are_open_are_told_at_once(
    admin_client: Client, no_beat_by_itself: None
) -> None:
    table = await in_thread(AtTable)
    async with table_line(table.code, table.users[0]) as alice:
        assert "We move" not in await alice.hear_beside("announced")
        await in_thread(admin_client.post, "/admin/games/announcement/add/", FORM)
        assert "<li>We move.</li>" in await alice.hear_beside("announced")


@pytest.mark.django_db(transaction=True)
async def test_a_page_hears_by_the_beat_that_an_announcement_is_over() -> None:
    table = await in_thread(AtTable)
    await in_thread(announce, "We move.", -HOUR, HOUR)
    async with table_line(table.code, table.users[0]) as alice:
        assert "<li>We move.</li>" in await alice.hear_beside("announced")
        await in_thread(lambda: Announcement.objects.update(ends_at=timezone.now()))
        reads.forget()
        await hub.running_hub().beat()
        assert "We move" not in await alice.hear_beside("announced")


def test_whoever_has_no_socket_asks_now_and_then(client: Client) -> None:
    announce("We move.", -HOUR, HOUR)
    answer = client.get("/games/announced/")
    assert "<li>We move.</li>" in answer.content.decode()
    again = client.get("/games/announced/", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
