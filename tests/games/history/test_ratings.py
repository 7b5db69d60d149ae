"""Ladders: from finished games, once each, in the order of their ends."""

from __future__ import annotations

import threading
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from games.history import ratings
from games.history.models import FEWEST_GAMES
from games.history.skill import NEW
from games.log import listeners
from games.models import FinishedGame, Played, Standing, Telling
from tests.kit.factories import four_players
from tests.kit.histories import ended, tell
from tests.kit.races import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> list[User]:
    return four_players()


def mu_of(who: User | str, kind: str = "bruno") -> float:
    key = who if isinstance(who, str) else who.pk
    return Standing.objects.get(kind=kind, **_of(key)).mu


def _of(key: int | str) -> dict[str, Any]:
    return {"bot": key} if isinstance(key, str) else {"user": key}


def everything() -> list[tuple[Any, ...]]:
    """Every number that anything shows, in a fixed order."""
    columns = [f.name for f in Played._meta.fields if f.name != "id"]
    played = list(Played.objects.order_by("game", "seat").values_list(*columns))
    fields = ("kind", "user", "bot", "mu", "sigma", "sure", "games")
    standings = Standing.objects.order_by("kind", "user", "bot")
    return [*played, *standings.values_list(*fields)]


def test_a_rated_game_moves_everybody_who_played_it(four: list[User]) -> None:
    ended(*four)
    tell()
    assert mu_of(four[0]) == mu_of(four[2]) > NEW.mu > mu_of(four[1]) == mu_of(four[3])
    row = Played.objects.get(user=four[0])
    assert (row.mu_before, row.mu, row.rated_games) == (NEW.mu, mu_of(four[0]), 1)


def test_a_person_is_told_apart_by_kind_and_a_bot_by_level(four: list[User]) -> None:
    ended(four[0], "easy", "hard", "easy")
    ended(four[0], four[1], kind="uno", winners=(1,))
    tell()
    assert mu_of(four[0], "bruno") > NEW.mu > mu_of(four[0], "uno")
    assert mu_of("hard") > NEW.mu > mu_of("easy")


@pytest.mark.parametrize(
    "columns",
    [{"is_rated": False}, {"ended": {"how": "closed"}, "winners": ()}],
    ids=["friendly", "closed"],
)
def test_what_does_not_count_is_written_down_and_moves_nobody(
    four: list[User], columns: dict[str, Any]
) -> None:
    ended(*four, **columns)
    tell()
    assert Played.objects.filter(mu=None, is_rated=False).count() == 4
    assert Standing.objects.count() == 0


def test_of_a_closed_game_nobody_has_won_or_lost(four: list[User]) -> None:
    ended(*four, ended={"how": "closed"}, winners=())
    ended(*four, ended={"how": "conceded", "by": [1, 3]})
    tell()
    in_order = Played.objects.order_by("game", "seat").values_list("outcome", flat=True)
    assert list(in_order) == ["closed"] * 4 + ["won", "lost", "won", "lost"]


def test_who_gave_up_has_lost_though_the_house_won(four: list[User]) -> None:
    ended(*four, gone=(0,))
    tell()
    outcomes = dict(Played.objects.values_list("seat", "outcome"))
    assert outcomes == {0: "lost", 1: "lost", 2: "won", 3: "lost"}
    assert mu_of(four[0]) < NEW.mu
    assert not Standing.objects.filter(user=four[2]).exists()
    assert Played.objects.get(seat=2).rated_games is None


def test_briscalone_is_rated_by_totals(four: list[User]) -> None:
    ended(*four, "easy", kind="briscalone", winners=(3,), scores=(-3, 2, 0, 6, -5))
    tell()
    strongest_first = Standing.objects.order_by("-mu").values_list("user", flat=True)
    assert list(strongest_first) == [four[3].pk, four[1].pk, four[2].pk, four[0].pk, None]


def some_evenings(four: list[User], games: int = 12) -> None:
    """Games of several kinds, of which many ended in one moment."""
    tables: list[list[User | str]]
    tables = [[*four], [four[0], "easy", four[1], "hard"], [*four[::-1]]]
    luck = Random(7)
    for number in range(games):
        winners = luck.choice([(0, 2), (1, 3), ()])
        gone = (luck.randrange(2),) if number % 5 == 4 else ()
        day, is_rated, sitters = number % 4, number % 4 != 1, luck.choice(tables)
        ended(*sitters, winners=winners, day=day, gone=gone, is_rated=is_rated)
        ended(*four[:3], kind="uno", winners=(number % 3,), day=number)


