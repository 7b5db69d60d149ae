"""The end of a game says what it did to the ratings of those who played, or why nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from bruno_site.live.visitors import Visitor
from games.history.models import FEWEST_GAMES
from games.log.writing import seats_topic_of
from games.models import Game, Played
from games.table.live_page import TablePage
from games.table.rating_changes import changes_of
from tests.kit.factories import four_players
from tests.kit.histories import ended, tell
from tests.kit.markup import Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> list[User]:
    return four_players()


def known(four: list[User]) -> None:
    """All of them have a rating that is shown."""
    for day in range(FEWEST_GAMES):
        ended(*four, day=day - 30, winners=((0, 2), (1, 3))[day % 2])
    tell()


def said(game: Game, seat: int | None) -> str:
    """Lines and sentences, as they are read."""
    shown = changes_of(game, seat)
    lines = [f"{line.name}: {line.text}" for line in shown.lines]
    return "\n".join([*lines, *map(str, shown.sentences)])


def test_everybody_who_was_rated_is_told_with_the_points_of_their_profile(four: list[User]) -> None:
    known(four)
    game = ended(*four)
    assert "The new ratings follow in a moment." in said(game, 0)
    tell()
    row = Played.objects.get(game=game, seat=0)
    assert row.mu is not None and row.mu_before is not None
    before, after = (round(1500 + 24 * (mu - 25)) for mu in (row.mu_before, row.mu))
    assert f"alice: {before} → {after} (+{after - before})" in said(game, 0)
    assert "(−" in said(game, None).splitlines()[1]


def test_the_first_games_are_counted_and_no_number_is_told(four: list[User]) -> None:
    game = ended(*four)
    tell()
    assert "alice: rated game 1 of the 5 before a rating is shown" in said(game, 0)
    assert "→" not in said(game, 0)


@pytest.mark.parametrize(
    ("seat", "columns", "sentence"),
    [
        (0, {"is_rated": False}, "This game was friendly: it changes nobody’s rating."),
        (0, {"ended": {"how": "closed"}, "winners": ()}, "The table was closed"),
        (0, {"moves": {0: "hhp"}}, "Bots made more than a third of your moves, so this game does"),
        (0, {"away": (0,)}, "A bot held your seat at the end, so you have lost."),
        (0, {"gone": (2,), "matched": (0,)}, "Your partner left. Quick match had chosen them"),
        (0, {"gone": (2,)}, "Your partner left, so this game does not raise your rating."),
    ],
)
def test_who_was_not_rated_is_told_why(
    four: list[User], seat: int, columns: dict[str, Any], sentence: str
) -> None:
    known(four)
    game = ended(*four, **columns)
    tell()
    assert sentence in said(game, seat)
    assert sentence not in said(game, 1) or "nobody" in sentence or "closed" in sentence


def test_a_guest_at_the_table_is_the_reason(four: list[User]) -> None:
    User.objects.filter(username="dave").update(is_guest=True)
    game = ended(*four, is_rated=False)
    tell()
    assert "A guest was playing, so this game changes nobody’s rating." in said(game, 0)


def test_it_stands_on_the_page_without_a_script(client: Client, four: list[User]) -> None:
    known(four)
    game = ended(*four)
    client.force_login(four[0])
    page = client.get(game.get_absolute_url()).content.decode()
    assert "follow in a moment" in page and "http-equiv" in page
    tell()
    page = client.get(game.get_absolute_url()).content.decode()
    assert Page(page).faults() == []
    assert 'id="rating"' in page and "(+" in page and "http-equiv" not in page


def test_the_live_table_learns_of_it_at_its_next_beat(four: list[User]) -> None:
    known(four)
    game = ended(*four, moves={})
    page = TablePage.open(Visitor(four[0], "", "en"), game.code)
    assert TablePage.beat([page]) == [page]
    assert page._ratings()["rating"].count("follow in a moment") == 1
    assert TablePage.beat([page]) == [page], "it is asked again as long as something is missing"
    tell()
    assert TablePage.beat([page]) == [page]
    assert "(+" in page._ratings()["rating"]
    assert TablePage.beat([page]) == []


def test_pages_are_poked_when_the_ratings_are_there(
    four: list[User],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    poked: list[str] = []
    monkeypatch.setattr("games.history.played.poke_now", poked.append)
    game = ended(*four)
    with django_capture_on_commit_callbacks(execute=True):
        tell()
    assert poked == [seats_topic_of(game.pk)]
    assert timezone.now() >= game.started_at
