"""P23: a deleted account leaves no trace of the person."""

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

from accounts.account_deletion import truncate_wal
from accounts.models import PREFERENCES, User
from games.log import ends
from games.log.export import record_of
from games.models import Game
from lobby.models import Room
from tests.kit.factories import PASSWORD, UserFactory
from tests.kit.quokka import ADDRESS, MARKS, NAME, WORDS, quokka_came, traces

pytestmark = pytest.mark.django_db

DELETE = "/accounts/delete/"
# Finished games stay, under a name that says nothing about the person.
OF_GAMES = ("Player", "Played", "Standing", "Tally")
# Leases, which expire by themselves, and Django's log of what staff did in the admin.
NEVER_LONG = {"Visit", "Watcher", "LogEntry"}
# Columns that hold only texts of the site: codes, keys, kinds, and words of the rules.
TEXTS = (models.CharField, models.TextField, models.JSONField, models.GenericIPAddressField)
OF_THE_SITE = {
    *("code", "codename", "kind", "level", "pace", "bot_pace", "bot", "config", "result", "ended"),
    *("forked", "nonce", "nonces", "commitment", "unwelcome", "action", "listener", "phrase"),
    *("nonce_seal", "nonce_seals", "opened_seals"),
    *("password", "digest", "browser", "system", "what", "subject"),
}


@pytest.fixture(autouse=True)
def fast_password_hashing(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def others() -> list[User]:
    return [UserFactory.create(username=name) for name in ("bob", "carol", "dave")]


@pytest.fixture
def quokka(client: Client, others: list[User]) -> User:
    return quokka_came(client, others)


def text_columns() -> list[tuple[type[models.Model], str]]:
    """Return every column of our models in which a person might be named."""
    ours = (apps.get_app_config(name).get_models() for name in ("accounts", "games", "lobby"))
    return [
        (model, field.name)
        for model in chain.from_iterable(ours)
        for field in model._meta.concrete_fields
        if isinstance(field, TEXTS) and not field.choices and field.name not in OF_THE_SITE
    ]


def test_before_the_deletion_every_text_column_names_the_person(quokka: User) -> None:
    """Otherwise the tests below would not notice a new column that is not cleared."""
    without_marker = set()
    for model, name in text_columns():
        kept = str(list(model._default_manager.values_list(name, flat=True))).lower()
        if not any(mark in kept for mark in MARKS):
            without_marker.add(f"{model.__name__}.{name}")
    assert without_marker == {"RateLimitCounter.key", "Announcement.text"}, (
        "only these hold texts of the site alone"
    )


def delete_account(client: Client) -> None:
    client.post(DELETE, {"password": PASSWORD})


def test_after_deletion_no_table_and_no_log_knows_the_person(
    client: Client, quokka: User, caplog: LogCaptureFixture
) -> None:
    assert len(traces()) >= 6
    caplog.set_level(logging.DEBUG)
    delete_account(client)
    assert traces() == []
    assert "quokka" not in caplog.text.lower()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the files of a site at home")
def test_after_deletion_no_file_of_a_site_at_home_knows_the_person(
    client: Client, quokka: User
) -> None:
    assert is_in_a_file(NAME)
    delete_account(client)
    truncate_wal(timezone.now())
    assert not is_in_a_file(NAME) and not is_in_a_file(ADDRESS) and not is_in_a_file(WORDS)


def is_in_a_file(name: str) -> bool:
    database = Path(connection.settings_dict["NAME"])
    files = database.parent.glob(f"{database.name}*")
    return any(name.encode() in file.read_bytes() for file in files)


def tables_referring_to(user: User) -> set[str]:
    """Return the tables with a row that refers to this person."""
    return {
        model.__name__
        for model, name in foreign_keys_to_users()
        if model._default_manager.filter(**{name: user})
    }


def foreign_keys_to_users() -> list[tuple[type[models.Model], str]]:
    return [
        (model, field.name)
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if field.concrete and field.related_model is User
    ]


def test_only_games_refer_to_a_deleted_account(client: Client, quokka: User) -> None:
    """Seats in games stay, for the other players; a waiting table without anyone else is closed."""
    assert (
        tables_referring_to(quokka)
        == {model.__name__ for model, _key in foreign_keys_to_users()} - NEVER_LONG
    )
    delete_account(client)
    assert tables_referring_to(quokka) == {"Decision", *OF_GAMES}


def test_a_deleted_account_has_a_neutral_name_and_cannot_log_in(
    client: Client, quokka: User
) -> None:
    delete_account(client)
    left = User.objects.get(pk=quokka.pk)
    assert left.username.startswith("Deleted ") and not left.is_active
    assert not left.has_usable_password()
    assert client.get("/games/").status_code == 302
    form = {"username": NAME, "password": PASSWORD}
    assert "There is nobody" in client.post("/accounts/log-in/", form).content.decode()


def test_the_name_of_a_deleted_account_is_free_again(client: Client, quokka: User) -> None:
    delete_account(client)
    form = {"username": NAME, "password1": PASSWORD, "password2": PASSWORD}
    client.post("/accounts/sign-up/", form)
    assert User.objects.get(username=NAME).pk != quokka.pk


def test_games_of_the_others_stay_and_verify(
    client: Client, quokka: User, others: list[User], tmp_path: Path, capsys: CaptureFixture[str]
) -> None:
    theirs = Game.objects.filter(players__user=others[0]).order_by("pk")
    kept = list(theirs)
    delete_account(client)
    assert list(theirs) == kept
    ends.close(game_id=kept[1].pk)
    record = record_of(Game.objects.get(pk=kept[1].pk)).to_json()
    assert "quokka" not in record.lower()
    (tmp_path / "record.json").write_text(record)
    call_command("verify", str(tmp_path / "record.json"))
    assert "0 with a fault" in capsys.readouterr().out


def test_no_game_and_no_room_waits_for_a_deleted_account(client: Client, quokka: User) -> None:
    delete_account(client)
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


def test_preferences_are_deleted_too(client: Client, quokka: User) -> None:
    chosen = {"deck": "french", "card_size": "large", "bot_pace": "slow", "language": "it"}
    names_of_switches = ("has_four_colours", "plays_at_once", "plays_only_move", "has_sounds")
    switched_on = dict.fromkeys(names_of_switches, True)
    switched_off = dict.fromkeys(("shows_points", "shows_playable", "has_motion"), False)
    User.objects.filter(pk=quokka.pk).update(**chosen, **switched_on, **switched_off)
    delete_account(client)
    assert set(PREFERENCES) & columns_without_their_default(quokka) == set()


def test_no_other_column_of_the_account_keeps_its_value(client: Client, quokka: User) -> None:
    User.objects.filter(pk=quokka.pk).update(is_staff=True)
    delete_account(client)
    assert columns_without_their_default(quokka) == {
        *("id", "username", "key", "password", "date_joined", "is_active", "deletion")
    }


def columns_without_their_default(user: User) -> set[str]:
    left, default = User.objects.get(pk=user.pk), User()
    columns = [field.attname for field in User._meta.concrete_fields]
    return {name for name in columns if getattr(left, name) != getattr(default, name)}


def test_a_guest_who_leaves_is_forgotten_at_once(client: Client) -> None:
    client.post("/accounts/guest/")
    client.post("/accounts/log-out/")
    assert User.objects.get().username.startswith("Deleted ")
