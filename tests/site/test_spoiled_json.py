"""An odd value inside well-formed JSON is refused with a sentence and changes nothing (P13)."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from prometheus_client import REGISTRY
from pytest_django import Settings

from accounts.models import RateLimitCounter, User
from bruno_site.live.threads import in_thread
from games.models import Move, Paper
from games.rules import kinds, rules_of
from games.rules.briscalone.cards import DECK
from lobby.models import Room
from tests.kit.at_table import AtTable
from tests.kit.commands import golden
from tests.kit.factories import UserFactory
from tests.kit.figures import Note
from tests.kit.sockets import notice_of, table_line
from tests.kit.spoiled_json import ODD, nested, spoil

ROUNDS = [
    {
        "shuffle": list(range(len(DECK))),
        "bidActions": [3, "P", "P", "P", "P"],
        "monkeySuit": 1,
        "trickCards": list(range(len(DECK))),
    }
]
TIMES = [60, pytest.param(5_000, marks=pytest.mark.soak)]


@pytest.fixture
def zoe(client: Client, db: None, settings: Settings) -> User:
    settings.MESSAGES_AT_ONCE = 10**9  # otherwise most would be refused as too fast
    zoe = UserFactory.create(username="zoe")
    client.force_login(zoe)
    return zoe


def faults() -> float:
    return REGISTRY.get_sample_value("bruno_faults_total") or 0


def unfinished_record(moves: int = 30) -> dict[str, Any]:
    """Return the record of an unfinished game."""
    found = golden()
    return {**found, "moves": found["moves"][:moves], "result": None}


def upload(client: Client, text: str) -> Any:
    RateLimitCounter.objects.all().delete()
    return client.post(
        "/games/records/", {"record": SimpleUploadedFile("game.json", text.encode())}
    )


def test_a_record_with_half_a_surrogate_pair_is_refused_in_a_sentence(
    client: Client, zoe: User
) -> None:
    record = unfinished_record()
    record["moves"][20]["action"] = "\ud800"
    answer = upload(client, json.dumps(record))
    assert answer.status_code == 200
    assert "Move 21, “?”: “?” is no action of this game." in answer.content.decode()
    assert not Paper.objects.exists()


@pytest.mark.parametrize("times", TIMES)
@pytest.mark.parametrize("whole", [unfinished_record(), ROUNDS], ids=["record", "rounds"])
def test_no_record_causes_an_error(
    client: Client, zoe: User, whole: Any, times: int, note: Note
) -> None:
    luck, before = Random(times), faults()
    for _time in range(times):
        text = spoil(whole, luck)
        answer = upload(client, text)
        assert answer.status_code in (200, 302), text
        if answer.status_code == 302:
            assert client.get(answer["Location"]).status_code == 200, text
            Paper.objects.all().delete()
    assert faults() == before
    note("P13", f"{times:,} records with something odd in them", "0 × 500")


@pytest.mark.parametrize("times", TIMES)
@pytest.mark.parametrize("kind", kinds())
def test_no_rules_cause_an_error(
    client: Client, zoe: User, kind: str, times: int, note: Note
) -> None:
    """Accepted rules open a room, whose page shows them."""
    meta, luck, before = rules_of(kind).META, Random(times), faults()
    some = {option.name: option.default for option in meta.options}
    for _time in range(times):
        text = spoil({**meta.write(meta.configure({})), **some}, luck)
        RateLimitCounter.objects.all().delete()
        form = {"rules": "pasted", "settings": text, "size": str(meta.usual_size)}
        answer = client.post(f"/tables/new/{kind}/", form, follow=True)
        assert answer.status_code == 200, text
        Room.objects.all().delete()
    assert faults() == before
    note("P13", f"{times:,} sets of rules for {kind} with something odd in them", "0 × 500")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("odd", [*ODD, nested()], ids=lambda odd: ascii(odd)[:20])
async def test_no_action_causes_an_error(odd: Any) -> None:
    """The message is correct in every other way."""
    table = await in_thread(AtTable)
    before, moves = faults(), await in_thread(Move.objects.count)
    async with table_line(table.code, table.users[0]) as line:
        await line.hear()
        for name in ("action", "replace", "seq"):
            await line.send(**{"seq": line.shown, "action": "pass", name: odd})
            said = await line.hear()
            assert notice_of(said)
            assert said.encode()  # a server encodes it; the test connection of Channels does not
            assert "Something went wrong" not in said
    assert faults() == before
    assert await in_thread(Move.objects.count) == moves
