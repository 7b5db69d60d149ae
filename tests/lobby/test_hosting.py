"""What the host of a table does, and who is the host when the host is gone."""

from __future__ import annotations

import pytest

from accounts import blocks
from accounts.models import User
from games.rules.game import Refused
from lobby import service
from lobby.models import Room
from lobby.service.hosting import evened
from tests.kit.factories import seated

pytestmark = pytest.mark.django_db


def seats(room: Room) -> dict[int, str]:
    return {seat.seat: seat.bot or seat.name for seat in room.seats.all()}


def host(room: Room) -> str:
    return Room.objects.get(pk=room.pk).host.username


def test_one_press_fills_every_free_seat_with_bots(room: Room, four: list[User]) -> None:
    service.sit(code=room.code, user=four[1], seat=2)
    service.fill(code=room.code, user=four[0], level="hard")
    assert seats(room) == {0: "alice", 1: "hard", 2: "bob", 3: "hard"}


def test_shuffled_everybody_sits_somewhere_and_nobody_is_ready(
    room: Room, four: list[User]
) -> None:
    seated(room, *four[:3], is_ready=True)
    seen: set[object] = set()
    while len(seen) < 3:
        service.shuffle(code=room.code, user=four[0])
        seen.add(tuple(seats(room).items()))
    assert sorted(seats(room).values()) == ["alice", "bob", "carol"]
    assert not room.seats.filter(is_ready=True).exists()


def test_balanced_the_best_plays_with_the_weakest(room: Room, four: list[User]) -> None:
    for level in ("easy", "hard", "medium"):
        free = room.seats.count()
        service.add_bot(code=room.code, user=four[0], seat=free, level=level)
    service.balance(code=room.code, user=four[0])
    taken = seats(room)
    pairs = {frozenset([taken[0], taken[2]]), frozenset([taken[1], taken[3]])}
    assert frozenset(["easy", "hard"]) in pairs


def test_a_side_is_as_strong_as_the_other_if_that_can_be() -> None:
    teams = ((0, 2), (1, 3))
    chosen = evened(teams, [30, 10, 20, 20])
    strong, weak = chosen[0] % 2, chosen[1] % 2
    assert strong == weak
    assert evened(teams, [25, 25, 25, 25]) == [0, 1, 2, 3]


def test_whoever_was_sent_away_does_not_sit_down_again(room: Room, four: list[User]) -> None:
    seated(room, *four[:2])
    service.remove(code=room.code, user=four[0], seat=1)
    with pytest.raises(Refused, match="The host has asked you to leave this table."):
        service.sit(code=room.code, user=four[1], seat=1)
    assert seats(room) == {0: "alice"}


def test_who_is_blocked_by_the_host_or_blocks_the_host_sits_elsewhere(
    room: Room, four: list[User]
) -> None:
    blocks.block(four[0], four[1])
    blocks.block(four[2], four[0])
    for user in four[1:3]:
        with pytest.raises(Refused, match="You cannot sit down at this table."):
            service.sit(code=room.code, user=user, seat=1)


def test_a_table_is_handed_over_to_somebody_who_sits_there(room: Room, four: list[User]) -> None:
    seated(room, *four[:3])
    service.add_bot(code=room.code, user=four[0], seat=3, level="easy")
    with pytest.raises(Refused, match="Nobody sits there who could take over"):
        service.hand_over(code=room.code, user=four[0], seat=3)
    service.hand_over(code=room.code, user=four[0], seat=2)
    assert host(room) == "carol"
    with pytest.raises(Refused, match="Only carol, whose table this is"):
        service.close(code=room.code, user=four[0])


def test_a_host_who_stands_up_leaves_the_table_to_the_next(room: Room, four: list[User]) -> None:
    seated(room, *four[:3])
    service.stand(code=room.code, user=four[1])
    assert host(room) == "alice"
    service.stand(code=room.code, user=four[0])
    assert host(room) == "carol"


def test_a_closed_table_is_gone(room: Room, four: list[User]) -> None:
    service.close(code=room.code, user=four[0])
    with pytest.raises(Room.DoesNotExist):
        service.sit(code=room.code, user=four[1], seat=1)


def test_every_change_has_a_version_of_its_own(room: Room, four: list[User]) -> None:
    def version() -> int:
        return Room.objects.get(pk=room.pk).version

    seen = [version()]
    service.sit(code=room.code, user=four[1], seat=1)
    seen.append(version())
    service.ready(code=room.code, user=four[1])
    seen.append(version())
    service.unready(code=room.code, user=four[1])
    seen.append(version())
    service.unready(code=room.code, user=four[1])
    assert seen == [0, 1, 2, 3] and version() == 3
