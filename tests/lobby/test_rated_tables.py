"""Only the ready-made sets of rules can be rated, whichever way a table is opened."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.rules import kinds, rules_of
from games.rules.game import Refused
from lobby import service
from lobby.models import Room, Ticket
from lobby.queue import matches, parties, tickets
from tests.kit.factories import all_ready, finish, seated

pytestmark = pytest.mark.django_db

SENTENCE = "Only the ready-made rules can be rated"
PRESETS = [(kind, name) for kind, rules in kinds().items() for name in rules.META.presets]


def opened(user: User, kind: str, is_rated: bool = True, **options: Any) -> Room:
    size = rules_of(kind).META.usual_size
    return service.open_room(user=user, kind=kind, size=size, config=options, is_rated=is_rated)


@pytest.mark.parametrize(("kind", "preset"), PRESETS)
def test_every_preset_can_be_rated(four: list[User], kind: str, preset: str) -> None:
    assert opened(four[0], kind, **dict[str, Any](rules_of(kind).META.presets[preset])).is_rated


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("uno", {"hand_size": 1}),
        ("uno", {"first_seat": 0}),
        ("uno", {"hand_size": 5, "teams": True}),
        ("bruno", {"next_leads": True, "keep_function_cards": True}),
        ("bruno", {"first_seat": 2}),
        ("briscalone", {"rounds": 15}),
    ],
)
def test_other_options_are_friendly_and_the_server_says_why(
    four: list[User], kind: str, options: dict[str, Any]
) -> None:
    with pytest.raises(Refused, match=SENTENCE):
        opened(four[0], kind, **options)
    assert not Room.objects.exists()
    assert not opened(four[0], kind, is_rated=False, **options).is_rated


def test_a_host_cannot_change_the_rules_of_a_rated_table_to_their_own(four: list[User]) -> None:
    room = opened(four[0], "uno")
    own: dict[str, Any] = {
        "code": room.code,
        "user": four[0],
        "size": 4,
        "config": {"hand_size": 1},
        "pace": "off",
    }
    for agreed in (dict[str, Any](), {"is_rated": True}):
        with pytest.raises(Refused, match=SENTENCE):
            service.edit_rules(**own, **agreed)
    room.refresh_from_db()
    assert room.is_rated and room.config["hand_size"] == 7
    service.edit_rules(**own, is_rated=False)
    room.refresh_from_db()
    assert not room.is_rated and room.config["hand_size"] == 1


def test_the_form_says_so_and_shows_what_was_chosen_again(client: Client, four: list[User]) -> None:
    client.force_login(four[0])
    page = client.get("/tables/new/uno/").content.decode()
    assert SENTENCE in page
    form = {"rules": "own", "size": "4", "pace": "off", "counts": "rated", "option-hand_size": "1"}
    page = client.post("/tables/new/uno/", form).content.decode()
    assert page.count(SENTENCE) == 2
    assert 'name="option-hand_size" aria-describedby="option-hand_size-help" value="1"' in " ".join(
        page.split()
    )
    assert not Room.objects.exists()


def played(four: list[User], room: Room) -> Game:
    game = all_ready(seated(room, *four))
    finish(game, 0, 2)
    game.refresh_from_db()
    return game


def test_a_rematch_of_a_preset_stays_rated_though_somebody_else_begins(four: list[User]) -> None:
    game = played(four, opened(four[0], "bruno"))
    for _again in range(2):
        room = service.play_again(user=four[0], code=game.code)
        assert room.is_rated and room.config["first_seat"] is not None
        service.edit_rules(
            code=room.code, user=four[0], size=4, config=room.config, pace="fast", is_rated=True
        )
        other = {**room.config, "first_seat": (room.config["first_seat"] + 1) % 4}
        with pytest.raises(Refused, match=SENTENCE):
            service.edit_rules(code=room.code, user=four[0], size=4, config=other, pace="fast")
        game = played(four, room)
        assert game.is_rated


def test_a_rematch_of_rules_that_were_rated_once_is_friendly(four: list[User]) -> None:
    room = opened(four[0], "bruno", is_rated=False, keep_function_cards=True)
    Room.objects.filter(pk=room.pk).update(is_rated=True)  # by an older version of the site
    game = played(four, room)
    assert game.is_rated
    assert not service.play_again(user=four[0], code=game.code).is_rated


@pytest.mark.parametrize("kind", kinds())
@pytest.mark.parametrize("has_friend", [False, True])
def test_quick_match_is_rated_in_company_too(four: list[User], kind: str, has_friend: bool) -> None:
    host = parties.together(user=four[0], kind=kind) if has_friend else None
    if host is not None and host.party is not None:
        parties.accept(user=four[1], code=host.party.code)
    else:
        tickets.join(user=four[0], kind=kind)
    Ticket.objects.update(takes_bots=True)
    assert matches.run(timezone.now()) == 1
    assert Room.objects.get().is_rated
