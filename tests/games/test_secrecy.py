"""P4: no browser is ever sent a card that its player may not see."""

from __future__ import annotations

import re
from contextlib import AsyncExitStack
from itertools import islice
from random import Random
from time import sleep

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from accounts.models import User
from games.log import states, window
from games.log.pov import Pov
from games.log.states import Step
from games.models import Game
from games.rules import rules_of
from games.rules.game import Seat
from games.table.drawing import LOG_LINES
from tests.factories import UserFactory

from .kit import AtTable
from .sockets import Socket, seq_of, socket
from .worlds import (
    SHOWN_KINDS,
    Steps,
    Worlds,
    along,
    begun,
    believe,
    first_difference,
    going_on,
    imagined,
    in_pieces,
    leaks,
    played_at_random,
    secrets_of,
    seen_in_both,
    sent,
    viewers,
)

pytestmark = pytest.mark.django_db

every_kind = pytest.mark.parametrize("kind", SHOWN_KINDS)
MOVES_ON = 6
TOLD = LOG_LINES + 1  # a table shows the last moves, each of which began where another ended
CSRF = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


@pytest.fixture
def whole_games_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of these tests are in no table, so nothing can be folded again."""
    monkeypatch.setattr(states, "KEPT_STEPS", 10_000)


def sessions(game: Game) -> dict[Seat | None, Client]:
    """A browser for each seat, and one for zoe, who has none."""
    seated = game.players.all()
    people: dict[Seat | None, User] = {each.seat: each.user for each in seated if each.user}
    people[None] = UserFactory.create(username="zoe")
    clients = {seat: Client() for seat in people}
    for seat, client in clients.items():
        client.force_login(people[seat])
    return clients


@every_kind
@pytest.mark.parametrize("name", ["secrecy 2", "secrecy 5"])
def test_a_table_names_only_cards_that_its_viewer_may_see(kind: str, name: str) -> None:
    game = begun(kind)
    for so_far in along(played_at_random(game, name), 50, Random(name)):
        for seat in viewers(game):
            html = sent(game, so_far, seat)
            assert not leaks(kind, html, so_far[-TOLD:], seat), (name, so_far[-1].seq, seat)


@every_kind
def test_what_is_kept_of_one_viewers_table_is_sent_to_nobody_else(kind: str) -> None:
    game = begun(kind)
    for so_far in along(played_at_random(game, "kept"), 12, Random("kept")):
        believe(game, so_far)
        for seat in viewers(game):
            for seq in {max(1, so_far[-1].seq - 3), so_far[-1].seq}:
                html = in_pieces(Pov(game.pk, seat), seq)
                told = so_far[max(0, seq + 1 - TOLD) : seq + 1]
                assert not leaks(kind, html, told, seat), (seq, seat)


@every_kind
def test_the_pages_of_a_running_game_name_only_cards_that_their_reader_may_see(
    kind: str, whole_games_kept: None
) -> None:
    game = begun(kind)
    clients = sessions(game)
    for so_far in along(played_at_random(game, "pages"), 4, Random(1)):
        believe(game, so_far)
        for seat, client in clients.items():
            for path in ("", "fragment/?seq=0", "moves/", "?move=3&seat=2"):
                page = client.get(f"/games/{game.pk}/{path}").content.decode()
                assert not leaks(kind, page, so_far, seat), (path, so_far[-1].seq, seat)


@every_kind
@pytest.mark.parametrize("name", ["worlds 1", "worlds 2"])
def test_unseen_cards_can_change_places_and_nobody_sees_it(kind: str, name: str) -> None:
    game, luck = begun(kind), Random(name)
    for so_far in along(played_at_random(game, name), 7, luck):
        for seat in viewers(game):
            worlds = imagined(rules_of(kind), so_far, seat, luck)
            assert_the_same(game, worlds, seat)
            play_on_until_told_apart(game, worlds, seat, luck)


def play_on_until_told_apart(game: Game, worlds: Worlds, seat: Seat | None, luck: Random) -> None:
    rules = rules_of(game.kind)
    for word, later in islice(going_on(rules, worlds, luck), MOVES_ON):
        if not seen_in_both(rules, later, seat):
            assert word in secrets_of(game.kind).REVEALING, f"{word} told {seat} what is hidden"
            return
        assert_the_same(game, later, seat)


def assert_the_same(game: Game, worlds: Worlds, seat: Seat | None) -> None:
    here, there = (sent(game, steps, seat) for steps in worlds)
    assert here == there, f"seat {seat}: {first_difference(here, there)}"


@every_kind
def test_the_page_of_all_moves_is_the_same_in_both_worlds(
    kind: str, whole_games_kept: None
) -> None:
    game, luck = begun(kind), Random("moves")
    clients = sessions(game)
    for so_far in along(played_at_random(game, "moves"), 3, luck):
        for seat, client in clients.items():
            worlds = imagined(rules_of(kind), so_far, seat, luck)
            here, there = (moves_page(game, steps, client) for steps in worlds)
            assert here == there, f"seat {seat}: {first_difference(here, there)}"


def moves_page(game: Game, steps: Steps, client: Client) -> str:
    believe(game, steps)
    return CSRF.sub("", client.get(f"/games/{game.pk}/moves/").content.decode())


@pytest.mark.django_db(transaction=True)
async def test_no_socket_brings_a_hidden_card_in_a_whole_game() -> None:
    table = await database_sync_to_async(AtTable)()
    people = [*table.users, await database_sync_to_async(UserFactory)(username="zoe")]
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(socket(table.id, each)) for each in people]
        await play_to_the_end(table, sockets)
    steps = await database_sync_to_async(all_steps)(table)
    for seat, each in zip((0, 1, 2, 3, None), sockets, strict=True):
        seq = 0
        for message in each.received:
            seq = max(seq, seq_of(message))  # a heartbeat shows no position of its own
            assert not leaks("bruno", message, steps[: seq + 1], seat), (seat, seq)
        assert seq == steps[-1].seq


async def play_to_the_end(table: AtTable, sockets: list[Socket]) -> None:
    def next_move() -> tuple[Seat, int, str] | None:
        return None if table.is_over else (table.turn, table.seq, table.some_action())

    for each in sockets:
        await each.hear_seq(1)
    while (move := await database_sync_to_async(next_move)()) is not None:
        seat, seq, action = move
        await sockets[seat].send(seq=seq, action=action)
        now = await database_sync_to_async(seq_after)(table, seq)
        for each in sockets:
            await each.hear_seq(now)


def seq_after(table: AtTable, seq: int) -> int:
    """What the game is at when the move sent at `seq` has been stored."""
    while table.seq == seq:
        sleep(0.001)
    return table.seq


def all_steps(table: AtTable) -> tuple[Step, ...]:
    states.forget_all()
    return states.steps(table.id, 0, window.seq_of(table.id))
