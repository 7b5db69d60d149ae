"""Muting and blocking: who is read, who is met, and how it is undone."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts import shuns
from accounts.models import Shun, User
from tests.kit.factories import UserFactory, four_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> list[User]:
    return four_players()


def test_lines_of_the_muted_and_of_the_blocked_are_not_read(four: list[User]) -> None:
    alice, bob, carol, _dave = four
    shuns.mute(alice, bob)
    shuns.block(alice, carol)
    assert shuns.unread_by_each([alice.pk, bob.pk]) == {alice.pk: {bob.pk, carol.pk}}


def test_a_block_holds_both_ways_and_a_mute_keeps_nobody_apart(four: list[User]) -> None:
    alice, bob, carol, dave = four
    shuns.block(alice, bob)
    shuns.mute(alice, carol)
    assert shuns.is_blocked(alice.pk, bob.pk) and shuns.is_blocked(bob.pk, alice.pk)
    assert not shuns.is_blocked(alice.pk, carol.pk)
    everyone = [user.pk for user in four]
    assert shuns.blocked_pairs(everyone) == {frozenset({alice.pk, bob.pk})}
    assert shuns.blocked_pairs([alice.pk, carol.pk, dave.pk]) == set()
    assert shuns.blocked_with(bob.pk) == {alice.pk}
    assert shuns.blocked_with(dave.pk) == frozenset()


def test_there_is_one_shun_of_a_person_and_it_can_be_forgiven(four: list[User]) -> None:
    alice, bob, *_others = four
    shuns.mute(alice, bob)
    shuns.block(alice, bob)
    assert [shun.how for shun in shuns.shuns_of(alice)] == ["block"]
    shuns.forgive(alice, bob)
    assert not Shun.objects.exists()


def test_the_list_has_an_end(four: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    alice, bob, carol, _dave = four
    monkeypatch.setattr(shuns, "MOST", 1)
    shuns.mute(alice, bob)
    with pytest.raises(shuns.CannotShun):
        shuns.mute(alice, carol)
    shuns.block(alice, bob)  # whoever is on it may still be moved


def test_open_pages_are_told(
    four: list[User],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    poked: list[str] = []
    monkeypatch.setattr(shuns, "poke_now", poked.append)
    alice, bob, *_others = four
    with django_capture_on_commit_callbacks(execute=True):
        shuns.mute(alice, bob)
        shuns.forgive(alice, bob)
    assert poked == [f"user-{alice.pk}"] * 2


def press(client: Client, **form: str) -> str:
    return client.post("/accounts/shun/", form, follow=True).content.decode()


def test_somebody_is_put_on_the_list_by_name_and_taken_off(
    client: Client, four: list[User]
) -> None:
    alice, bob, *_others = four
    client.force_login(alice)
    page = press(client, name="BOB", how="block")
    assert "bob is blocked: you will not meet at a table." in page
    assert "<p>blocked</p>" in page
    assert shuns.is_blocked(alice.pk, bob.pk)
    page = press(client, name="bob", how="forgive")
    assert "There is nobody on it." in page


@pytest.mark.parametrize(
    ("name", "how", "sentence"),
    [
        ("alice", "mute", "That is you."),
        ("nobody", "mute", "There is nobody with this name."),
        ("bob", "hate", "There is nobody with this name."),
        ("x" * 10_000, "mute", "There is nobody with this name."),
        ("\u202ebob", "mute", "There is nobody with this name."),
        ("<b>", "", "There is nobody with this name."),
    ],
)
def test_nonsense_gets_a_sentence_and_changes_nothing(
    client: Client, four: list[User], name: str, how: str, sentence: str
) -> None:
    client.force_login(four[0])
    assert sentence in press(client, name=name, how=how)
    assert not Shun.objects.exists()


def test_whoever_presses_comes_back_to_where_they_were_and_nowhere_else(client: Client) -> None:
    alice, bob = UserFactory.create(username="alice"), UserFactory.create(username="bob")
    client.force_login(alice)
    form = {"name": bob.username, "how": "mute"}
    back = client.post("/accounts/shun/", form | {"next": "/rules/"})
    assert back["Location"] == "/rules/"
    away = client.post("/accounts/shun/", form | {"next": "https://elsewhere.example/"})
    assert away["Location"] == "/accounts/shuns/"