def test_made_again_from_the_games_the_numbers_are_the_same_bit_for_bit(four: list[User]) -> None:
    some_evenings(four)
    tell()
    before = everything()
    call_command("rate", "--all")
    assert everything() == before
    assert any(row[-1] for row in before)


def test_games_that_are_told_in_any_order_are_rated_in_the_order_of_their_ends(
    four: list[User],
) -> None:
    some_evenings(four)
    listeners._share_out(timezone.now())
    tellings = list(Telling.objects.filter(listener="history"))
    Random(3).shuffle(tellings)
    for telling in tellings:
        listeners._listeners["history"]([telling.game])
    told = everything()
    call_command("rate", "--all")
    assert everything() == told


def test_of_games_that_ended_in_one_moment_the_one_told_last_is_rated_in_its_place(
    four: list[User],
) -> None:
    first, second, third = (ended(*four) for _ in range(3))
    for game in (first, third, second):
        listeners._listeners["history"]([game])
    told = everything()
    call_command("rate", "--all")
    assert everything() == told


def test_a_game_told_after_all_was_made_anew_is_not_counted_twice(four: list[User]) -> None:
    ended(*four)
    call_command("rate", "--all")
    before = everything()
    tell()
    assert everything() == before


@pytest.mark.django_db(transaction=True)
def test_clocks_that_rate_at_once_rate_each_game_once_and_in_its_place(
    four: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(9):
        ended(*four, winners=(number % 2, number % 2 + 2), day=number)
        if not number:
            tell()
    listeners._share_out(timezone.now())
    met = threading.Barrier(2)

    def settle_together(*args: Any) -> None:
        with suppress(threading.BrokenBarrierError):
            met.wait(1)  # as they would if nobody held the ladder
        settle(*args)

    settle = ratings.settle
    monkeypatch.setattr(ratings, "settle", settle_together)
    monkeypatch.setattr(listeners, "AT_ONCE", 4)
    assert at_once([tell, tell]) == {"made": 2}
    monkeypatch.setattr(ratings, "settle", settle)
    told = everything()
    assert Played.objects.filter(rated_games=9).count() == 4
    call_command("rate", "--all")
    assert everything() == told


def test_ratings_are_handed_over_for_all_who_are_asked_for(four: list[User]) -> None:
    for day in range(3):
        ended(four[0], "easy", "hard", "easy", day=day)
    tell()
    asked = ratings.ratings_of("bruno", [four[0].pk, four[1].pk], ["hard", "medium", "master"])
    assert asked.keys() == {four[0].pk, four[1].pk, "hard", "medium", "master"}
    assert (asked[four[0].pk].mu, asked[four[0].pk].games) == (mu_of(four[0]), 3)
    assert asked[four[1].pk] == ratings.Rating(NEW, 0)
    assert asked["medium"].mu == NEW.mu < asked["master"].mu
    assert (asked["medium"].games, asked["hard"].games) == (0, 3)


def test_a_bot_is_rated_from_where_it_was_matched(four: list[User]) -> None:
    matched = ratings.ratings_of("bruno", [four[0].pk], ["easy", "hard"])
    assert round(matched["easy"].mu, 1) == 16.2
    ended(four[0], "easy", "hard", "easy")
    tell()
    assert Played.objects.filter(bot="easy")[0].mu_before == matched["easy"].mu
    assert Played.objects.get(bot="hard").mu_before == matched["hard"].mu
    gained = mu_of(four[0]) - NEW.mu
    call_command("rate", "--all")
    assert mu_of(four[0]) - NEW.mu == gained > 0
    now = ratings.ratings_of("bruno", [], ["easy"])["easy"]
    assert (now.mu, now.games) == (mu_of("easy"), 1)


def test_a_rating_is_hidden_until_five_games_and_has_a_margin(four: list[User]) -> None:
    for day in range(5):
        rating = ratings.ratings_of("bruno", [four[0].pk])[four[0].pk]
        assert rating.games < FEWEST_GAMES
        ended(*four, day=day)
        tell()
    rating = ratings.ratings_of("bruno", [four[0].pk])[four[0].pk]
    assert rating.games >= FEWEST_GAMES
    assert rating.points > 1500 > rating.points - 2 * rating.margin


def test_a_listener_hears_in_the_order_of_ends(four: list[User]) -> None:
    late, early = ended(*four, day=5), ended(*four, day=2)
    listeners._share_out(timezone.now())
    told = Telling.objects.filter(listener="history").order_by("due_at", "pk")
    assert list(told.values_list("game", flat=True)) == [early.pk, late.pk]
    assert FinishedGame.objects.filter(is_shared_out=False).count() == 0
