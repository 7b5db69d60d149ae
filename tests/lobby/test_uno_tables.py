"""UNO has the most options of all: what cannot be played is refused where a table is opened."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from lobby.models import Room, RoomSeat

pytestmark = pytest.mark.django_db

# As the page sends it when nothing was changed but the size.
OPEN = {
    "rules": "own",
    "size": "4",
    "pace": "off",
    "option-hand_size": "7",
    "option-uno_check": "on",
    "option-challenge": "on",
    "option-number_points": "on",
    "option-special_points": "20",
    "option-wild_points": "50",
    "option-target_score": "0",
    "option-first_seat": "",
}
NO_POINTS = {"option-special_points": "0", "option-wild_points": "0"}


@pytest.fixture
def alice(client: Client, four: list[User]) -> User:
    client.force_login(four[0])
    return four[0]


def without(form: dict[str, str], *names: str) -> dict[str, str]:
    return {name: value for name, value in form.items() if name not in names}


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"size": "6", "option-hand_size": "10"},
        {"size": "2", "option-first_seat": "1"},
        {"option-teams": "on", "option-target_score": "500"},
        {"pace": "fast"},
        NO_POINTS,
    ],
)
def test_what_can_be_played_is_opened(client: Client, alice: User, change: dict[str, str]) -> None:
    client.post("/tables/new/uno/", OPEN | change)
    room = Room.objects.get()
    assert (room.kind, room.size) == ("uno", int((OPEN | change)["size"]))


HAND = "“Cards each” is a number from 1 to 10."
SEAT = "“First seat” is a number from "


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"option-hand_size": "11"}, HAND),
        ({"option-hand_size": "0"}, HAND),
        ({"option-hand_size": "-7"}, HAND),
        ({"option-hand_size": ""}, HAND),
        ({"option-special_points": "-1"}, "“Points for an action card” is a number, 0 or more."),
        ({"option-wild_points": "-1"}, "“Points for a wild card” is a number, 0 or more."),
        ({"option-wild_points": "1.5"}, "“Points for a wild card” is a number, 0 or more."),
        ({"option-target_score": "-1"}, "“Target score” is a number, 0 or more."),
        ({"option-target_score": "999999"}, "Nobody can reach that target score in "),
        ({"size": "3", "option-teams": "on"}, "Teams are for 4 players: two against two."),
        ({"size": "6", "option-teams": "on"}, "Teams are for 4 players: two against two."),
        ({"size": "7"}, "UNO is for 2 to 6 players."),
        ({"size": "1"}, "UNO is for 2 to 6 players."),
        ({"pace": "hurried"}, "There is no such pace."),
        ({"pace": ""}, "There is no such pace."),
        ({"option-first_seat": "4"}, "The first seat must be one of the 4 at this table."),
        ({"option-first_seat": "6"}, SEAT),
        ({"option-first_seat": "-1"}, SEAT),
        ({"option-first_seat": "on"}, SEAT),
        ({"rules": "SLOW"}, "There is no such set of rules."),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    client: Client, alice: User, change: dict[str, str], sentence: str
) -> None:
    refused(client, OPEN | change, sentence)


def test_a_score_that_nobody_can_reach_is_refused_in_a_sentence(
    client: Client, alice: User
) -> None:
    form = without(OPEN | NO_POINTS, "option-number_points") | {"option-target_score": "500"}
    refused(client, form, "No card scores a point, so nobody can ever reach the target score.")


def refused(client: Client, form: dict[str, str], sentence: str) -> None:
    response = client.post("/tables/new/uno/", form, follow=True)
    assert response.status_code == 200
    assert sentence in response.content.decode()
    assert not (Room.objects.exists() or RoomSeat.objects.exists() or Game.objects.exists())
