"""What was agreed, in words that are right for what was chosen."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from games.rules import kinds
from games.rules.game import ConfigValue, Option
from games.words import translate
from lobby.agreements import Line, agreement
from lobby.models import Room

pytestmark = pytest.mark.django_db

OPTIONS = [(kind, option) for kind, rules in kinds().items() for option in rules.META.options]
FLAGS = [(kind, option) for kind, option in OPTIONS if isinstance(option.default, bool)]
SEATS = [(kind, option) for kind, option in OPTIONS if option.is_seat]


@pytest.fixture
def alice(client: Client, four: list[User]) -> User:
    client.force_login(four[0])
    return four[0]


def line(kind: str, name: str, value: ConfigValue) -> Line:
    meta = kinds()[kind].META
    agreed = agreement(meta, meta.configure({name: value}))
    lines = agreed.changed + agreed.unchanged
    return next(each for each in lines if each.option.name == name)


@pytest.mark.parametrize(("kind", "option"), FLAGS)
def test_a_flag_is_explained_as_it_was_chosen(kind: str, option: Option) -> None:
    on, off = line(kind, option.name, True), line(kind, option.name, False)
    assert (on.value, on.help) == ("on", option.help)
    assert (off.value, off.help) == ("off", option.off)
    assert option.off is not None and option.off != option.help


@pytest.mark.parametrize(("kind", "option"), SEATS)
def test_a_seat_has_the_number_that_the_room_shows(kind: str, option: Option) -> None:
    assert line(kind, option.name, 0).value == "1"
    assert line(kind, option.name, option.maximum).value == str(kinds()[kind].META.seats[-1])
    assert line(kind, option.name, None).value == "chance decides"


@pytest.mark.parametrize(("kind", "option"), SEATS)
def test_a_seat_is_chosen_by_that_number_and_stored_as_the_rules_count(
    client: Client, alice: User, kind: str, option: Option
) -> None:
    page = client.get("/").content.decode()
    found = re.search(rf'<select id="{kind}-{option.name}" name="([\w-]+)".*?</select>', page)
    assert found
    chosen = {text: value for value, text in re.findall(r'value="(\d*)">([^<]+)', found.group())}
    assert list(chosen)[:3] == ["Chance decides", "Seat 1", "Seat 2"]
    size = kinds()[kind].META.seats[-1]
    client.post("/tables/", {"kind": kind, "size": str(size), found[1]: chosen["Seat 2"]})
    room = Room.objects.get()
    assert room.config[option.name] == 1
    assert f"{option.label}: 2" in client.get(room.get_absolute_url()).content.decode()


def test_the_room_does_not_explain_what_is_not_played(client: Client, alice: User) -> None:
    client.post("/tables/", {"kind": "uno", "size": "2", "preset": "CASUAL"})
    page = client.get(Room.objects.get().get_absolute_url()).content.decode()
    said = kinds()["uno"].META.options[1]
    assert said.off and f"{translate(said.label)}: off" in page
    assert translate(said.off) in page
    assert translate(said.help) not in page


def test_nobody_begins_who_has_no_seat(client: Client, alice: User) -> None:
    form = {"kind": "uno", "size": "2", "option-first_seat": "2", "option-hand_size": "7"}
    page = client.post("/tables/", form, follow=True).content.decode()
    assert "The first seat must be one of the 2 at this table." in page
    assert not Room.objects.exists()
