import pytest

from games.bots import described
from lobby.seating import RING, places

BRUNO = ((0, 2), (1, 3))
ALONE = ((0,), (1,), (2,), (3,), (4,))


def test_partners_sit_opposite_and_the_next_seat_is_at_the_right() -> None:
    shown = places(4, BRUNO, {1: "bob"}, mine=None, bots={})
    assert [(place.slot, place.seat) for place in shown] == [("s", 0), ("e", 1), ("n", 2), ("w", 3)]


def test_the_viewers_own_seat_is_at_the_bottom() -> None:
    shown = places(4, BRUNO, {3: "dave", 1: "bob"}, mine=3, bots={})
    assert [(place.slot, place.seat) for place in shown] == [("s", 3), ("e", 0), ("n", 1), ("w", 2)]
    assert [place.is_mine for place in shown] == [True, False, False, False]
    assert [place.is_my_partner for place in shown] == [False, False, True, False]


def test_a_free_seat_says_whose_partner_one_would_be() -> None:
    shown = {place.seat: place for place in places(4, BRUNO, {0: "alice"}, mine=None, bots={})}
    assert shown[2].partner == "alice"
    assert shown[1].partner is None
    teams = [shown[seat].team for seat in range(4)]
    assert [team and str(team.name) for team in teams] == ["Team Moon", "Team Flame"] * 2


def captions(names: dict[int, str], mine: int | None) -> dict[int, str]:
    bots = {seat: described("bruno", "hard") for seat, name in names.items() if name == "Dora"}
    shown = places(4, BRUNO, names, mine=mine, bots=bots)
    return {place.seat: f"{place.title}: {place.caption}" for place in shown}


def test_a_place_says_who_sits_there_and_whose_partner_that_is() -> None:
    assert captions({0: "alice", 1: "bob", 2: "carol", 3: "Dora"}, mine=0) == {
        0: "You: Seat 1 · Team Moon",
        1: "bob: Seat 2 · Team Flame",
        2: "carol: Seat 3 · Team Moon, your partner",
        3: "Dora: Hard · Seat 4 · Team Flame",
    }


def test_a_free_place_says_whom_it_is_for() -> None:
    assert captions({0: "alice", 1: "bob"}, mine=0) == {
        0: "You: Seat 1 · Team Moon",
        1: "bob: Seat 2 · Team Flame",
        2: "Free seat: Seat 3 · Team Moon, for your partner",
        3: "Free seat: Seat 4 · Team Flame, partner of bob",
    }


def test_a_place_is_styled_by_where_it_is_its_team_and_whether_it_is_free() -> None:
    shown = places(4, BRUNO, {0: "alice"}, mine=None, bots={})
    assert [place.css for place in shown[:2]] == [
        "place place--s place--moon",
        "place place--e place--flame place--free",
    ]
    assert places(5, ALONE, {0: "alice"}, mine=None, bots={})[0].css == "place place--s"


def test_where_everyone_plays_alone_no_team_is_shown() -> None:
    shown = places(5, ALONE, {0: "alice"}, mine=0, bots={})
    assert all(place.team is None for place in shown)
    assert [str(place.caption) for place in shown] == [f"Seat {n}" for n in range(1, 6)]


@pytest.mark.parametrize("size", RING)
def test_every_seat_has_a_place_of_its_own(size: int) -> None:
    shown = places(size, (), {}, mine=size - 1, bots={})
    assert sorted(place.seat for place in shown) == list(range(size))
    assert len({place.slot for place in shown}) == size
