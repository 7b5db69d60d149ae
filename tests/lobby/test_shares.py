"""The shares that players add to the shuffle: sealed before any is opened, so that nobody, not even
the site together with a player, can choose the deal (P17)."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from accounts.account_deletion import start_deletion
from accounts.models import Block, User
from games.models import Game
from games.rules import fair
from games.rules.game import Refused
from lobby import service
from lobby.models import Room, RoomSeat, Ticket
from lobby.queue import matches
from lobby.scene import RoomScene, scene
from lobby.service.starting import OPENED_WITHIN, SEALED_AGAIN_WITHIN
from tests.kit.factories import nonce_of, ready_with_seal, seated

pytestmark = pytest.mark.django_db


def seal_of(user: User) -> str:
    return fair.nonce_seal(nonce_of(user))


def open_share(room: Room, user: User) -> Room:
    return service.open_share(code=room.code, user=user, nonce=nonce_of(user))


def seat_of(user: User) -> RoomSeat:
    return RoomSeat.objects.get(user=user)


def seen_by(user: User, room: Room) -> RoomScene:
    return scene(Room.objects.get(pk=room.pk), user, timezone.now())


@pytest.fixture
def opening(room: Room, four: list[User]) -> Room:
    """Everyone is ready with a sealed share, and nobody has opened theirs yet."""
    seated(room, *four)
    for user in four:
        room = ready_with_seal(room, user)
    assert room.opening_since is not None
    return room


def test_sitting_down_sends_the_seal_and_everyone_at_the_table_is_shown_it(
    room: Room, four: list[User]
) -> None:
    service.sit(code=room.code, user=four[1], seat=1, nonce_seal=seal_of(four[1]))
    shares = seen_by(four[0], room).shares
    assert [(share.name, share.seal.replace(" ", "")) for share in shares] == [
        ("alice", ""),
        ("bob", seal_of(four[1])),
    ]


def test_no_nonce_is_asked_for_before_everyone_is_ready(room: Room, four: list[User]) -> None:
    seated(room, *four)
    for user in four[:3]:
        ready_with_seal(room, user)
    assert all(seen_by(user, room).share_to_open is None for user in four)
    ready_with_seal(room, four[3])
    assert [seen_by(user, room).share_to_open for user in four] == [seal_of(user) for user in four]


def test_the_game_starts_when_the_last_share_is_opened(opening: Room, four: list[User]) -> None:
    for user in four:
        assert Room.objects.get(pk=opening.pk).game is None
        open_share(opening, user)
    seal = Game.objects.get().seal
    assert seal.nonces == [nonce_of(user) for user in four]
    assert seal.nonce_seals == [seal_of(user) for user in four]
    assert (seal.could_choose, seal.wasted_openings) == ("nobody", 0)


def test_a_nonce_that_does_not_fit_its_seal_is_refused(opening: Room, four: list[User]) -> None:
    for nonce in (nonce_of(four[1]), "", "x", "A" * 32):
        with pytest.raises(Refused, match="does not fit its seal"):
            service.open_share(code=opening.code, user=four[0], nonce=nonce)
    assert seat_of(four[0]).nonce == ""


def test_no_seal_changes_once_everyone_is_ready(opening: Room, four: list[User]) -> None:
    open_share(opening, four[0])
    service.ready(code=opening.code, user=four[3], nonce_seal="ab" * 32)
    assert seat_of(four[3]).nonce_seal == seal_of(four[3])


def test_a_seal_that_changes_after_the_first_nonce_wastes_what_was_opened(
    opening: Room, four: list[User]
) -> None:
    """Somebody who was gone for a while, and so is no longer ready, comes back."""
    open_share(opening, four[0])
    RoomSeat.objects.filter(user=four[3]).update(is_ready=False)
    room = service.ready(code=opening.code, user=four[3], nonce_seal="ab" * 32)
    assert (seat_of(four[0]).nonce, seat_of(four[0]).nonce_seal) == ("", "")
    assert (room.wasted_openings, room.wasted_by) == (1, four[3])


def test_a_share_that_was_opened_twice_counts_once(opening: Room, four: list[User]) -> None:
    open_share(opening, four[0])
    version = open_share(opening, four[0]).version
    assert Room.objects.get(pk=opening.pk).version == version


def test_who_leaves_after_a_share_was_opened_is_named_to_everyone_and_new_ones_are_sealed(
    opening: Room, four: list[User]
) -> None:
    open_share(opening, four[0])
    service.stand(code=opening.code, user=four[3])
    shown = seen_by(four[1], opening)
    assert "opened 1 time here without a game starting" in str(shown.wasted)
    assert "dave left or did not open theirs" in str(shown.wasted)
    assert not seat_of(four[0]).is_ready and seat_of(four[0]).nonce_seal == ""
    assert seen_by(four[0], opening).has_come_to_play  # its browser seals and is ready by itself
    assert seat_of(four[1]).is_ready and seat_of(four[1]).nonce_seal == seal_of(four[1])


def test_leaving_before_any_share_was_opened_wastes_nothing(
    opening: Room, four: list[User]
) -> None:
    service.stand(code=opening.code, user=four[3])
    room = Room.objects.get(pk=opening.pk)
    assert (room.opening_since, room.wasted_openings) == (None, 0)
    assert seat_of(four[0]).is_ready and seat_of(four[0]).nonce_seal == seal_of(four[0])


def test_a_share_that_was_opened_is_never_sealed_again(opening: Room, four: list[User]) -> None:
    open_share(opening, four[0])
    service.stand(code=opening.code, user=four[3])
    with pytest.raises(Refused, match="was used before"):
        ready_with_seal(opening, four[0])
    with pytest.raises(Refused, match="was used before"):
        service.sit(code=opening.code, user=four[0], seat=3, nonce_seal=seal_of(four[0]))


def test_a_share_that_comes_when_nobody_waits_for_it_any_more_is_wasted(
    opening: Room, four: list[User]
) -> None:
    service.stand(code=opening.code, user=four[3])
    open_share(opening, four[0])
    assert (seat_of(four[0]).nonce, seat_of(four[0]).nonce_seal) == ("", "")
    assert not seat_of(four[0]).is_ready


def test_the_game_tells_how_often_shares_were_opened_in_vain(
    opening: Room, four: list[User]
) -> None:
    open_share(opening, four[0])
    service.unready(code=opening.code, user=four[3])
    for user in (four[0], four[3]):
        service.ready(code=opening.code, user=user)
    for user in four[1:3]:
        open_share(opening, user)
    assert Game.objects.get().seal.wasted_openings == 1


def test_who_does_not_open_in_time_is_not_ready_any_more(opening: Room, four: list[User]) -> None:
    for user in four[:3]:
        open_share(opening, user)
    service.tidy(timezone.now() + OPENED_WITHIN - timedelta(seconds=1))
    assert Room.objects.get(pk=opening.pk).opening_since is not None
    RoomSeat.objects.update(seen_at=timezone.now() + OPENED_WITHIN)
    service.tidy(timezone.now() + OPENED_WITHIN + timedelta(seconds=1))
    room = Room.objects.get(pk=opening.pk)
    assert (room.opening_since, room.wasted_openings, room.wasted_by) == (None, 1, four[3])
    assert seat_of(four[3]).kept_until is None
    assert all(seat_of(user).kept_until is not None for user in four[:3])


def test_who_does_not_open_in_time_at_a_found_table_lets_the_others_wait_on(
    opening: Room, four: list[User]
) -> None:
    for user in four:
        Ticket.objects.create(user=user, kind="bruno", room=opening)
    for user in four[:3]:
        open_share(opening, user)
    late = timezone.now() + OPENED_WITHIN + timedelta(seconds=1)
    assert OPENED_WITHIN < SEALED_AGAIN_WITHIN
    RoomSeat.objects.update(seen_at=late)
    service.tidy(late)
    matches.run(late + timedelta(milliseconds=1))
    assert not Room.objects.exists()
    waiting = Ticket.objects.filter(room=None).order_by("user")
    assert [ticket.user for ticket in waiting] == four[:3]
    assert Ticket.objects.count() == 3


def test_without_scripts_a_table_starts_at_once_and_proves_less(
    room: Room, four: list[User]
) -> None:
    seated(room, *four)
    for user in four:
        service.ready(code=room.code, user=user)
    seal = Game.objects.get().seal
    assert (seal.nonces, seal.nonce_seals, seal.could_choose) == ([""] * 4, [""] * 4, "site")


def test_shuffled_seats_make_nobody_ready_by_itself(opening: Room, four: list[User]) -> None:
    open_share(opening, four[0])
    service.shuffle(code=opening.code, user=four[0])
    assert not seat_of(four[0]).is_ready and seat_of(four[0]).kept_until is None
    assert seat_of(four[0]).nonce == ""


def test_the_status_of_a_table_never_lists_nobody(opening: Room, four: list[User]) -> None:
    for user in four[:3]:
        assert str(seen_by(user, opening).status) == "Everyone is ready. The game starts now."
        open_share(opening, user)


@pytest.mark.parametrize("change", ["rules", "seats"])
def test_nobody_is_ready_by_itself_for_other_rules_or_seats(
    opening: Room, four: list[User], change: str
) -> None:
    for user in four[1:]:
        open_share(opening, user)
    service.unready(code=opening.code, user=four[0])
    assert all(seat_of(user).comes_ready for user in four[1:])
    if change == "rules":
        config = {"face_up_together": True}
        service.edit_rules(code=opening.code, user=four[0], size=4, config=config, pace="off")
    else:
        service.shuffle(code=opening.code, user=four[0])
    seats = RoomSeat.objects.all()
    assert not any(seat.is_ready or seat.comes_ready or seat.kept_until for seat in seats)


def test_a_nonce_that_was_sent_never_meets_a_later_seal(opening: Room, four: list[User]) -> None:
    """The player sent it and was gone for a minute, and comes back with another."""
    long_ago = timezone.now() - timedelta(seconds=61)
    RoomSeat.objects.filter(user=four[3]).update(seen_at=long_ago)
    open_share(opening, four[3])
    service.tidy(timezone.now())
    service.ready(code=opening.code, user=four[3], nonce_seal="ab" * 32)
    assert (seat_of(four[3]).nonce, seat_of(four[3]).nonce_seal) == ("", "ab" * 32)


def test_nobody_changes_a_table_that_quick_match_made(opening: Room, four: list[User]) -> None:
    for user in four:
        Ticket.objects.create(user=user, kind="bruno", room=opening)
    code, host = opening.code, four[0]
    for change in (
        partial(service.edit_rules, code=code, user=host, size=4, config={}, pace="off"),
        partial(service.shuffle, code=code, user=host),
        partial(service.remove, code=code, user=host, seat=1),
    ):
        with pytest.raises(Refused, match="Quick match has made this table"):
            change()
    assert not seen_by(host, opening).is_host  # so the page offers none of it


def test_no_game_starts_where_no_person_sits(room: Room, four: list[User]) -> None:
    seated(room, four[0], kept_until=timezone.now() - timedelta(seconds=1))
    with pytest.raises(Refused, match="Sit down first"):
        service.fill(code=room.code, user=four[0], level="easy")
    assert not Game.objects.exists()


def test_who_leaves_with_a_deleted_account_stops_no_clock(opening: Room, four: list[User]) -> None:
    open_share(opening, four[0])
    Block.objects.create(by=four[3], of=four[1], how="block")
    start_deletion(four[3])
    service.tidy(timezone.now())
    room = Room.objects.get(pk=opening.pk)
    assert (room.wasted_openings, room.wasted_by) == (1, None)
