"""What the form for a table asks."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.rules import kinds
from games.rules.game import Option
from games.rules.words import _
from lobby.agreements import OWN, PASTED
from lobby.offers import Field, presets

FLAG = Option("bold", _("Bold"), _("It is bold."), default=True, off=_("It is shy."))
NUMBER = Option("goal", _("Goal"), _("Points to win."), default=500, minimum=50, step=50)


def attributes(option: Option) -> dict[str, Any]:
    given = Field("name", option, option.default).attributes
    return {name: value for name, value in given.items() if value not in (None, False)}


def test_a_flag_is_a_box_to_tick() -> None:
    assert attributes(FLAG) == {"checked": True}


def test_a_number_has_its_bounds_and_may_be_left_out_only_where_the_rules_say_so() -> None:
    assert attributes(NUMBER) == {"min": 50, "required": True}
    open_ended = Option("end", _("End"), _("Rounds."), default=None, maximum=9, may_be_none=True)
    assert attributes(open_ended) == {"max": 9}


@pytest.mark.django_db
def test_a_flag_says_what_it_means_on_and_off(client: Client) -> None:
    client.force_login(User.objects.create_user("zoe"))
    page = client.get("/tables/new/bruno/").content.decode()
    assert "<small>On: Several face-up cards of one rank may be played at once.</small>" in page
    assert "<small>Off: Face-up cards are played one at a time.</small>" in page


@pytest.mark.django_db
def test_a_set_of_rules_says_in_whole_sentences_what_is_different(client: Client) -> None:
    client.force_login(User.objects.create_user("zoe"))
    page = client.get("/tables/new/uno/").content.decode()
    assert "<small>Everyone is dealt 5 cards.</small>" in page
    assert "<small>Nobody needs to say anything at the last card.</small>" in page


@pytest.mark.django_db
@pytest.mark.parametrize("kind", kinds())
def test_every_option_of_every_game_is_asked_once(client: Client, kind: str) -> None:
    client.force_login(User.objects.create_user("zoe"))
    page = client.get(f"/tables/new/{kind}/").content.decode()
    asked = re.findall(r'name="option-(\w+)"', page)
    assert sorted(asked) == sorted(option.name for option in kinds()[kind].META.options)


@pytest.mark.parametrize("kind", kinds())
def test_no_two_presets_that_are_offered_are_the_same(kind: str) -> None:
    meta = kinds()[kind].META
    offered = [str(meta.configure(meta.presets[preset.name])) for preset in presets(meta)]
    assert len(set(offered)) == len(offered)
    assert OWN not in meta.presets and PASTED not in meta.presets
