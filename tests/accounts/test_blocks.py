"""Muting and blocking: whose messages are hidden, who meets at tables, and how it is undone."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts import blocks
from accounts.models import Block, User
from tests.kit.factories import UserFactory, four_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> list[User]:
    return four_players()


def test_messages_of_muted_and_blocked_people_are_hidden(four: list[User]) -> None:
    alice, bob, carol, _dave = four
    blocks.mute(alice, bob)
    blocks.block(alice, carol)
    assert blocks.hidden_authors([alice.pk, bob.pk]) == {alice.pk: {bob.pk, carol.pk}}


def test_a_block_holds_both_ways_and_a_mute_keeps_nobody_apart(four: list[User]) -> None:
    alice, bob, carol, dave = four
    blocks.block(alice, bob)
    blocks.mute(alice, carol)
    assert blocks.is_blocked(alice.pk, bob.pk) and blocks.is_blocked(bob.pk, alice.pk)
    assert not blocks.is_blocked(alice.pk, carol.pk)
    everyone = [user.pk for user in four]
    assert blocks.blocked_pairs(everyone) == {frozenset({alice.pk, bob.pk})}
    assert blocks.blocked_pairs([alice.pk, carol.pk, dave.pk]) == set()
    assert blocks.blocked_with(bob.pk) == {alice.pk}
    assert blocks.blocked_with(dave.pk) == frozenset()


def test_a_person_is_either_muted_or_blocked_and_it_can_be_undone(four: list[User]) -> None:
    alice, bob, *_others = four
    blocks.mute(alice, bob)
    blocks.block(alice, bob)
    assert [shun.how for shun in blocks.blocks_by(alice)] == ["block"]
    blocks.remove_block(alice, bob)
    assert not Block.objects.exists()


def test_the_list_of_blocks_has_a_limit(four: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    alice, bob, carol, _dave = four
    monkeypatch.setattr(blocks, "MOST_BLOCKS", 1)
    blocks.mute(alice, bob)
    with pytest.raises(blocks.CannotBlock):
        blocks.mute(alice, carol)
    blocks.block(alice, bob)  # a person who is on the full list may still be blocked


def test_open_pages_are_poked_after_a_mute_and_its_removal(
    four: list[User],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    poked: list[str] = []
    monkeypatch.setattr(blocks, "poke_now", poked.append)
    alice, bob, *_others = four
    with django_capture_on_commit_callbacks(execute=True):
        blocks.mute(alice, bob)
        blocks.remove_block(alice, bob)
    assert poked == [f"user-{alice.pk}"] * 2


def press(client: Client, **form: str) -> str:
    return client.post("/accounts/block/", form, follow=True).content.decode()


def test_a_person_is_muted_and_blocked_by_name_and_taken_off_the_list(
    client: Client, four: list[User]
) -> None:
    alice, bob, *_others = four
    client.force_login(alice)
    page = press(client, name="BOB", how="block")
    assert "bob is blocked: you will not meet at a table." in page
    assert "<p>blocked</p>" in page
    assert blocks.is_blocked(alice.pk, bob.pk)
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
def test_a_wrong_form_is_refused_in_a_sentence_and_changes_nothing(
    client: Client, four: list[User], name: str, how: str, sentence: str
) -> None:
    client.force_login(four[0])
    assert sentence in press(client, name=name, how=how)
    assert not Block.objects.exists()


def test_whoever_presses_comes_back_to_where_they_were_and_nowhere_else(client: Client) -> None:
    alice, bob = UserFactory.create(username="alice"), UserFactory.create(username="bob")
    client.force_login(alice)
    form = {"name": bob.username, "how": "mute"}
    back = client.post("/accounts/block/", form | {"next": "/rules/"})
    assert back["Location"] == "/rules/"
    away = client.post("/accounts/block/", form | {"next": "https://elsewhere.example/"})
    assert away["Location"] == "/accounts/blocks/"
