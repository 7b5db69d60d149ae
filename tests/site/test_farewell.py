"""P23: whoever goes leaves no trace."""

from __future__ import annotations

import logging
from itertools import chain
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection, models
from django.test import Client
from django.utils import timezone
from pytest import CaptureFixture, LogCaptureFixture
from pytest_django import Settings

from accounts.farewell import empty_the_journal
from accounts.models import TASTE, User
from games.log import ends
from games.log.export import record_of
from games.models import Game
from lobby.models import Room
from tests.kit.factories import PASSWORD, UserFactory
from tests.kit.quokka import ADDRESS, MARKS, NAME, WORDS, quokka_came, traces

pytestmark = pytest.mark.django_db

DELETE = "/accounts/delete/"
# What was played stays, under a name that tells nothing.
OF_GAMES = ("Player", "Played", "Standing", "Tally")
# Leases, which end by themselves, and what staff did at the desk.
NEVER_LONG = {"Visit", "Watcher", "LogEntry"}
# What the site writes there is its own: codes, keys, kinds, and what is said in rules.
TEXTS = (models.CharField, models.TextField, models.JSONField, models.GenericIPAddressField)
OF_THE_SITE = {
    *("code", "codename", "kind", "level", "pace", "bot_pace", "bot", "config", "result", "ended"),
    *("forked", "nonce", "nonces", "commitment", "unwelcome", "action", "listener", "phrase"),
    *("nonce_seal", "nonce_seals", "opened_seals"),
    *("password", "digest", "browser", "system", "what", "subject"),
}


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def others() -> list[User]:
    return [UserFactory.create(username=name) for name in ("bob", "carol", "dave")]


@pytest.fixture
def quokka(client: Client, others: list[User]) -> User:
    return quokka_came(client, others)


def texts() -> list[tuple[type[models.Model], str]]:
    """Every column of ours in which somebody might be named."""
    ours = (apps.get_app_config(name).get_models() for name in ("accounts", "games", "lobby"))
    return [
        (model, field.name)
        for model in chain.from_iterable(ours)
        for field in model._meta.concrete_fields
        if isinstance(field, TEXTS) and not field.choices and field.name not in OF_THE_SITE
    ]


def test_a_trace_stands_in_every_text_there_is(quokka: User) -> None:
    """Or what becomes of a new one would not be seen."""
    bare = set()
    for model, name in texts():
        kept = str(list(model._default_manager.values_list(name, flat=True))).lower()
        if not any(mark in kept for mark in MARKS):
            bare.add(f"{model.__name__}.{name}")
    assert bare == {"Tally.key", "Announcement.text"}, "which are the site's own"


def gone(client: Client) -> None:
    client.post(DELETE, {"password": PASSWORD})


def test_after_deletion_no_table_and_no_log_knows_the_person(
    client: Client, quokka: User, caplog: LogCaptureFixture
) -> None:
    assert len(traces()) >= 6
    caplog.set_level(logging.DEBUG)
    gone(client)
    assert traces() == []
    assert "quokka" not in caplog.text.lower()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the files of a site at home")
def test_after_deletion_no_file_of_a_site_at_home_knows_the_person(
    client: Client, quokka: User
) -> None:
    assert is_in_a_file(NAME)
    gone(client)
    empty_the_journal(timezone.now())
    assert not is_in_a_file(NAME) and not is_in_a_file(ADDRESS) and not is_in_a_file(WORDS)


def is_in_a_file(name: str) -> bool:
    database = Path(connection.settings_dict["NAME"])
    files = database.parent.glob(f"{database.name}*")
    return any(name.encode() in file.read_bytes() for file in files)


def pointing_at(user: User) -> set[str]:
    """The tables with a row that has to do with this person."""
    return {
        model.__name__ for model, name in keys() if model._default_manager.filter(**{name: user})
    }


def keys() -> list[tuple[type[models.Model], str]]:
    return [
        (model, field.name)
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if field.concrete and field.related_model is User
    ]


