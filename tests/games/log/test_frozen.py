"""P26: a table whose log its rules cannot have made is frozen: nobody plays on, nothing happens
there by itself, everybody is told, and an admin can close it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bruno_site.live.threads import in_thread
from games.log import audit, door, ends, presence, states
from games.log.triggers import TRIGGERS
from games.log.writing import Frozen
from games.models import Game, Mismatch, Move
from games.time import claims, house
from tests.kit.at_table import AtTable
from tests.kit.factories import UserFactory, four_players, staff
from tests.kit.pages import page_at, page_text
from tests.kit.sockets import answer_to, table_line
from tests.kit.timed import everybody_stays, new_game

pytestmark = pytest.mark.django_db


def move_past_the_door(game: Game) -> None:
    """No process can read this log to its end."""
    Move.objects.create(game=game, seq=game.seq + 1, seat=0, action="play Qs Qd Qh", by="player")
    Game.objects.filter(pk=game.pk).update(seq=game.seq + 1)


def deal_of_other_cards(game: Game) -> None:
    """Past the guards of the database; processes that know the game go on with what they know."""
    first = game.moves.get(seq=1)
    word, *cards = first.action.split()
    TRIGGERS.drop("default")
    Move.objects.filter(pk=first.pk).update(action=" ".join([word, *reversed(cards)]))
    TRIGGERS.create("default")


WAYS = [move_past_the_door, deal_of_other_cards]
in_both_ways = pytest.mark.parametrize("spoil", WAYS, ids=[way.__name__ for way in WAYS])


def frozen(game: Game, spoil: Callable[[Game], None] = deal_of_other_cards) -> Game:
    game.refresh_from_db()
    spoil(game)
    assert audit.check_some(timezone.now()) == 1
    game.refresh_from_db()
    assert game.is_frozen and Mismatch.objects.get().game_id == game.pk
    return game


@in_both_ways
def test_nobody_moves_at_a_frozen_table(table: AtTable, spoil: Callable[[Game], None]) -> None:
    table.play_on(3)
    move = table.next_move()
    frozen(table.game, spoil)
    before = Move.objects.count()
    with pytest.raises(Frozen):
        door.play(**move)
    assert Move.objects.count() == before


def deeds(game_id: int, seq: int) -> list[Callable[[], Any]]:
    where: dict[str, Any] = {"game_id": game_id, "seat": 0}
    return [
        lambda: door.say_ready(**where, seq=seq),
        lambda: door.take_back(**where),
        lambda: door.end_rest(game_id=game_id, seq=seq),
        lambda: door.stop_clock(game_id=game_id, seq=seq),
        lambda: ends.give_up(**where),
        lambda: ends.concede(**where),
        lambda: ends.replace(**where, absent=1),
        lambda: ends.end(**where),
    ]


def test_nothing_else_is_done_there_either(table: AtTable) -> None:
    game = frozen(table.game)
    for deed in deeds(game.pk, game.seq):
        with pytest.raises(Frozen):
            deed()


@in_both_ways
def test_the_clock_leaves_a_frozen_table_alone(spoil: Callable[[Game], None]) -> None:
    alice = UserFactory.create(username="alice")
    game = new_game("easy", alice, "easy", "easy", pace="relaxed")
    everybody_stays(game)
    later = timezone.now() + timedelta(minutes=10)
    (claim,) = claims.claim(later, 10)  # a clock has begun to think
    frozen(game, spoil)
    assert not house.attend(claim)
    door.put_off(game_id=game.pk, seq=game.seq, until=timezone.now())
    leases = list(game.players.values_list("pk", flat=True))
    presence.renew(leases, [game.pk], timezone.now())
    game.refresh_from_db()
    assert game.deadline is None and claims.claim(later, 10) == []


@in_both_ways
def test_whoever_comes_to_it_is_told(
    table: AtTable, client: Client, spoil: Callable[[Game], None]
) -> None:
    game = frozen(table.game, spoil)
    states.forget_all()
    client.force_login(table.users[0])
    page = client.get(game.get_absolute_url())
    assert page.status_code == 503 and "This table is frozen" in page.content.decode()
    poll = client.get(reverse("games:poll", args=[game.code]), {"stamp": game.seq})
    assert f'data-go="{game.get_absolute_url()}"' in poll.content.decode()
    assert "This table is frozen" in page_at(game.pk, 0).hear({"seq": "1", "action": "collect"})
    assert f'data-go="{game.get_absolute_url()}"' in page_text(game.pk, None)


@pytest.mark.django_db(transaction=True)
async def test_an_open_page_hears_of_it_at_once_and_is_led_to_where_it_is_said() -> None:
    table = await in_thread(AtTable)
    async with table_line(table.code, table.users[0]) as line:
        await line.hear()
        await in_thread(frozen, table.game)
        while f'data-go="/games/{table.code}/"' not in await line.hear():
            pass
        await line.send(take_back="1")
        assert "This table is frozen" in await answer_to(line)


def test_an_admin_finds_it_at_the_desk_and_closes_it(table: AtTable, client: Client) -> None:
    game = frozen(table.game, move_past_the_door)
    client.force_login(staff("dora", "view_mismatch", "view_game", "close_game"))
    found = reverse("admin:games_mismatch_change", args=[Mismatch.objects.get().pk])
    at_the_desk = reverse("admin:games_game_change", args=[game.pk])
    assert f'href="{at_the_desk}"' in client.get(found).content.decode()
    games = reverse("admin:games_game_changelist")
    assert at_the_desk in client.get(games, {"phase": "frozen"}).content.decode()
    decide = reverse("admin:games_game_decide", args=[game.pk])
    client.post(decide, {"why": "its log is broken"})
    game.refresh_from_db()
    assert game.is_over and game.result == {"winners": [], "scores": [0, 0, 0, 0]}
    assert at_the_desk not in client.get(games, {"phase": "frozen"}).content.decode()


def test_a_log_that_nobody_can_read_is_a_page_that_says_so(table: AtTable, client: Client) -> None:
    game = frozen(table.game, move_past_the_door)
    ends.close(game_id=game.pk)
    states.forget_all()
    client.force_login(table.users[0])
    for name in ("table", "replay", "moves"):
        page = client.get(reverse(f"games:{name}", args=[game.code]))
        assert page.status_code == 503 and "cannot be shown" in page.content.decode(), name


def test_one_that_nobody_closes_is_closed_after_a_day_and_counts_for_nobody() -> None:
    game = new_game(*four_players())
    Game.objects.filter(pk=game.pk).update(is_rated=True)
    frozen(game)
    day = timedelta(days=1, minutes=1)
    long_ago = {"started_at": game.started_at - day, "moved_at": game.moved_at - day}
    Game.objects.filter(pk=game.pk).update(**long_ago, asked_at=game.asked_at - day)
    assert ends.close_forsaken(timezone.now()) == 1
    game.refresh_from_db()
    assert game.is_over and not game.players.filter(has_given_up=True).exists()
