import pytest

from games.bots import described
from games.models import BOT_NAMES
from games.rules import rules_of
from games.rules.briscalone.table import trick as briscalone
from games.rules.game import FEWEST_SEATS, MOST_SEATS, Seat, Teams
from games.rules.uno.table.scene import PLACES
from lobby.seating import RING, Place, Sitter, places

BRUNO = ((0, 2), (1, 3))
ALONE = ((0,), (1,), (2,), (3,), (4,))


def shown_to(size: int, teams: Teams, names: dict[Seat, str], mine: Seat | None) -> list[Place]:
    bots = {"Dora": described("bruno", "hard")}
    sitters = {seat: Sitter(name, bots.get(name)) for seat, name in names.items()}
    return places(size, teams, sitters, mine)


def test_partners_sit_opposite_and_the_next_seat_is_at_the_right() -> None:
    shown = shown_to(4, BRUNO, {1: "bob"}, None)
    assert [(place.slot, place.seat) for place in shown] == [("s", 0), ("e", 1), ("n", 2), ("w", 3)]


def test_the_viewers_own_seat_is_at_the_bottom() -> None:
    shown = shown_to(4, BRUNO, {3: "dave", 1: "bob"}, 3)
    assert [(place.slot, place.seat) for place in shown] == [("s", 3), ("e", 0), ("n", 1), ("w", 2)]
    assert [place.is_mine for place in shown] == [True, False, False, False]
    assert [place.is_my_partner for place in shown] == [False, False, True, False]


def test_a_free_seat_says_whose_partner_one_would_be() -> None:
    shown = {place.seat: place for place in shown_to(4, BRUNO, {0: "alice"}, None)}
    assert shown[2].partner == "alice"
    assert shown[1].partner is None
    teams = [shown[seat].team for seat in range(4)]
    assert [team and str(team.name) for team in teams] == ["Team Moon", "Team Flame"] * 2


def captions(names: dict[int, str], mine: int | None) -> dict[int, str]:
    shown = shown_to(4, BRUNO, names, mine)
    return {place.seat: f"{place.title}: {place.caption}" for place in shown}


def test_a_place_says_who_sits_there_and_whose_partner_that_is() -> None:
    assert captions({0: "alice", 1: "bob", 2: "carol", 3: "Dora"}, mine=0) == {
        0: "You: Seat 1 · Team Moon",
        1: "bob: Seat 2 · Team Flame",
        2: "carol: Seat 3 · Team Moon, your partner",
        3: "Dora: Seat 4 · Team Flame",
    }


def test_a_free_place_says_whom_it_is_for() -> None:
    assert captions({0: "alice", 1: "bob"}, mine=0) == {
        0: "You: Seat 1 · Team Moon",
        1: "bob: Seat 2 · Team Flame",
        2: "Free seat: Seat 3 · Team Moon, for your partner",
        3: "Free seat: Seat 4 · Team Flame, partner of bob",
    }


def test_a_place_is_styled_by_where_it_is_its_team_and_whether_it_is_free() -> None:
    shown = shown_to(4, BRUNO, {0: "alice"}, None)
    assert [place.css for place in shown[:2]] == [
        "place place--s place--moon",
        "place place--e place--flame place--free",
    ]
    assert shown_to(5, ALONE, {0: "alice"}, None)[0].css == "place place--s"


def test_where_everyone_plays_alone_no_team_is_shown() -> None:
    shown = shown_to(5, ALONE, {0: "alice"}, 0)
    assert all(place.team is None for place in shown)
    assert [str(place.caption) for place in shown] == [f"Seat {n}" for n in range(1, 6)]


@pytest.mark.parametrize("size", RING)
def test_every_seat_has_a_place_of_its_own(size: int) -> None:
    shown = shown_to(size, (), {}, size - 1)
    assert sorted(place.seat for place in shown) == list(range(size))
    assert len({place.slot for place in shown}) == size


def test_there_are_places_and_names_of_bots_for_the_largest_table() -> None:
    assert list(RING) == list(range(FEWEST_SEATS, MOST_SEATS + 1))
    assert len({name[0] for name in BOT_NAMES}) == len(BOT_NAMES) == MOST_SEATS


@pytest.mark.parametrize("size", RING)
def test_both_sides_of_a_table_have_as_many_places(size: int) -> None:
    """And whoever comes after the viewer sits on the other side than whoever comes before."""
    mirrored = [slot.translate(str.maketrans("ew", "we")) for slot in RING[size]]
    assert mirrored == [RING[size][0], *reversed(RING[size][1:])]


@pytest.mark.parametrize("size", rules_of("uno").META.seats)
def test_at_uno_the_others_sit_where_the_table_will_have_them(size: int) -> None:
    shown = places(size, (), {}, size - 1, is_clockwise=rules_of("uno").META.is_clockwise)
    assert [place.seat for place in shown[1:]] == list(range(size - 1))
    assert tuple(place.slot for place in shown[1:]) == PLACES[size - 1]


def test_at_briscalone_the_others_sit_where_the_table_will_have_them() -> None:
    shown = places(5, (), {}, 4, is_clockwise=rules_of("briscalone").META.is_clockwise)
    assert tuple(place.slot for place in shown) == briscalone.PLACES


def test_a_sitter_says_in_a_word_whether_they_can_start() -> None:
    said = [
        Sitter("alice"),
        Sitter("alice", is_ready=True),
        Sitter("alice", is_ready=True, is_away=True),
        Sitter("alice", is_away=True, is_awaited=True),
        Sitter("Dora", described("bruno", "hard")),
    ]
    assert [str(sitter.state) for sitter in said] == [
        "not ready yet",
        "ready",
        "away",
        "has yet to come",
        "Hard bot",
    ]