def test_only_games_point_at_who_has_gone(client: Client, quokka: User) -> None:
    """A seat stays for those who played there; a table that waits for nobody else is closed."""
    assert pointing_at(quokka) == {model.__name__ for model, _key in keys()} - NEVER_LONG
    gone(client)
    assert pointing_at(quokka) == {"Decision", *OF_GAMES}


def test_the_person_is_a_number_with_a_name_of_the_house(client: Client, quokka: User) -> None:
    gone(client)
    left = User.objects.get(pk=quokka.pk)
    assert left.username.startswith("Deleted ") and not left.is_active
    assert not left.has_usable_password()
    assert client.get("/games/").status_code == 302
    form = {"username": NAME, "password": PASSWORD}
    assert "There is nobody" in client.post("/accounts/log-in/", form).content.decode()


def test_the_name_is_free_again(client: Client, quokka: User) -> None:
    gone(client)
    form = {"username": NAME, "password1": PASSWORD, "password2": PASSWORD}
    client.post("/accounts/sign-up/", form)
    assert User.objects.get(username=NAME).pk != quokka.pk


def test_games_of_the_others_stay_and_verify(
    client: Client, quokka: User, others: list[User], tmp_path: Path, capsys: CaptureFixture[str]
) -> None:
    theirs = Game.objects.filter(players__user=others[0]).order_by("pk")
    kept = list(theirs)
    gone(client)
    assert list(theirs) == kept
    ends.close(game_id=kept[1].pk)
    record = record_of(Game.objects.get(pk=kept[1].pk)).to_json()
    assert "quokka" not in record.lower()
    (tmp_path / "record.json").write_text(record)
    call_command("verify", str(tmp_path / "record.json"))
    assert "0 with a fault" in capsys.readouterr().out


def test_nobody_waits_for_who_has_gone(client: Client, quokka: User) -> None:
    gone(client)
    together = Game.objects.get(finished_at=None)
    assert together.players.get(user=quokka).has_given_up
    alone = quokka.seats.get(seat=1, game__players__bot="easy", game__players__seat=0).game
    assert alone.is_over
    assert not Room.objects.filter(seats__user=quokka, game=None).exists()


@pytest.mark.parametrize("password", ["", "wrong"])
def test_nobody_is_deleted_without_the_password(
    client: Client, quokka: User, password: str
) -> None:
    client.post(DELETE, {"password": password})
    assert User.objects.get(pk=quokka.pk).username == NAME
    assert client.get("/games/").status_code == 200


def test_what_they_liked_to_see_is_forgotten_too(client: Client, quokka: User) -> None:
    chosen = {"deck": "french", "card_size": "large", "bot_pace": "slow", "language": "it"}
    liked = ("has_four_colours", "plays_at_once", "plays_only_move", "has_sounds")
    switched_on = dict.fromkeys(liked, True)
    switched_off = dict.fromkeys(("shows_points", "shows_playable", "has_motion"), False)
    User.objects.filter(pk=quokka.pk).update(**chosen, **switched_on, **switched_off)
    gone(client)
    assert set(TASTE) & what_differs_from_nobody(quokka) == set()


def test_nor_is_anything_else_kept_of_the_account(client: Client, quokka: User) -> None:
    User.objects.filter(pk=quokka.pk).update(is_staff=True)
    gone(client)
    assert what_differs_from_nobody(quokka) == {
        *("id", "username", "key", "password", "date_joined", "is_active", "deletion")
    }


def what_differs_from_nobody(user: User) -> set[str]:
    left, nobody = User.objects.get(pk=user.pk), User()
    columns = [field.attname for field in User._meta.concrete_fields]
    return {name for name in columns if getattr(left, name) != getattr(nobody, name)}


def test_a_guest_who_leaves_is_forgotten_at_once(client: Client) -> None:
    client.post("/accounts/guest/")
    client.post("/accounts/log-out/")
    assert User.objects.get().username.startswith("Deleted ")
