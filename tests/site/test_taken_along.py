"""P23: whoever asks gets everything about them."""

from __future__ import annotations

import json
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client
from pytest_django import Settings

from accounts import limits
from accounts.leaving_pages import DOWNLOADS
from accounts.models import User
from games.models import Game
from tests.kit.factories import UserFactory
from tests.kit.quokka import ADDRESS, NAME, WORDS, quokka_came

pytestmark = pytest.mark.django_db

DOWNLOAD = "/accounts/download/"


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def quokka(client: Client) -> User:
    return quokka_came(client, [UserFactory.create(username=n) for n in ("bob", "carol", "dave")])


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


# What would let somebody in, what the name was made into, and what the house thinks of an account;
# nobody is asked for a first or a last name.
NOT_TOLD = {
    *("id", "password", "key", "skeleton", "first_name", "last_name"),
    *("is_active", "is_staff", "is_superuser", "is_newcomer", "deletion"),
}


def test_nothing_of_it_is_missing(client: Client, quokka: User) -> None:
    """A column of an account is told, or is named above; and what is told is not empty."""
    files = {name: json.loads(text) for name, text in told(client).items()}
    account, lobby = files["account.json"], files["lobby.json"]
    columns = {field.name for field in User._meta.concrete_fields}
    assert columns - account["account"].keys() - account["settings"].keys() == NOT_TOLD
    assert account.keys() - {"account", "settings"} == {
        *("logged_in", "recovery_codes_left", "muted_and_blocked", "decided_by_admins")
    }
    assert lobby.keys() == {"said", "tables_opened", "reported"}
    assert all(account.values()) and all(lobby.values()) and files["ratings.json"]


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
