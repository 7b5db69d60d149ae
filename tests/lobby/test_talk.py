"""What may be said where, by whom and how much, and how it is shown."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from games.rules.game import Refused
from lobby.models import Line, Room
from lobby.talk import lines
from lobby.talk.panel import Talk
from lobby.talk.phrases import PHRASES
from lobby.talk.places import NoSuchPlace, Voice, spot
from lobby.talk.wording import worded
from tests.kit.at_table import AtTable
from tests.kit.factories import UserFactory, finish, seated
from tests.kit.timed import new_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> AtTable:
    return AtTable()


def say(code: str, author: User, **words: str) -> None:
    lines.say(spot=spot(code, author), author=author, **words)


def read(code: str, reader: User) -> list[tuple[str, str]]:
    panel = Talk(reader, spot(code, reader)).panel(timezone.now())
    return [(line.name, str(line.words)) for line in panel.said]


def test_a_phrase_is_said_by_its_key_and_read_by_everyone_there(table: AtTable, zoe: User) -> None:
    alice, bob, *_others = table.users
    say(table.game.code, alice, phrase="well")
    assert read(table.game.code, bob) == read(table.game.code, zoe) == [("alice", "Well played")]


def test_while_cards_are_in_play_there_are_only_phrases(table: AtTable) -> None:
    alice = table.users[0]
    with pytest.raises(Refused, match="only the phrases"):
        say(table.game.code, alice, text="I have the king")
    finish(table.game, 0)
    say(table.game.code, alice, text="I had the king")
    assert read(table.game.code, alice) == [("alice", "I had the king")]


def test_who_looks_on_only_reads(table: AtTable, zoe: User) -> None:
    assert spot(table.game.code, zoe).voice is Voice.NONE
    with pytest.raises(Refused, match="Only those who sit"):
        say(table.game.code, zoe, phrase="well")
    finish(table.game, 0)
    with pytest.raises(Refused, match="Only those who sit"):
        say(table.game.code, zoe, text="well")


def test_a_table_that_is_not_for_them_is_not_there(table: AtTable, zoe: User) -> None:
    table.game.is_watchable = False
    table.game.save(update_fields=["is_watchable"])
    for code in (table.game.code, "abcdefghjkmn", "abcd-efgh"):
        with pytest.raises(NoSuchPlace):
            spot(code, zoe)


def test_in_a_room_those_who_sit_use_their_own_words(
    room: Room, four: list[User], zoe: User
) -> None:
    seated(room, *four[:2])
    say(room.code, four[1], text="Shall we?")
    assert read(room.code, zoe) == [("bob", "Shall we?")]
    with pytest.raises(Refused, match="Only those who sit"):
        say(room.code, zoe, text="Me too")


@pytest.mark.parametrize("phrase", ["WELL", "well ", "<b>", "x" * 10_000, "__class__"])
def test_a_phrase_that_is_none_is_refused(table: AtTable, phrase: str) -> None:
    with pytest.raises(Refused, match="no such phrase"):
        say(table.game.code, table.users[0], phrase=phrase)
    assert not Line.objects.exists()


def test_every_key_fits_its_column() -> None:
    longest = Line._meta.get_field("phrase").max_length
    assert longest is not None and max(map(len, PHRASES)) <= longest


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  hello \n\t there ", "hello there"),
        ("\u202eevil\u202c", "evil"),
        ("a\u2066b\u2069\u200f\u200e\u061cc", "abc"),
        ("a\x00b\x07\x1b[31mc\x9f", "ab[31mc"),
        ("na\u0308\u0300\u0301\u0302\u0303\u0304\u0305me", "nä\u0300\u0301me"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("میخوا\u200cهم", "میخوا\u200cهم"),
        ("\ue000\ufffe\U000e0041x", "x"),
        ("x" * 200, "x" * 200),
    ],
)
def test_words_are_made_harmless(typed: str, kept: str) -> None:
    assert worded(typed) == kept


@pytest.mark.parametrize("typed", ["", "   ", "\u202e\u200b", "\u200d\u200c", "\ud800", "\x00"])
def test_nothing_to_read_is_not_said(typed: str) -> None:
    with pytest.raises(Refused, match="nothing to read"):
        worded(typed)


@pytest.mark.parametrize("typed", ["x" * 201, "x" * 10_000, "\u0308x" * 5000])
def test_too_long_is_not_said(typed: str) -> None:
    with pytest.raises(Refused, match="at most 200"):
        worded(typed)


def test_markup_is_shown_as_it_was_typed(table: AtTable) -> None:
    alice, bob, *_others = table.users
    finish(table.game, 0)
    say(table.game.code, alice, text='<img src=x onerror=alert(1)> &amp; "{{ 7*7 }}"')
    drawn = "".join(Talk(bob, spot(table.game.code, bob)).draw().values())
    assert "<img" not in drawn
    assert "&lt;img src=x onerror=alert(1)&gt; &amp;amp; &#34;{{ 7*7 }}&#34;" in drawn


def test_a_person_says_only_so_much_at_once(table: AtTable) -> None:
    alice, bob, *_others = table.users
    (_span, most), _longer = lines.LIMITS
    for _line in range(most):
        say(table.game.code, alice, phrase="well")
    with pytest.raises(Refused, match="too much at once"):
        say(table.game.code, alice, phrase="well")
    say(table.game.code, bob, phrase="well")
    assert Line.objects.count() == most + 1


def test_and_only_so_much_in_a_while(table: AtTable) -> None:
    alice = table.users[0]
    _shorter, (span, most) = lines.LIMITS
    for n in range(most):
        say(table.game.code, alice, phrase="well")
        Line.objects.update(at=timezone.now() - span + timedelta(seconds=5 + n))
    with pytest.raises(Refused, match="too much at once"):
        say(table.game.code, alice, phrase="well")
    Line.objects.update(at=timezone.now() - span)
    say(table.game.code, alice, phrase="well")


def test_who_is_muted_by_an_admin_is_told_until_when(table: AtTable) -> None:
    alice = table.users[0]
    until = timezone.now() + timedelta(days=1)
    User.objects.filter(pk=alice.pk).update(muted_until=until)
    with pytest.raises(Refused, match="An admin has muted you until"):
        say(table.game.code, alice, phrase="well")
    User.objects.filter(pk=alice.pk).update(muted_until=timezone.now())
    say(table.game.code, alice, phrase="well")


@pytest.mark.parametrize("way", [blocks.mute, blocks.block])
def test_lines_of_the_muted_are_not_shown_to_who_muted_them(table: AtTable, way: object) -> None:
    alice, bob, carol, _dave = table.users
    assert callable(way)
    way(bob, alice)
    say(table.game.code, alice, phrase="well")
    assert read(table.game.code, bob) == []
    assert "Well played" not in Talk(bob, spot(table.game.code, bob)).draw()["talk-lines"]
    assert len(read(table.game.code, carol)) == 1


def test_alone_with_bots_there_is_nobody_to_talk_to(client: Client) -> None:
    solo = UserFactory.create(username="solo")
    client.force_login(solo)
    code = new_game(solo, "easy", "easy", "easy").code
    assert not spot(code, solo).is_shared
    assert "talk-form" not in client.get(f"/games/{code}/").content.decode()
    assert client.get(f"/talk/{code}/").status_code == 404


def test_who_looks_on_at_one_person_among_bots_may_report_a_move(client: Client, zoe: User) -> None:
    solo = UserFactory.create(username="solo")
    code = new_game(solo, "easy", "easy", "easy").code
    client.force_login(zoe)
    assert f'href="/talk/{code}/#report"' in client.get(f"/games/{code}/").content.decode()
    page = client.get(f"/talk/{code}/").content.decode()
    assert f'action="/talk/{code}/report/"' in page and "<h3>solo</h3>" in page


def test_where_only_bots_play_there_is_nobody_either(client: Client, zoe: User) -> None:
    code = new_game("easy", "easy", "easy", "easy").code
    client.force_login(zoe)
    assert client.get(f"/talk/{code}/").status_code == 404


def test_a_report_is_asked_for_where_there_is_something_to_report(
    client: Client, room: Room, four: list[User]
) -> None:
    seated(room, *four[:2])
    client.force_login(four[1])
    say(room.code, four[1], text="hello")
    assert 'id="report"' not in client.get(f"/talk/{room.code}/").content.decode()
    say(room.code, four[0], text="hello")
    assert 'id="report"' in client.get(f"/talk/{room.code}/").content.decode()


def test_lines_are_forgotten_after_a_while(table: AtTable) -> None:
    say(table.game.code, table.users[0], phrase="well")
    now = timezone.now()
    assert lines.forget_old(now) == 0
    assert lines.forget_old(now + lines.KEPT_FOR) == 1


def test_the_table_shows_what_was_said_and_the_phrases(client: Client, table: AtTable) -> None:
    alice, bob, *_others = table.users
    say(table.game.code, alice, phrase="luck")
    client.force_login(bob)
    page = client.get(f"/games/{table.game.code}/").content.decode()
    assert "<bdi>alice</bdi>" in page and "<bdi>Good luck</bdi>" in page
    assert 'name="phrase" value="well"' in page and 'id="talk-text"' not in page


def test_without_a_script_a_form_says_it(client: Client, table: AtTable) -> None:
    client.force_login(table.users[0])
    address = f"/talk/{table.game.code}/"
    answer = client.post(address, {"phrase": "well"}, follow=True)
    assert "<bdi>Well played</bdi>" in answer.content.decode()
    answer = client.post(address, {"text": "I have the king"}, follow=True)
    assert "there are only the phrases" in answer.content.decode()
    assert Line.objects.count() == 1


def test_a_page_without_a_socket_asks_for_it(client: Client, table: AtTable) -> None:
    client.force_login(table.users[0])
    address = f"/talk/{table.game.code}/poll/"
    first = client.get(address)
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    say(table.game.code, table.users[1], phrase="well")
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert "Well played" in again.content.decode()


def test_when_the_game_is_over_its_page_has_room_for_words(client: Client, table: AtTable) -> None:
    alice, bob, *_others = table.users
    finish(table.game, 0)
    say(table.game.code, alice, text="Once more?")
    client.force_login(bob)
    page = client.get(f"/games/{table.game.code}/").content.decode()
    assert "<bdi>Once more?</bdi>" in page and 'id="talk-text"' in page
    assert f'data-live="/ws/games/{table.game.code}/beside/"' in page


def test_a_profile_offers_to_mute_and_block_its_person(client: Client, table: AtTable) -> None:
    alice, bob, *_others = table.users
    client.force_login(bob)
    form = 'action="/accounts/block/"'
    assert form in client.get(f"/people/{alice.username}/").content.decode()
    assert form not in client.get(f"/people/{bob.username}/").content.decode()
