"""P4: no browser is ever sent a card that its player may not see."""

from __future__ import annotations

from contextlib import AsyncExitStack
from itertools import islice
from random import Random

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from bruno_site.live.page_diff import PageDiff
from bruno_site.live.threads import in_thread
from games.log import states, window
from games.log.pov import Pov
from games.log.states import Step
from games.models import Game
from games.rules import rules_of
from games.rules.game import Seat
from games.table.drawing import LOG_LINES
from tests.kit.factories import UserFactory
from tests.kit.pages import page_at, without_token
from tests.kit.sockets import TableLine, answer_to, seq_of, table_line
from tests.kit.worlds import (
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
    for so_far in along(played_at_random(game, name), 25, Random(name)):
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
            for path in ("", "poll/?stamp=0", "moves/", "?move=3&seat=2"):
                page = client.get(f"/games/{game.code}/{path}").content.decode()
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
    return without_token(client.get(f"/games/{game.code}/moves/").content.decode())


@every_kind
def test_no_piece_of_a_whole_game_names_a_card_that_its_viewer_may_not_see(
    kind: str, whole_games_kept: None
) -> None:
    """As a socket sends it: the whole table first, then what each move changes."""
    game = begun(kind)
    steps = played_at_random(game, "pieces")
    believe(game, steps)
    for seat in viewers(game):
        page, sent = page_at(game.pk, seat), PageDiff()
        for step in steps[1:]:
            page.newest = step.seq
            message = sent.message(page.draw(step.seq - 1))
            told = steps[max(0, step.seq + 1 - TOLD) : step.seq + 1]
            assert seq_of(message) == step.seq
            assert not leaks(kind, message, told, seat), (step.seq, seat)


@every_kind
def test_the_pieces_that_travel_are_the_same_in_both_worlds(kind: str) -> None:
    game, luck = begun(kind), Random("pieces")
    for so_far in along(played_at_random(game, "pieces"), 5, luck):
        for seat in viewers(game):
            worlds = imagined(rules_of(kind), so_far, seat, luck)
            here, there = (travelled(game, steps, seat) for steps in worlds)
            assert here == there, f"seat {seat}: {first_difference(here, there)}"


def travelled(game: Game, steps: Steps, seat: Seat | None) -> str:
    """What the last step brings to a page that shows the one before."""
    believe(game, steps)
    seq = steps[-1].seq
    page, sent = page_at(game.pk, seat, seq - 1), PageDiff()
    sent.message(page.draw(None))
    page.newest = seq
    return sent.message(page.draw(seq - 1))


@every_kind
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_beat_by_itself")
async def test_no_socket_brings_a_hidden_card_in_a_whole_game(
    kind: str, settings: Settings
) -> None:
    settings.MESSAGES_AT_ONCE = 10_000  # these play faster than people
    game = await in_thread(begun, kind)
    people = await in_thread(people_at, game)
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(table_line(game.code, each)) for each in people]
        await play_to_the_end(game, lines)
    steps = await in_thread(all_steps, game)
    for seat, line in zip(viewers(game), lines, strict=True):
        seq = 0
        for message in line.received:
            seq = max(seq, seq_of(message))  # who is ready to go on is no position of its own
            assert not leaks(kind, message, steps[: seq + 1], seat), (seat, seq)
        assert seq == steps[-1].seq


def people_at(game: Game) -> list[User | None]:
    seated = game.players.select_related("user").order_by("seat")
    return [*(each.user for each in seated), UserFactory.create(username="zoe")]


async def play_to_the_end(game: Game, lines: list[TableLine]) -> None:
    """Every seat through its own socket; everybody sees every position."""
    luck, seq = Random(game.kind), 1
    for line in lines:
        await line.hear_seq(seq)
    while presses := await in_thread(pressed_next, game, seq, luck):
        for seat, message in presses:
            await lines[seat].send(seq=seq, **message)
            await answer_to(lines[seat])
        seq = await in_thread(window.seq_of, game.pk)
        for line in lines:
            while line.shown < seq:
                await line.hear()


def pressed_next(game: Game, seq: int, luck: Random) -> list[tuple[Seat, dict[str, str]]]:
    """Who presses what at this position: one makes a move, or all are ready to go on."""
    rules, state = rules_of(game.kind), window.state_of(game.pk, seq)
    if rules.rests(state):
        return [(seat, {"ready": ""}) for seat in range(game.meta.seats[0])]
    return [
        (seat, {"action": str(luck.choice(rules.legal_actions(state, seat)))})
        for seat in rules.to_act(state)[:1]
    ]


def all_steps(game: Game) -> tuple[Step, ...]:
    states.forget_all()
    return states.steps(game.pk, 0, window.seq_of(game.pk))
