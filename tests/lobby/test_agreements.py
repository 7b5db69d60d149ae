"""What was agreed, in words that are right for what was chosen."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from accounts.models import User
from games.phrases import translate
from games.rules import kinds
from games.rules.game import ConfigValue, Option
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
def test_who_begins_makes_no_other_set_of_rules(kind: str, option: Option) -> None:
    meta = kinds()[kind].META
    usual, fixed = (agreement(meta, meta.configure({option.name: seat})) for seat in (None, 1))
    assert fixed.title == usual.title != "Own rules"
    assert [line.option for line in fixed.changed] == [option]


@pytest.mark.parametrize(("kind", "option"), OPTIONS)
def test_every_value_of_an_option_has_its_own_whole_sentence(kind: str, option: Option) -> None:
    said = [str(option.meaning(value)) for value in some_values(option)]
    assert len(set(said)) == len(said)
    assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in said)


def some_values(option: Option) -> list[ConfigValue]:
    if isinstance(option.default, bool):
        return [True, False]
    least = option.minimum or 0
    numbers: list[ConfigValue] = [least, least + option.step]
    return [None, *numbers] if option.may_be_none else numbers


@pytest.mark.parametrize(("kind", "option"), SEATS)
def test_a_seat_has_the_number_that_the_room_shows(kind: str, option: Option) -> None:
    assert line(kind, option.name, 0).value == "1"
    assert line(kind, option.name, option.maximum).value == str(kinds()[kind].META.seats[-1])
    assert line(kind, option.name, None).value == "chance decides"


@pytest.mark.parametrize(("kind", "option"), SEATS)
def test_a_seat_is_chosen_by_that_number_and_stored_as_the_rules_count(
    client: Client, alice: User, kind: str, option: Option
) -> None:
    page = client.get(f"/tables/new/{kind}/").content.decode()
    found = re.search(rf'<select id="option-{option.name}" name="([\w-]+)".*?</select>', page)
    assert found
    chosen = {text: value for value, text in re.findall(r'value="(\d*)">([^<]+)', found.group())}
    assert list(chosen)[:3] == ["Chance decides", "Seat 1", "Seat 2"]
    size = kinds()[kind].META.seats[-1]
    form = {"rules": "own", "size": str(size), found[1]: chosen["Seat 2"]}
    client.post(f"/tables/new/{kind}/", form)
    room = Room.objects.get()
    assert room.config[option.name] == 1
    assert f"{option.label}: 2" in client.get(room.get_absolute_url()).content.decode()


def test_the_room_does_not_explain_what_is_not_played(client: Client, alice: User) -> None:
    client.post("/tables/new/uno/", {"size": "2", "rules": "CASUAL"})
    page = client.get(Room.objects.get().get_absolute_url()).content.decode()
    said = kinds()["uno"].META.options[1]
    assert said.off and f"{translate(said.label)}: off" in page
    assert translate(said.off) in page
    assert translate(said.help) not in page


def test_nobody_begins_who_has_no_seat(client: Client, alice: User) -> None:
    form = {"rules": "own", "size": "2", "option-first_seat": "2", "option-hand_size": "7"}
    page = client.post("/tables/new/uno/", form, follow=True).content.decode()
    assert "The first seat must be one of the 2 at this table." in page
    assert not Room.objects.exists()


def test_that_chance_decides_is_remembered_beside_what_was_wrong(
    client: Client, alice: User
) -> None:
    form = {"rules": "own", "size": "2", "option-first_seat": "1", "option-hand_size": "7"}
    client.post("/tables/new/uno/", form)
    assert Room.objects.get().config["first_seat"] == 1
    form |= {"option-first_seat": "", "option-hand_size": "99"}
    page = client.post("/tables/new/uno/", form).content.decode()
    (seats,) = re.findall('<select[^>]*name="option-first_seat".*?</select>', page, re.DOTALL)
    assert "selected" not in seats
    form |= {"option-hand_size": ""}
    page = client.post("/tables/new/uno/", form).content.decode()
    assert re.search('name="option-hand_size"[^>]*value="7"', page)


DOCUMENT = '{"basic": {"initialHandSize": 5}, "stack_skips": true}'


def test_rules_that_one_table_shows_open_the_next(client: Client, zoe: User) -> None:
    client.force_login(zoe)
    form = {"rules": "pasted", "size": "3", "settings": DOCUMENT}
    client.post("/tables/new/uno/", form)
    first = Room.objects.get()
    assert (first.config["hand_size"], first.config["stack_skips"]) == (5, True)
    page = client.get(first.get_absolute_url()).content.decode()
    shown = re.search("<pre>(.*?)</pre>", page, re.DOTALL)
    assert shown is not None
    client.post("/tables/new/uno/", form | {"settings": unescape(shown[1])})
    assert Room.objects.exclude(pk=first.pk).get().config == first.config


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ("", "The pasted text is no set of rules."),
        ("{", "The pasted text is no set of rules."),
        ("[]", "The pasted text is no set of rules."),
        (" " * 3000, "These rules are too long to be rules."),
        ('{"basic": 7}', "“basic” is not a group of settings."),
        ('{"basic": {"initialHandSize": 11}}', "“Cards each” is a number from 1 to 10."),
        ('{"bluff": true}', "There is no option “bluff” in this game."),
    ],
)
def test_rules_that_make_no_sense_open_nothing(
    client: Client, zoe: User, settings: str, sentence: str
) -> None:
    client.force_login(zoe)
    answer = client.post("/tables/new/uno/", {"rules": "pasted", "settings": settings})
    assert sentence in answer.content.decode()
    assert not Room.objects.exists()


def test_what_was_chosen_stays_chosen_beside_what_was_wrong(client: Client, zoe: User) -> None:
    """Else the next press would open a table for everybody."""
    client.force_login(zoe)
    chosen = {"size": "3", "pace": "off", "come": "link", "watch": "nobody", "counts": "rated"}
    form = {"rules": "pasted", "settings": "<banana>", "option-hand_size": "5", **chosen}
    page = client.post("/tables/new/uno/", form).content.decode()
    for name, value in ({"rules": "pasted"} | chosen).items():
        assert f'name="{name}" value="{value}" checked' in page, name
    assert ">&lt;banana&gt;</textarea>" in page
    field = page.split('id="option-hand_size"')[1].split(">")[0]
    assert 'value="5"' in field
    own = {"rules": "own", "option-hand_size": "99", "option-stack_skips": "on"}
    page = client.post("/tables/new/uno/", own).content.decode()
    assert 'value="99"' in page.split('id="option-hand_size"')[1].split(">")[0]
    assert 'name="option-stack_skips" checked' in page
