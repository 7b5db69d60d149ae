"""P3: of things done at the same moment exactly one wins, and the others are told."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Barrier, Thread

import pytest
from django.db import connection

from accounts.models import User
from games.models import Game, Player
from games.rules.game import Refused
from lobby import service
from lobby.models import Room
from tests.kit.factories import UserFactory, seated

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = range(5)

Act = Callable[[], object]


def at_once(*acts: Act) -> list[object]:
    """What each gave back, or how it was refused. Anything else fails the test."""
    barrier = Barrier(len(acts))
    answers: list[object] = [None] * len(acts)

    def run(number: int, act: Act) -> None:
        try:
            barrier.wait()
            answers[number] = act()
        except Exception as error:
            answers[number] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    unexpected = [a for a in answers if isinstance(a, Exception) and not isinstance(a, Refused)]
    assert not unexpected, unexpected
    return answers


def refusals(answers: list[object]) -> list[str]:
    return [str(answer) for answer in answers if isinstance(answer, Refused)]


@pytest.mark.parametrize("_round", ROUNDS)
def test_of_six_who_want_the_last_seat_one_gets_it_and_five_are_told(
    room: Room, four: list[User], _round: int
) -> None:
    seated(room, *four[:3])
    crowd = [UserFactory.create() for _ in range(6)]
    answers = at_once(
        *(partial(service.sit, code=room.code, user=user, seat=3, nonce="") for user in crowd)
    )
    assert refusals(answers) == ["Somebody was faster: this seat is taken."] * 5
    assert room.seats.count() == 4


@pytest.mark.parametrize("_round", ROUNDS)
def test_one_person_in_two_tabs_never_has_two_seats(
    room: Room, four: list[User], _round: int
) -> None:
    answers = at_once(
        *(
            partial(service.sit, code=room.code, user=four[0], seat=seat, nonce="")
            for seat in range(4)
        )
    )
    assert not refusals(answers)
    assert room.seats.count() == 1


@pytest.mark.parametrize("_round", ROUNDS)
def test_all_four_press_start_and_one_game_begins(
    room: Room, four: list[User], _round: int
) -> None:
    seated(room, *four)
    answers = at_once(*(partial(service.begin, code=room.code, user=user) for user in four))
    assert answers == [Game.objects.get()] * 4
    assert Player.objects.count() == 4


@pytest.mark.parametrize("_round", ROUNDS)
def test_standing_up_against_starting_gives_a_whole_game_or_none(
    room: Room, four: list[User], _round: int
) -> None:
    seated(room, *four)
    answers = at_once(
        partial(service.stand, code=room.code, user=four[3]),
        partial(service.begin, code=room.code, user=four[0]),
    )
    began = Game.objects.count() == 1
    assert refusals(answers) == [
        "The game at this table has begun."
        if began
        else "The game starts when every seat is taken."
    ]
    assert room.seats.count() == Player.objects.count() == 4 if began else room.seats.count() == 3
