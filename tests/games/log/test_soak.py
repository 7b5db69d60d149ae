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
from tests.kit.races import at_once, late

GAMES = 40

pytestmark = [pytest.mark.soak, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("number", range(GAMES))
def test_a_whole_game_of_repeated_moves_is_played_by_the_rules(number: int) -> None:
    table, luck = AtTable(server_seed=secrets.token_bytes(32)), Random(number)
    while not table.is_over:
        attempts = [partial(late, table.next_move(), luck.random() / 100)] * 3
        assert at_once(attempts)["made"] == 1
    check(record_of(Game.objects.get(pk=table.id)))
