"""Who may look at a game, and what its addresses give away."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from bruno_site.live.http_fallback import with_first_beat
from bruno_site.live.page import Closed, Visitor
from bruno_site.live.page_diff import PageDiff
from bruno_site.live.threads import in_thread
from games.log import door, presence, window
from games.models import Game, Player, Watcher
from games.table.live_page import TablePage
from games.time.pace import LEASE
from tests.kit.at_table import SHORT_GAME, AtTable
from tests.kit.factories import UserFactory
from tests.kit.pages import without_token
from tests.kit.sockets import table_line
from tests.kit.timed import new_game

pytestmark = pytest.mark.django_db

PAGES = ("", "poll/", "moves/", "replay/", "record.json", "play/")
NO_SUCH_GAME = "abcdefghjkmn"


def closed_table(*, is_over: bool = False) -> AtTable:
    table = AtTable(server_seed=SHORT_GAME)
    Game.objects.filter(pk=table.id).update(is_watchable=False)
    if is_over:
        table.play_out()
    return table


def zoe() -> User:
    return UserFactory.create(username="zoe")


def answer(client: Client, code: str, path: str) -> tuple[int, str]:
    ask = client.post if path == "play/" else client.get
    response = ask(f"/games/{code}/{path}")
    return response.status_code, without_token(response.content.decode())


@pytest.mark.parametrize("is_over", [False, True])
def test_a_game_that_nobody_may_watch_is_for_others_no_game_at_all(
    client: Client, is_over: bool
) -> None:
    table = closed_table(is_over=is_over)
    client.force_login(zoe())
    for path in PAGES:
        status, html = answer(client, table.code, path)
        assert status == 404
        assert html == answer(client, NO_SUCH_GAME, path)[1]
    client.force_login(table.users[0])
    assert all(answer(client, table.code, path)[0] != 404 for path in PAGES)


@pytest.mark.django_db(transaction=True)
async def test_its_socket_is_closed_to_them_as_well() -> None:
    table, stranger = await in_thread(lambda: (closed_table(), zoe()))
    for code in (table.code, NO_SUCH_GAME):
        async with table_line(code, stranger) as line:
            assert await line.closed_with() == Closed.code
    async with table_line(table.code, table.users[0]) as line:
        assert 'id="seq"' in await line.hear()


def test_nothing_countable_is_in_any_address_of_a_game_nor_on_its_pages(client: Client) -> None:
    over = AtTable(server_seed=SHORT_GAME)
    over.play_out()
    client.force_login(over.users[0])
    for path in ("", "moves/", "replay/", "replay/?move=3"):
        html = client.get(f"/games/{over.code}/{path}").content.decode()
        assert re.findall(r"/(?:games|again)/\d+/|[Tt]able \d+", html) == []
        assert over.code in html


# Who looks on


def page_of(table: AtTable, user: User) -> TablePage:
    return page_at(table.code, user)


def page_at(code: str, user: User) -> TablePage:
    return with_first_beat(TablePage.open(Visitor(user, "", "en"), code))


def watch(table: AtTable, *users: User) -> None:
    """Their pages are open, and a beat has just said so."""
    for user in users:
        page_of(table, user)


def test_players_are_told_who_looks_on_and_nobody_else_is() -> None:
    table = AtTable()
    stranger, other = zoe(), UserFactory.create(username="yan")
    watch(table, stranger, other, table.users[1])
    assert "2 watch: yan, zoe" in opened(table, table.users[0])
    pages = [page_of(table, user) for user in (table.users[0], stranger, other)]
    TablePage.beat(pages)
    told = [PageDiff().message(page.draw(None)) for page in pages]
    assert ["2 watch: yan, zoe" in html for html in told] == [True, False, False]
    assert "yan" not in told[1] + told[2]
    assert presence.forget_watchers(timezone.now()) == 0


def opened(table: AtTable, user: User) -> str:
    return PageDiff().message(page_of(table, user).draw(None))


def test_who_has_gone_is_not_told_of_any_more() -> None:
    table = AtTable()
    watch(table, zoe())
    Watcher.objects.update(seen_at=timezone.now() - LEASE - timedelta(seconds=1))
    assert "watch" not in opened(table, table.users[0])
    assert presence.forget_watchers(timezone.now()) == 1
    assert not Watcher.objects.exists()


def test_who_sits_at_a_table_does_not_watch_it_from_any_page() -> None:
    table = AtTable()
    watch(table, *table.users)
    assert not Watcher.objects.exists()
    assert window.visit(table.code, table.users[2].pk).seat == 2


def test_a_beat_asks_as_often_for_many_pages_as_for_few() -> None:
    table = AtTable()
    pages = [page_of(table, user) for user in table.users]
    pages += [page_of(table, UserFactory.create()) for _ in range(9)]
    with CaptureQueriesContext(connection) as few:
        TablePage.beat([pages[0], pages[4]])
    with CaptureQueriesContext(connection) as many:
        TablePage.beat(pages)
    assert len(many) == len(few)


def test_a_beat_names_the_pages_that_may_look_otherwise_and_no_others() -> None:
    table = AtTable(server_seed=SHORT_GAME)
    page = page_of(table, table.users[0])
    seat = Player.objects.filter(game=table.id, seat=1)
    assert TablePage.beat([page]) == []
    for change in ({"concedes": True}, {"seen_at": timezone.now() - LEASE * 2}):
        seat.update(**change)
        assert TablePage.beat([page]) == [page]
        assert TablePage.beat([page]) == []


def test_what_a_page_has_seen_between_two_beats_is_not_believed_for_ever() -> None:
    table = AtTable(server_seed=SHORT_GAME)
    page = page_of(table, table.users[0])
    seat = Player.objects.filter(game=table.id, seat=1)
    seat.update(concedes=True)
    page.position = window.position_of(table.id, timezone.now())
    seat.update(concedes=False)
    assert TablePage.beat([page]) == [page]


def test_the_pages_of_a_table_with_a_clock_read_a_new_position_once() -> None:
    users = [UserFactory.create() for _seat in range(4)]
    game = new_game(*users, pace="normal")
    pages = [page_at(game.code, user) for user in users]
    actions = window.seen_by(game.pk, 0, game.seq).actions
    seq = door.play(game_id=game.pk, seat=0, seq=game.seq, action=str(actions[0]))
    for page in pages:
        page.newest = seq
    with CaptureQueriesContext(connection) as queries:
        for page in pages:
            page.draw(None)
    assert sum('"games_player"' in query["sql"] for query in queries) == 1
    assert {page.position.game.seq for page in pages} == {seq}
