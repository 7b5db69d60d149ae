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
from lobby.offers import Field

FLAG = Option("bold", _("Bold"), _("It is bold."), default=True, off=_("It is shy."))
NUMBER = Option("goal", _("Goal"), _("Points to win."), default=500, minimum=50, step=50)


def attributes(option: Option) -> dict[str, Any]:
    given = Field("kind-name", option).attributes
    return {name: value for name, value in given.items() if value not in (None, False)}


def test_a_flag_says_what_it_means_on_and_off() -> None:
    assert str(Field("kind-bold", FLAG).meaning) == "It is bold. Off: It is shy."
    assert attributes(FLAG) == {"checked": True}


def test_a_number_has_its_bounds_and_may_be_left_out_only_where_the_rules_say_so() -> None:
    assert attributes(NUMBER) == {"min": 50, "required": True}
    open_ended = Option("end", _("End"), _("Rounds."), default=None, maximum=9, may_be_none=True)
    assert attributes(open_ended) == {"max": 9}


@pytest.mark.django_db
def test_every_option_of_every_game_is_asked_once(client: Client) -> None:
    client.force_login(User.objects.create_user("zoe"))
    page = client.get("/").content.decode()
    cards = page.split("<article ")[1:]
    for card, rules in zip(cards, kinds().values(), strict=True):
        asked = re.findall(r'name="option-(\w+)"', card)
        assert sorted(asked) == sorted(option.name for option in rules.META.options)
