"""P23: people can download everything that the site stores about them."""

from __future__ import annotations

import json
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client
from pytest_django import Settings

from accounts import rate_limits
from accounts.models import User
from accounts.views.personal_data import DOWNLOADS
from games.models import Game
from tests.kit.factories import UserFactory
from tests.kit.quokka import ADDRESS, NAME, WORDS, quokka_came

pytestmark = pytest.mark.django_db

DOWNLOAD = "/accounts/download/"


@pytest.fixture(autouse=True)
def fast_password_hashing(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def quokka(client: Client) -> User:
    return quokka_came(client, [UserFactory.create(username=n) for n in ("bob", "carol", "dave")])


def downloaded_files(client: Client) -> dict[str, str]:
    answer = client.post(DOWNLOAD)
    assert answer["Content-Type"] == "application/zip"
    with ZipFile(BytesIO(answer.getvalue())) as files:
        return {name: files.read(name).decode() for name in files.namelist()}


def test_everything_about_me_is_in_the_file(client: Client, quokka: User) -> None:
    files = downloaded_files(client)
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


# Columns that are not exported: secrets that give access, the normalised name, and what the site
# notes about an account. The site asks for no first or last name.
NOT_EXPORTED = {
    *("id", "password", "key", "skeleton", "first_name", "last_name"),
    *("is_active", "is_staff", "is_superuser", "is_newcomer", "deletion"),
}


def test_every_column_of_the_account_is_exported_or_an_exception(
    client: Client, quokka: User
) -> None:
    """Each column of an account is exported or named above, and no exported value is empty."""
    files = {name: json.loads(text) for name, text in downloaded_files(client).items()}
    account, lobby = files["account.json"], files["lobby.json"]
    columns = {field.name for field in User._meta.concrete_fields}
    assert columns - account["account"].keys() - account["settings"].keys() == NOT_EXPORTED
    assert account.keys() - {"account", "settings"} == {
        *("logged_in", "recovery_codes_left", "muted_and_blocked", "decided_by_admins")
    }
    assert lobby.keys() == {"said", "tables_opened", "reported"}
    assert all(account.values()) and all(lobby.values()) and files["ratings.json"]


def test_the_file_holds_no_secret(client: Client, quokka: User) -> None:
    """Neither what is hidden in a running game nor what gives access to an account."""
    text = " ".join(downloaded_files(client).values())
    running = Game.objects.filter(finished_at=None)
    secrets = [game.seal.server_seed.hex() for game in running] + [
        User.objects.get(pk=quokka.pk).password
    ]
    secrets.append(str(client.session.session_key))
    secrets += list(quokka.recovery_codes.values_list("digest", flat=True))
    assert [secret for secret in secrets if secret in text.replace("0" * 64, "")] == []
    assert not any(game.code in name for game in running for name in downloaded_files(client))


def test_downloads_are_limited(client: Client, quokka: User) -> None:
    for _download in range(DOWNLOADS.most):
        rate_limits.spend(DOWNLOADS, str(quokka.pk))
    page = client.post(DOWNLOAD, follow=True).content.decode()
    assert "That was too often" in page
