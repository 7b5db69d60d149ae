"""What somebody, and those who know them, may do at the moment at which they delete their account.

Each deed is made ready before that moment; what it returns is done at it, with what was read by
then, as a page does whose visitor was looked up before."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from accounts import blocks, recovery_codes
from accounts.models import User
from games.log import door, ends, papers, window
from games.log.export import record_of
from games.log.fork import Branch, fork
from games.models import Game
from games.rules.game import Refused
from lobby import service
from lobby.models import Party, Room
from lobby.notices import calls
from lobby.queue import matches, parties, tickets
from lobby.talk import lines, reports
from lobby.talk.places import NoSuchPlace, spot
from tests.kit.factories import PASSWORD, open_bruno, seated
from tests.kit.timed import everybody_stays, new_game

Act = Callable[[], object]
SETTINGS = {"deck": "french", "card_size": "large", "bot_pace": "slow", "shows_points": "on"}


def in_browser(user: User, path: str, form: dict[str, str]) -> Act:
    browser = Client()
    browser.force_login(user)
    return partial(browser.post, path, form)


def a_game(me: User, others: list[User]) -> Game:
    game = new_game(me, *others)
    everybody_stays(game)
    return game


def over(game: Game) -> Game:
    ends.concede(game_id=game.pk, seat=0)
    ends.concede(game_id=game.pk, seat=2)
    game.refresh_from_db()
    assert game.is_over
    return game


def move(me: User, others: list[User]) -> Act:
    game = a_game(me, others)
    action = str(window.seen_by(game.pk, 0, 1).actions[0])
    return partial(door.play, game_id=game.pk, seat=0, seq=1, action=action)


def sit(me: User, others: list[User]) -> Act:
    return partial(service.sit, code=open_bruno(others[0]).code, user=me, seat=2)


def be_the_last_who_is_ready(me: User, others: list[User]) -> Act:
    room = seated(open_bruno(others[0]), *others, me, is_ready=True)
    room.seats.filter(user=me).update(is_ready=False)
    return partial(service.ready, code=room.code, user=me)


def begin_with_me(me: User, others: list[User]) -> Act:
    room = seated(open_bruno(others[0]), *others, me, is_ready=True)
    room.seats.filter(user=others[1]).update(is_ready=False)
    return partial(service.ready, code=room.code, user=others[1])


def hand_me_the_table(me: User, others: list[User]) -> Act:
    room = seated(open_bruno(others[0]), others[0], me)
    return partial(service.hand_over, code=room.code, user=others[0], seat=1)


def invite_me(me: User, others: list[User]) -> Act:
    code = open_bruno(others[0]).code
    return partial(calls.invite, code=code, sender=others[0], name=me.username)


def invite_to_my_table(me: User, others: list[User]) -> Act:
    return partial(calls.invite, code=open_bruno(me).code, sender=me, name=others[0].username)


def call_for_another_game(me: User, others: list[User]) -> Act:
    game = over(a_game(me, others))
    return partial(service.play_again, user=others[0], code=game.code)


def play_on(me: User, others: list[User]) -> Act:
    branch = Branch(over(a_game(me, others)), at=1, seat=0, is_imagined=False)
    return partial(fork, branch, user=me, bot="easy")


def accept_an_invitation(me: User, others: list[User]) -> Act:
    party = Party.objects.create(host=others[0], kind="bruno")
    return partial(parties.accept, user=me, code=party.code)


def be_joined(me: User, others: list[User]) -> Act:
    parties.together(user=me, kind="bruno")
    return partial(parties.accept, user=others[0], code=Party.objects.get(host=me).code)


def be_matched(me: User, others: list[User]) -> Act:
    for user in (me, *others):
        tickets.join(user=user, kind="uno")
    return partial(matches.run, timezone.now())


def say_in_a_game(me: User, others: list[User]) -> Act:
    return partial(lines.say, spot=spot(a_game(me, others).code, me), author=me, phrase="hello")


def say_in_a_room(me: User, others: list[User]) -> Act:
    return partial(lines.say, spot=spot(open_bruno(me).code, me), author=me, text="quokka")


def report(me: User, others: list[User]) -> Act:
    game = a_game(me, others)
    move = partial(door.play, game_id=game.pk, seat=0, seq=1)
    move(action=str(window.seen_by(game.pk, 0, 1).actions[0]))
    lines.say(spot=spot(game.code, me), author=me, phrase="hello")
    there = spot(game.code, others[0])
    return partial(reports.report_move, spot=there, by=others[0], seq=2, reason="quokka")


def bring_a_record(me: User, others: list[User]) -> Act:
    text = record_of(over(new_game(*others, "easy"))).to_json()
    return partial(papers.keep, user=me, file=text.encode())


DEEDS: dict[str, Callable[[User, list[User]], Act]] = {
    each.__name__: each
    for each in (
        *(move, sit, be_the_last_who_is_ready, begin_with_me, hand_me_the_table, invite_me),
        *(invite_to_my_table, call_for_another_game, play_on, accept_an_invitation, be_joined),
        *(be_matched, say_in_a_game, say_in_a_room, report, bring_a_record),
    )
}
DEEDS |= {
    "open a table": lambda me, _others: partial(open_bruno, me),
    "play with bots": lambda me, _others: partial(
        service.play_now, user=me, kind="bruno", level="easy"
    ),
    "wait for a table": lambda me, _others: partial(tickets.join, user=me, kind="bruno"),
    "wait with a friend": lambda me, _others: partial(parties.together, user=me, kind="uno"),
    "block": lambda me, others: partial(blocks.block, me, others[0]),
    "be blocked": lambda me, others: partial(blocks.block, others[0], me),
    "new codes": lambda me, _others: partial(recovery_codes.replace_codes, me),
    "be made a helper": lambda me, _others: partial(
        me.groups.add, Group.objects.get_or_create(name="helpers")[0]
    ),
    "settings": lambda me, _others: in_browser(me, "/accounts/settings/", SETTINGS),
    "sounds": lambda me, _others: in_browser(me, "/accounts/sounds/", {"sounds": "on"}),
    "language": lambda me, _others: in_browser(me, "/accounts/language/", {"language": "it"}),
    "e-mail": lambda me, _others: in_browser(
        me, "/accounts/e-mail/", {"password": PASSWORD, "email": "quokka@marker.example"}
    ),
    "log in": lambda me, _others: partial(
        Client().post, "/accounts/log-in/", {"username": me.username, "password": PASSWORD}
    ),
}


def attempt(act: Act) -> None:
    """Done, or refused with a sentence, or led nowhere, since what it leads to has gone."""
    with suppress(Refused, Room.DoesNotExist, Party.DoesNotExist, NoSuchPlace):
        act()
