"""P23: whoever asks gets everything about them, and whoever goes leaves no trace."""

from __future__ import annotations

import json
import logging
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from secrets import token_bytes
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.hashers import make_password
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest import CaptureFixture, LogCaptureFixture
from pytest_django import Settings

from accounts import codes, limits, shuns
from accounts.farewell import empty_the_journal
from accounts.leaving_pages import DOWNLOADS
from accounts.models import TASTE, User
from games.log import door, ends
from games.log.export import record_of
from games.models import Game, Paper
from games.rules import rules_of
from lobby import service
from lobby.models import Line, Notice, Report, Room
from tests.kit.factories import PASSWORD, UserFactory, finish

pytestmark = pytest.mark.django_db

# Found nowhere else, so that they can be looked for everywhere.
NAME, ADDRESS, WORDS = "Quokkamarker", "quokka@marker.example", "quokka words"
DELETE, DOWNLOAD = "/accounts/delete/", "/accounts/download/"


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def others() -> list[User]:
    return [UserFactory.create(username=name) for name in ("bob", "carol", "dave")]


@pytest.fixture
def quokka(client: Client, others: list[User]) -> User:
    """With a trace of themselves in every table that can hold one."""
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
    client.post("/accounts/log-in/", form, headers={"User-Agent": "Firefox Linux"})
    codes.new_codes(quokka)
    shuns.block(quokka, others[0])
    shuns.mute(others[1], quokka)
    played(quokka, others)
    brought(quokka)
    brought(others[0])
    talked(quokka, others)
    LogEntry.objects.create(
        user=others[0],
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(quokka.pk),
        object_repr=NAME,
        action_flag=CHANGE,
        change_message=f"{NAME} warned",
    )
    return quokka


def bruno(*people: User | str) -> Game:
    config, seed = rules_of("bruno").META.configure({}), token_bytes(32)
    return door.start(
        kind="bruno", config=config, players=people, server_seed=seed, nonces=[""] * 4
    )


def played(quokka: User, others: list[User]) -> None:
    finish(bruno(quokka, *others), 0)
    bruno(others[0], quokka, *others[1:])
    bruno("easy", quokka, "easy", "easy")


def brought(owner: User) -> None:
    """A record with quokka's name in it."""
    game = Game.objects.filter(finished_at__isnull=False)[0]
    text = record_of(game).to_json()
    assert NAME in text
    Paper.objects.create(owner=owner, kind="bruno", moves=game.seq, text=text)


def talked(quokka: User, others: list[User]) -> None:
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
    Report.objects.create(by=others[0], about=quokka, game=game, said=said, reason=f"{NAME}!")


def everything_stored() -> str:
    """Every value of every table."""
    rows = []
    for model in apps.get_models(include_auto_created=True):
        rows += [f"{model.__name__} {row}" for row in model._default_manager.values()]
    return "\n".join(rows).lower()


def traces() -> list[str]:
    kept = everything_stored().splitlines()
    return [row for row in kept if "quokka" in row or "marker" in row]


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
    keys = [
        (model, field.name)
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if field.concrete and field.related_model is User
    ]
    return {model.__name__ for model, name in keys if model._default_manager.filter(**{name: user})}


def test_only_games_point_at_who_has_gone(client: Client, quokka: User) -> None:
    """A seat stays for those who played there; a table that waits for nobody else is closed."""
    assert pointing_at(quokka) >= {"Line", "Notice", "Paper", "Player", "Report", "Shun"}
    gone(client)
    assert pointing_at(quokka) == {"Player"}


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
    left, stranger = User.objects.get(pk=quokka.pk), User()
    assert all(getattr(left, name) == getattr(stranger, name) for name in TASTE)


def test_a_guest_who_leaves_is_forgotten_at_once(client: Client) -> None:
    client.post("/accounts/guest/")
    client.post("/accounts/log-out/")
    assert User.objects.get().username.startswith("Deleted ")


def told(client: Client) -> dict[str, str]:
    answer = client.post(DOWNLOAD)
    assert answer["Content-Type"] == "application/zip"
    with ZipFile(BytesIO(answer.getvalue())) as files:
        return {name: files.read(name).decode() for name in files.namelist()}


def test_everything_about_me_is_in_the_file(client: Client, quokka: User) -> None:
    files = told(client)
    account = json.loads(files["account.json"])
    assert account["account"]["email"] == ADDRESS
    assert account["logged_in"][0]["browser"] == "Firefox"
    assert account["muted_and_blocked"] == [{"of__username": "bob", "how": "block"}]
    lobby = json.loads(files["lobby.json"])
    assert [line["text"] for line in lobby["said"]] == [WORDS, WORDS]
    (finished,) = Game.objects.filter(finished_at__isnull=False)
    assert NAME in files[f"games/{finished.code}.json"]
    assert files[f"records/{quokka.papers.get().code}.json"] == quokka.papers.get().text
    assert len(json.loads(files["running-games.json"])) == 2


def test_the_file_holds_no_secret(client: Client, quokka: User) -> None:
    """Neither what is hidden in a running game nor what would let somebody in."""
    text = " ".join(told(client).values())
    running = Game.objects.filter(finished_at=None)
    secrets = [game.seal.server_seed.hex() for game in running] + [
        User.objects.get(pk=quokka.pk).password
    ]
    secrets.append(str(client.session.session_key))
    secrets += list(quokka.recovery_codes.values_list("digest", flat=True))
    assert [secret for secret in secrets if secret in text.replace("0" * 64, "")] == []
    assert not any(game.code in name for game in running for name in told(client))


def test_so_often_and_no_more(client: Client, quokka: User) -> None:
    for _download in range(DOWNLOADS.most):
        limits.spend(DOWNLOADS, str(quokka.pk))
    page = client.post(DOWNLOAD, follow=True).content.decode()
    assert "That was too often" in page
