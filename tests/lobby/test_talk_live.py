"""What is said at one seat appears at the others, through the socket the table has anyway."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import blocks
from bruno_site.live import hub
from bruno_site.live.threads import in_thread
from games.models import Game
from lobby.models import Line
from lobby.talk.opening import open_talk
from lobby.talk.panel import Talk
from lobby.talk.places import spot
from tests.kit.at_table import AtTable
from tests.kit.factories import finish
from tests.kit.sockets import answer_to, table_line

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_beat_by_itself")]


@pytest.fixture
def table(transactional_db: None) -> AtTable:
    return AtTable()


async def test_a_phrase_appears_at_another_seat_and_not_at_one_who_muted(table: AtTable) -> None:
    alice, bob, carol, _dave = table.users
    await in_thread(blocks.mute, carol, alice)
    code = table.game.code
    async with (
        table_line(code, alice) as a,
        table_line(code, bob) as b,
        table_line(code, carol) as c,
    ):
        for line in (a, b, c):
            await line.hear_beside("talk-lines")
        await a.send(to="talk", phrase="well")
        assert await answer_to(a) == ""
        heard = await b.hear_beside("talk-lines")
        assert "<bdi>alice</bdi>" in heard and "<bdi>Well played</bdi>" in heard
        assert 'id="felt-talk"' in heard  # over the felt too, where the list is out of sight
        await b.send(to="talk", phrase="thanks")
        heard = await c.hear_beside("talk-lines")
    assert "Thank you" in heard and "Well played" not in heard


async def test_muting_takes_lines_away_from_open_pages(table: AtTable) -> None:
    alice, bob, *_others = table.users
    async with table_line(table.game.code, alice) as a, table_line(table.game.code, bob) as b:
        await b.hear_beside("talk-lines")
        await a.send(to="talk", phrase="well")
        assert "Well played" in await b.hear_beside("talk-lines")
        await in_thread(blocks.mute, bob, alice)
        assert "Well played" not in await b.hear_beside("talk-lines")
        await in_thread(blocks.remove_block, bob, alice)
        assert "Well played" in await b.hear_beside("talk-lines")


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"phrase": "nonsense"}, "There is no such phrase."),
        ({"phrase": ["well"]}, "That cannot be said here."),
        ({"text": {"a": 1}}, "That cannot be said here."),
        ({"text": "I have the king"}, "While cards are in play there are only the phrases."),
        ({}, "While cards are in play there are only the phrases."),
    ],
)
async def test_nonsense_is_refused_in_a_sentence(
    table: AtTable, said: dict[str, Any], sentence: str
) -> None:
    async with table_line(table.game.code, table.users[0]) as alice:
        await alice.send(to="talk", **said)
        assert await answer_to(alice) == sentence
    assert not await in_thread(Line.objects.exists)


async def test_when_the_game_is_over_the_words_are_free(table: AtTable) -> None:
    async with table_line(table.game.code, table.users[0]) as alice:
        assert "talk-text" not in await alice.hear_beside("talk-lines")
        await in_thread(finish, table.game, 0)
        await in_thread(open_talk, [await in_thread(Game.objects.get)])
        assert 'id="talk-text"' in await alice.hear_beside("talk-form")
        await alice.send(to="talk", text="I had the king")
        assert await answer_to(alice) == ""


async def test_a_line_whose_poke_was_lost_comes_with_the_beat(
    table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table_line(table.game.code, table.users[0]) as alice:
        await alice.hear_beside("talk-lines")
        bob = table.users[1]
        await in_thread(lambda: Line.objects.create(game=table.game, author=bob, phrase="well"))
        await hub.running_hub().beat()
        assert "Well played" in await alice.hear_beside("talk-lines")


def test_a_beat_asks_once_for_all_of_them(table: AtTable) -> None:
    talks = [Talk(user, spot(table.game.code, user)) for user in table.users]
    for some in (talks[:1], talks * 50):
        with CaptureQueriesContext(connection) as asked:
            assert list(Talk.beat(some)) == []
        assert len(asked) == 1


def test_a_move_draws_nothing_of_it(table: AtTable) -> None:
    talk = Talk(table.users[0], spot(table.game.code, table.users[0]))
    assert f"game-{table.game.pk}" not in talk.topics


async def test_the_page_of_a_game_that_is_over_has_a_line_for_talk_alone(table: AtTable) -> None:
    await in_thread(finish, table.game, 0)
    alice, bob, *_others = table.users
    code = f"{table.game.code}/beside"
    async with table_line(code, alice) as a, table_line(code, bob) as b:
        await b.hear_beside("talk-lines")
        await a.send(to="talk", text="Once more?")
        assert await answer_to(a) == ""
        assert "Once more?" in await b.hear_beside("talk-lines")
    assert not any('id="table"' in message for message in b.received)
