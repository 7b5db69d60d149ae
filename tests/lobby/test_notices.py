"""Being called: what for, by whom, and how it ends."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import blocks, rate_limits
from accounts.models import User
from games.log import ends, presence
from games.models import Player
from games.rules.game import Refused
from lobby import service
from lobby.models import Notice, Room, RoomSeat
from lobby.notices import calls
from lobby.notices.bar import Notices
from tests.kit.at_table import AtTable
from tests.kit.factories import finish, seated

pytestmark = pytest.mark.django_db


def told(user: User, here: str = "") -> list[str]:
    return [str(call.sentence) for call in Notices(user, here).read()]


def invite(room: Room, sender: User, name: str) -> User:
    return calls.invite(code=room.code, sender=sender, name=name)


def test_your_turn_is_told_everywhere_but_at_that_table() -> None:
    table = AtTable()
    mine, other = table.users[table.turn], table.users[table.turn - 1]
    assert told(mine) == ["Your turn in Bruno"]
    assert told(other) == []
    assert told(mine, here=table.game.code) == []


def test_it_follows_the_moves_by_their_pokes() -> None:
    table = AtTable()
    first = table.users[table.turn]
    notices = Notices(first)
    notices.draw()
    (topic,) = notices.topics[1:]
    table.play()
    assert not notices.poked(topic, table.seq - 1)
    assert notices.poked(topic, table.seq)
    mine = table.users[table.turn] == first
    assert [bool(notices.read())] == [mine]


def test_a_game_that_is_over_waits_for_nobody() -> None:
    table = AtTable()
    mine = table.users[table.turn]
    finish(table.game, 0)
    assert told(mine) == []


def test_neither_does_one_that_ended_without_a_move() -> None:
    table = AtTable()
    notices = Notices(table.users[table.turn])
    assert notices.read() != []
    finish(table.game, 0)
    assert notices.poked(notices.topics[1], table.seq + 1)
    assert notices.read() == []


def test_a_seat_that_was_given_up_is_never_called_to_play() -> None:
    """Neither on a page that is opened now nor on one that was open all the time."""
    table = AtTable()
    mine = table.users[table.turn]
    before = Notices(mine)
    assert before.read() != []
    ends.give_up(game_id=table.id, seat=table.turn)
    assert told(mine) == []
    before.poked(before.topics[1], table.seq + 1)
    assert before.read() == []


def test_an_invitation_is_told_until_it_is_put_away(room: Room, four: list[User]) -> None:
    alice, bob, *_others = four
    assert invite(room, alice, "BOB") == bob
    assert told(bob) == ["alice invites you to Bruno"]
    calls.put_away(user=bob, why="invited", code=room.code)
    assert told(bob) == []
    invite(room, alice, "bob")  # asked again
    assert told(bob) == ["alice invites you to Bruno"]
    assert Notice.objects.count() == 1


def test_to_a_game_that_has_begun_nobody_is_invited_any_longer(
    room: Room, four: list[User], zoe: User
) -> None:
    alice = four[0]
    invite(room, alice, "zoe")
    room.game = AtTable(users=four).game
    room.save(update_fields=["game"])
    assert told(zoe) == []
    with pytest.raises(Refused, match="has begun"):
        invite(room, alice, "zoe")


def test_your_table_is_ready(room: Room, four: list[User]) -> None:
    room.game = AtTable(users=four).game
    room.save(update_fields=["game"])
    calls.call(why=calls.READY, where=room, people=[user.pk for user in four], sender=None)
    notices = Notices(four[1]).read()
    ready = [call for call in notices if call.why == "ready"]
    assert [str(call.sentence) for call in ready] == ["Your table of Bruno is ready"]
    assert ready[0].address == room.game.get_absolute_url()
    finish(room.game, 0)
    assert told(four[1]) == []


def test_whoever_has_come_to_the_table_that_is_ready_is_not_called_there(
    room: Room, four: list[User]
) -> None:
    table = AtTable(users=four)
    room.game = table.game
    room.save(update_fields=["game"])
    waiting = four[table.turn - 1]
    calls.call(why=calls.READY, where=room, people=[waiting.pk], sender=None)
    assert told(waiting) == ["Your table of Bruno is ready"]
    assert told(waiting, here=room.game.code) == []
    mine = Player.objects.get(game=room.game, user=waiting)
    presence.renew([mine.pk], [mine.game_id], timezone.now() + timedelta(minutes=1))
    assert told(waiting) == []


def test_somebody_wants_to_play_again(room: Room, four: list[User]) -> None:
    calls.call(why=calls.AGAIN, where=room, people=[u.pk for u in four], sender=four[0])
    assert told(four[1]) == ["alice wants to play again"]
    assert told(four[0]) == []


def test_whoever_looks_at_the_table_or_has_come_is_not_called_there_any_longer(
    room: Room, four: list[User]
) -> None:
    alice, bob, *_ = four
    for why in (calls.INVITED, calls.AGAIN):
        calls.call(why=why, where=room, people=[bob.pk], sender=alice)
    assert len(told(bob)) == 2 and told(bob, room.code) == []
    seat = RoomSeat.objects.create(
        room=room, seat=1, user=bob, kept_until=timezone.now() + timedelta(minutes=1)
    )
    assert len(told(bob)) == 2
    service.sit(code=room.code, user=bob, seat=seat.seat)
    assert told(bob) == []


@pytest.mark.parametrize("who", [0, 1])
def test_who_is_blocked_is_not_called_and_the_sender_learns_nothing(
    room: Room, four: list[User], who: int
) -> None:
    alice, bob, *_others = four
    blocks.block(four[who], four[1 - who])
    assert invite(room, alice, "bob") == bob
    assert told(bob) == []


@pytest.mark.parametrize("name", ["nobody", "", "\x00", "x" * 10_000, "<b>bob</b>", "\u202ebob"])
def test_nobody_cannot_be_invited(room: Room, four: list[User], name: str) -> None:
    with pytest.raises(Refused, match="nobody with this name"):
        invite(room, four[0], name)


def test_only_those_at_the_table_invite_and_only_others(
    room: Room, four: list[User], zoe: User
) -> None:
    seated(room, *four[:2])
    with pytest.raises(Refused, match="Only those who sit"):
        invite(room, zoe, "carol")
    with pytest.raises(Refused, match="bob sits at this table already"):
        invite(room, four[0], "bob")


def test_so_many_in_a_minute(room: Room, four: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "LIMITS", (calls.LIMITS[0]._replace(most=1),))
    invite(room, four[0], "carol")
    with pytest.raises(Refused, match="invited a lot of people"):
        invite(room, four[0], "dave")


def test_one_person_is_not_called_again_and_again(room: Room, four: list[User]) -> None:
    """There is one notice, but it rings each time."""
    for _ in range(6):
        invite(room, four[0], "carol")
    with pytest.raises(Refused, match="invited a lot of people"):
        invite(room, four[0], "carol")


def test_nor_all_day_long(room: Room, four: list[User]) -> None:
    _a_minute, an_hour = calls.LIMITS
    for _ in range(40):
        rate_limits.spend(an_hour, str(four[0].pk))
    with pytest.raises(Refused, match="invited a lot of people"):
        invite(room, four[0], "carol")


def test_whom_nobody_hears_is_told_the_same(room: Room, four: list[User]) -> None:
    blocks.block(four[2], four[0])
    for _ in range(6):
        invite(room, four[0], "carol")
    with pytest.raises(Refused, match="invited a lot of people"):
        invite(room, four[0], "carol")
    assert not Notice.objects.exists()


def test_old_notices_are_forgotten(room: Room, four: list[User]) -> None:
    invite(room, four[0], "carol")
    now = timezone.now()
    assert calls.forget_old(now) == 0
    assert calls.forget_old(now + calls.KEPT_FOR) == 1


def test_a_beat_asks_as_much_for_a_hundred_as_for_one(four: list[User]) -> None:
    alone = [Notices(user) for user in four]
    for each in alone:
        each.draw()
    for some in (alone[:1], alone * 25):
        with CaptureQueriesContext(connection) as asked:
            assert list(Notices.beat(some)) == []
        assert len(asked) == 1


def test_a_beat_finds_what_pokes_did_not_tell(room: Room, four: list[User]) -> None:
    table = AtTable(users=four)
    at_home, called = Notices(four[0]), Notices(four[1])
    for each in (at_home, called):
        each.draw()
    table.play()
    assert set(Notices.beat([at_home, called])) == {at_home, called}
    assert list(Notices.beat([at_home, called])) == []
    invite(room, four[0], "bob")
    assert list(Notices.beat([at_home, called])) == [called]
    assert "alice invites you to Bruno" in [str(call.sentence) for call in called.read()]


def test_without_a_script_there_is_a_page(client: Client, room: Room, four: list[User]) -> None:
    invite(room, four[0], "bob")
    client.force_login(four[1])
    assert "alice invites you to Bruno" in client.get("/notices/").content.decode()
    client.post("/notices/", {"call": f"invited {room.code}"})
    assert "Nothing waits for you." in client.get("/notices/").content.decode()


@pytest.mark.parametrize("call", ["", "invited", "invited abcd-efgh; drop", "x" * 10_000])
def test_what_is_nothing_to_put_away_gets_a_sentence(
    client: Client, room: Room, four: list[User], call: str
) -> None:
    invite(room, four[0], "bob")
    client.force_login(four[1])
    page = client.post("/notices/", {"call": call}, follow=True).content.decode()
    assert "There was nothing to put away." in page
    assert told(four[1]) == ["alice invites you to Bruno"]


def test_the_room_invites_by_a_form(client: Client, room: Room, four: list[User]) -> None:
    client.force_login(four[0])
    page = client.post(f"/t/{room.code}/invite/", {"name": "bob"}, follow=True).content.decode()
    assert "bob is invited." in page
    page = client.post(f"/t/{room.code}/invite/", {"name": "<b>"}, follow=True).content.decode()
    assert "There is nobody with this name." in page


def test_an_invitation_to_a_table_that_is_closed_goes_from_open_pages(
    room: Room,
    four: list[User],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    invite(room, four[0], "bob")
    bar = Notices(four[1])
    assert "invites you" in bar.draw()["notices-list"]
    monkeypatch.setattr(calls, "poke_now", lambda topic: bar.poked(topic, 7))
    with django_capture_on_commit_callbacks(execute=True):
        service.close(code=room.code, user=four[0])
    assert "invites you" not in bar.draw()["notices-list"]
