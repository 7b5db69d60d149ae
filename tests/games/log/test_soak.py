"""For minutes: whole games in which every move is sent several times, late and all at once."""

from __future__ import annotations

import secrets
from functools import partial
from random import Random

import pytest

from games.log.export import record_of
from games.models import Game
from games.rules.replay import check
from tests.kit.at_table import AtTable
from tests.kit.factories import four_players
from tests.kit.figures import Note
from tests.kit.races import at_once, late

GAMES, TIMES = 20, 3

pytestmark = [pytest.mark.soak, pytest.mark.django_db(transaction=True)]


def test_whole_games_of_repeated_moves_are_played_by_the_rules(note: Note) -> None:
    users, moves = four_players(), 0
    for number in range(GAMES):
        table = AtTable(server_seed=secrets.token_bytes(32), users=users)
        luck = Random(number)
        while not table.is_over:
            attempts = [partial(late, table.next_move(), luck.random() / 100)] * TIMES
            assert at_once(attempts)["made"] == 1
            moves += 1
        check(record_of(Game.objects.get(pk=table.id)))
    note("P2", f"{GAMES} games, {moves:,} moves, each sent {TIMES} times", "each was made once")
