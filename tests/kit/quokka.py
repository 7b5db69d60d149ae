"""Somebody with a trace of themselves in every table that can hold one. What they are called and
say is found nowhere else, so that it can be looked for everywhere."""

from __future__ import annotations

from datetime import timedelta
from secrets import token_bytes

from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts import blocks, recovery_codes, two_factor
from accounts.models import Decision, User
from games.log import door
from games.log.export import record_of
from games.models import FinishedGame, Game, Paper
from games.rules import rules_of
from lobby import service
from lobby.models import Line, Notice, Party, Report, Ticket
from tests.kit.factories import PASSWORD, UserFactory, finish
from tests.kit.histories import tell

NAME, ADDRESS, WORDS = "Quokkamarker", "quokka@marker.example", "quokka words"
CAME_FROM = "203.0.113.77"
MARKS = ("quokka", "marker", CAME_FROM)


def quokka_came(client: Client, others: list[User]) -> User:
    until = timezone.now() + timedelta(days=1)
    quokka = UserFactory.create(
        username=NAME,
        password=make_password(PASSWORD),
        email=ADDRESS,
        email_asked="also." + ADDRESS,
        first_name=NAME,
        last_name=NAME,
        suspension=f"{NAME}, be quiet",
        muted_until=until,
    )
    form = {"username": NAME, "password": PASSWORD}
    browser = {"User-Agent": "Firefox Linux"}
    client.post("/accounts/log-in/", form, headers=browser, REMOTE_ADDR=CAME_FROM)
    recovery_codes.replace_codes(quokka)
    blocks.block(quokka, others[0])
    blocks.mute(others[1], quokka)
    _played(quokka, others)
    _brought(quokka)
    _brought(others[0])
    _talked(quokka, others)
    _looked_after(quokka, others[0])
    party = Party.objects.create(host=quokka, kind="uno", friend=others[2])
    Ticket.objects.create(user=quokka, kind="uno", party=party)
    return quokka


def bruno(*people: User | str) -> Game:
    config, seed = rules_of("bruno").META.configure({}), token_bytes(32)
    return door.start(
        kind="bruno", config=config, players=people, server_seed=seed, nonces=[""] * 4
    )


def _played(quokka: User, others: list[User]) -> None:
    over = bruno(quokka, *others)
    Game.objects.filter(pk=over.pk).update(is_rated=True)
    finish(over, 0, 2)
    FinishedGame.objects.create(game=over)
    bruno(others[0], quokka, *others[1:])
    bruno("easy", quokka, "easy", "easy")
    tell()


def _brought(owner: User) -> None:
    """A record with quokka's name in it."""
    game = Game.objects.filter(finished_at__isnull=False)[0]
    text = record_of(game).to_json()
    assert NAME in text
    Paper.objects.create(owner=owner, kind="bruno", moves=game.seq, text=text)


def _talked(quokka: User, others: list[User]) -> None:
    room = service.open_room(user=quokka, kind="bruno", size=4, config={})
    game = Game.objects.order_by("pk")[0]
    line = {"author": quokka, "text": WORDS}
    Line.objects.create(room=room, **line)
    Line.objects.create(game=game, **line)
    Notice.objects.create(user=others[0], sender=quokka, room=room, why="invited")
    said = [
        {"name": NAME, "words": WORDS, "at": ""},
        {"by": quokka.pk, "name": "Marker", "words": "as they were called then", "at": ""},
        {"by": others[0].pk, "name": "bob", "words": "hm", "at": ""},
    ]
    Report.objects.create(by=quokka, about=others[0], game=game, said=said, reason=WORDS)
    Report.objects.create(
        by=others[0], about=quokka, game=game, said=said, reason=f"{NAME}!", decision=f"{NAME} sat"
    )


def _looked_after(quokka: User, admin: User) -> None:
    """By the house, and once a helper of it."""
    Decision.objects.create(by=admin, about=quokka, what="mute", why=f"{NAME} said so")
    about = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(
        user=admin,
        content_type=about,
        object_id=str(quokka.pk),
        object_repr=NAME,
        action_flag=CHANGE,
        change_message=f"{NAME} warned",
    )
    quokka.groups.add(Group.objects.create(name="helpers"))
    quokka.user_permissions.add(Permission.objects.filter(content_type=about)[0])
    TOTPDevice.objects.create(user=quokka, name="app")
    two_factor.create_spare_codes(quokka)


def everything_stored() -> str:
    """Every value of every table."""
    rows = []
    for model in apps.get_models(include_auto_created=True):
        rows += [f"{model.__name__} {row}" for row in model._default_manager.values()]
    return "\n".join(rows).lower()


def traces() -> list[str]:
    kept = everything_stored().splitlines()
    return [row for row in kept if any(mark in row for mark in MARKS)]
