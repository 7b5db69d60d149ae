"""The page of whoever waits, with a socket and without."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from bruno_site.live.http_fallback import with_first_beat
from bruno_site.live.page import Closed, LoggedOut
from bruno_site.live.visitors import Visitor
from lobby.models import Party, Room, Ticket, Visit
from lobby.queue import matches, tickets
from lobby.queue.page import DEEDS, QueuePage
from tests.kit.factories import UserFactory
from tests.kit.rights import IN_THE_QUEUE, rows

pytestmark = pytest.mark.django_db

ROLES = ("nobody", "fresh", "offered", "matched")
PRESSED = list(rows(IN_THE_QUEUE, ROLES))


def waited(seconds: float) -> None:
    Ticket.objects.update(since=timezone.now() - timedelta(seconds=seconds))


def in_role(role: str, four: list[User]) -> None:
    for user in four if role == "matched" else four[: role != "nobody"]:
        tickets.join(user=user, kind="bruno")
    waited(0 if role == "fresh" else 30)
    if role == "matched":
        matches.run(timezone.now())


def page_of(user: User) -> QueuePage:
    return with_first_beat(QueuePage.open(Visitor(user, "", "en")))


def shown(page: QueuePage) -> str:
    return "".join(page.draw(None).whole().values())


@pytest.mark.parametrize(("deed", "role", "expected"), PRESSED)
def test_who_may_press_what_in_the_queue(
    four: list[User], deed: str, role: str, expected: str
) -> None:
    in_role(role, four)
    if expected == "absent":
        with pytest.raises(Closed):
            page_of(four[0])
        return
    before = list(Ticket.objects.order_by("user").values_list("user", "takes_bots"))
    notice = page_of(four[0]).hear({deed: "1"})
    changed = before != list(Ticket.objects.order_by("user").values_list("user", "takes_bots"))
    assert (changed, bool(notice)) == (expected == "done", expected == "refused")


def test_every_button_of_the_queue_has_its_rows() -> None:
    assert {deed for deed, *_row in PRESSED} == set(DEEDS)


def test_what_makes_no_sense_changes_nothing_and_is_answered_in_a_sentence(
    four: list[User],
) -> None:
    in_role("offered", four)
    page = page_of(four[0])
    for nonsense in ({}, {"bots": "1", "leave": "1"}, {"dance": "1"}):
        assert "Nothing was changed" in page.hear(nonsense)
    assert Ticket.objects.filter(takes_bots=False).count() == 1


def test_nobody_logged_in_has_no_queue() -> None:
    from django.contrib.auth.models import AnonymousUser

    with pytest.raises(LoggedOut):
        QueuePage.open(Visitor(AnonymousUser(), "", "en"))


def test_the_page_says_how_many_wait_and_offers_bots_only_after_a_while(four: list[User]) -> None:
    in_role("fresh", four)
    page = page_of(four[0])
    assert "Nobody else is waiting" in shown(page)
    assert "Begin now with bots" not in shown(page)
    tickets.join(user=four[1], kind="bruno")
    waited(21)
    QueuePage.beat([page])
    assert "2 people are waiting" in shown(page)
    assert "Begin now with bots" in shown(page)


def test_what_is_offered_can_be_had(four: list[User]) -> None:
    """Not a moment before: a button that is refused would be a trap."""
    in_role("fresh", four)
    waited(19.6)
    page = page_of(four[0])
    assert "Begin now with bots" not in shown(page)
    assert "in 1 second," in shown(page)


def test_a_page_that_is_open_keeps_the_ticket(four: list[User]) -> None:
    in_role("fresh", four)
    page = page_of(four[0])
    Ticket.objects.update(seen_at=timezone.now() - tickets.LEASE)
    QueuePage.beat([page])
    assert tickets.expire(timezone.now() + timedelta(seconds=1)) == 0


def test_whoever_waits_is_in_the_lobby(four: list[User]) -> None:
    in_role("fresh", four)
    page_of(four[0])
    assert [visit.user for visit in Visit.objects.all()] == [four[0]]


def test_once_there_is_a_table_the_page_leads_there(four: list[User], client: Client) -> None:
    in_role("fresh", four)
    page = page_of(four[0])
    in_role("matched", four)
    QueuePage.beat([page])
    address = Room.objects.get().get_absolute_url()
    assert f'data-go="{address}"' in shown(page)
    client.force_login(four[0])
    assert client.get("/match/")["Location"] == address


def test_whoever_stops_waiting_is_led_to_the_lobby_and_whoever_lost_the_place_is_told(
    four: list[User],
) -> None:
    in_role("fresh", four)
    here, elsewhere = page_of(four[0]), page_of(four[0])
    here.hear({"leave": "1"})
    QueuePage.beat([elsewhere])
    assert 'data-go="/"' in shown(here)
    assert "data-go" not in shown(elsewhere) and "not waiting any more" in shown(elsewhere)


def test_a_room_that_is_dissolved_leads_whoever_came_back_to_the_queue(
    four: list[User], client: Client
) -> None:
    from lobby import queries
    from lobby.room_page import RoomPage

    in_role("matched", four)
    room = RoomPage(
        queries.room_of(Room.objects.get().code, four[0].pk), Visitor(four[0], "", "en")
    )
    tickets.leave(user=four[3])
    matches.run(timezone.now())
    RoomPage.beat([room])
    assert 'data-go="/match/"' in "".join(room.draw(None).whole().values())


def test_without_a_script_it_is_pressed_waited_and_begun_all_the_same(
    four: list[User], client: Client
) -> None:
    client.force_login(four[0])
    assert client.post("/match/ask/", {"kind": "bruno"})["Location"] == "/match/"
    assert 'http-equiv="refresh"' in client.get("/match/").content.decode()
    waited(21)
    client.post("/match/act/", {"bots": "1"})
    matches.run(timezone.now())
    assert client.get("/match/")["Location"] == Room.objects.get().get_absolute_url()


def test_a_friend_follows_the_link_and_both_see_each_other(
    four: list[User], client: Client
) -> None:
    client.force_login(four[0])
    client.post("/match/ask/", {"kind": "bruno", "friend": "1"})
    link = Party.objects.get().get_absolute_url()
    assert link in client.get("/match/").content.decode()
    friend = Client()
    friend.force_login(four[1])
    assert "alice wants to play Bruno with you" in friend.get(link).content.decode()
    friend.post(f"{link}accept/")
    for user, other in ((four[0], "bob"), (four[1], "alice")):
        assert f"in one team with {other}" in shown(page_of(user))


def test_a_link_that_leads_nowhere_is_a_404_for_everybody(client: Client) -> None:
    assert client.get("/with/nosuchparty/").status_code == 404
    client.force_login(UserFactory.create())
    assert client.post("/with/nosuchparty/accept/").status_code == 404


def test_the_page_of_a_thousand_costs_no_more_queries_than_that_of_one(
    four: list[User], django_assert_num_queries: object
) -> None:
    in_role("fresh", four)
    for user in four[1:]:
        tickets.join(user=user, kind="bruno")
    pages = [page_of(user) for user in four]
    QueuePage.beat(pages)
    with django_assert_num_queries(1):  # type: ignore[operator]
        for page in pages:
            page.draw(None)
