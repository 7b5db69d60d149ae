"""Whoever takes another name is called by it at once, in every process."""

from __future__ import annotations

import asyncio

import pytest

from accounts.models import User
from bruno_site.live import hub
from bruno_site.live.threads import in_thread
from bruno_site.live.topics import poke
from games.log import states
from games.log.renaming import TOPIC
from tests.kit.at_table import AtTable

pytestmark = pytest.mark.django_db(transaction=True)


def first_name(table: AtTable) -> str:
    return states.facts(table.id).names[0]


def test_where_a_name_is_changed_it_is_read_anew(table: AtTable) -> None:
    alice = table.users[0]
    assert first_name(table) == alice.username
    alice.username = "xaver"
    alice.save()
    assert first_name(table) == "xaver"


def test_what_else_is_saved_of_a_person_leaves_all_drawings_alone(table: AtTable) -> None:
    kept = states.facts(table.id)
    table.users[0].save(update_fields=["deck"])
    User.objects.create(username="zoe")
    assert states.facts(table.id) is kept


def rename_elsewhere(user: User) -> None:
    User.objects.filter(pk=user.pk).update(username="xaver")


async def test_another_process_hears_of_it(table: AtTable) -> None:
    alice = table.users[0]
    assert await in_thread(first_name, table) == alice.username
    hub.running_hub()
    await in_thread(rename_elsewhere, alice)
    assert await in_thread(first_name, table) == alice.username
    poke(TOPIC, 1)
    await asyncio.sleep(0.01)
    assert await in_thread(first_name, table) == "xaver"
    await hub.running_hub().close()
