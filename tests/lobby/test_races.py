"""P3: of things done at the same moment exactly one wins, and the others are told."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Barrier, Thread

import pytest
from django.db import connection

from accounts import blocks
from accounts.models import Block, User
from games.models import Game
from games.rules.game import Refused
from lobby import service
from lobby.models import Room
from tests.kit.factories import UserFactory, seated
from tests.kit.races import patience, rounds, tables_of

pytestmark = pytest.mark.django_db(transaction=True)

Act = Callable[[], object]


def at_once(*acts: Act) -> list[object]:
    """What each gave back, or how it was refused. Anything else fails the test."""
    barrier = Barrier(len(acts))
    answers: list[object] = [None] * len(acts)

    def run(number: int, act: Act) -> None:
        try:
            with patience():
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


@rounds(3)
def test_of_six_who_want_the_last_seat_one_gets_it_and_five_are_told(
    four: list[User], rounds: int
) -> None:
    crowd = [UserFactory.create() for _ in range(6)]
    for room in tables_of(four[0], rounds):
        seated(room, *four[:3])
        sits = (partial(service.sit, code=room.code, user=user, seat=3) for user in crowd)
        assert refusals(at_once(*sits)) == ["Somebody was faster: this seat is taken."] * 5
        assert room.seats.count() == 4


@rounds(3)
def test_one_person_in_two_tabs_never_has_two_seats(four: list[User], rounds: int) -> None:
    for room in tables_of(four[0], rounds):
        sit = partial(service.sit, code=room.code, user=four[0])
        assert not refusals(at_once(*(partial(sit, seat=seat) for seat in range(4))))
        assert room.seats.count() == 1


@rounds(3)
def test_all_four_are_ready_at_once_and_one_game_begins(four: list[User], rounds: int) -> None:
    for number, room in enumerate(tables_of(four[0], rounds), start=1):
        seated(room, *four)
        assert not refusals(at_once(*(ready(room, user) for user in four)))
        assert is_begun(room) and Game.objects.count() == number


@rounds(3)
def test_standing_up_against_the_last_ready_gives_a_whole_game_or_none(
    four: list[User], rounds: int
) -> None:
    for room in tables_of(four[0], rounds):
        seated(room, *four, is_ready=True)
        room.seats.filter(seat=0).update(is_ready=False)
        stand = partial(service.stand, code=room.code, user=four[3])
        answers = at_once(stand, ready(room, four[0]))
        began = is_begun(room)
        assert refusals(answers) == ["The game at this table has begun."] * began
        assert room.seats.count() == (4 if began else 3)


@rounds(3)
def test_sending_somebody_away_against_their_ready_gives_a_whole_game_or_none(
    four: list[User], rounds: int
) -> None:
    for room in tables_of(four[0], rounds):
        seated(room, *four, is_ready=True)
        room.seats.filter(seat=3).update(is_ready=False)
        remove = partial(service.remove, code=room.code, user=four[0], seat=3)
        (refusal,) = refusals(at_once(remove, ready(room, four[3])))
        began = is_begun(room)
        told = "The game at this table has begun." if began else "Only those who sit at the table"
        assert refusal.startswith(told)
        assert room.seats.count() == (4 if began else 3)


@rounds(3)
def test_a_block_against_sitting_down_never_leaves_both_at_the_table(
    four: list[User], rounds: int
) -> None:
    alice, bob, *_others = four
    for number, room in enumerate(tables_of(alice, rounds)):
        Block.objects.all().delete()
        by, of = (alice, bob) if number % 2 else (bob, alice)
        sit = partial(service.sit, code=room.code, user=bob, seat=1)
        answers = at_once(partial(blocks.block, by, of), sit)
        assert set(refusals(answers)) <= {"You cannot sit down at this table."}
        assert [seat.user for seat in room.seats.all()] == [alice]


@rounds(3)
def test_two_who_block_each_other_leave_one_of_them_at_the_table(
    four: list[User], rounds: int
) -> None:
    alice, bob, *_others = four
    for room in tables_of(alice, rounds):
        Block.objects.all().delete()
        seated(room, alice, bob)
        at_once(partial(blocks.block, alice, bob), partial(blocks.block, bob, alice))
        assert [seat.user for seat in room.seats.all()] == [alice]


def is_begun(room: Room) -> bool:
    """With everybody who sits there, or not at all."""
    game = Room.objects.get(pk=room.pk).game
    assert game is None or game.players.count() == 4
    return game is not None


def ready(room: Room, user: User) -> Act:
    return partial(service.ready, code=room.code, user=user)
