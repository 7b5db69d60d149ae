"""An evening can be repeated by anyone."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from lobby.evening import evening
from lobby.queue.shapes import bots_of, shape_of


def told(*arguments: str) -> str:
    out = StringIO()
    call_command("evening", *arguments, stdout=out)
    return out.getvalue()


def test_the_same_seed_gives_the_same_evening_and_another_seed_another() -> None:
    first = told("bruno", "--people", "40", "--seed", "one")
    assert told("bruno", "--people", "40", "--seed", "one") == first
    assert told("bruno", "--people", "40", "--seed", "two") != first


@pytest.mark.parametrize("kind", ["bruno", "uno", "briscalone"])
def test_more_people_wait_less_and_play_fewer_bots(kind: str) -> None:
    few, many = (evening(n, shape_of(kind), bots_of(kind), "seed") for n in (20, 200))
    assert many.wait(50) < few.wait(50)
    assert many.bots < few.bots


def test_a_game_that_is_not_here_and_an_empty_evening_are_refused_in_a_sentence() -> None:
    with pytest.raises(CommandError, match="no such game"):
        told("poker")
    with pytest.raises(CommandError, match="10 people or more"):
        told("bruno", "--people", "0")
