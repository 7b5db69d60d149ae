"""A result counts for a person only as far as that person played."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from games.history.skill import NEW
from games.log import door, ends
from games.models import Game, Played, Player, Standing, Tally
from games.rules import rules_of
from games.time import house
from tests.kit.factories import UserFactory, four_players
from tests.kit.histories import ended, tell
from tests.kit.timed import everybody_stays, let_time_pass

pytestmark = pytest.mark.django_db


def rated_game(*sitters: User | str, seed: int, kind: str = "uno") -> Game:
    return door.start(
        kind=kind,
        config=rules_of(kind).META.configure({}),
        players=sitters,
        server_seed=bytes([seed] * 32),
        nonces=[""] * len(sitters),
        pace="fast",
        is_rated=True,
    )


def play_without_a_press(game: Game) -> Game:
    """Everybody looks and nobody presses anything, until the game is over."""
    everybody_stays(game)
    while not Game.objects.get(pk=game.pk).is_over:
        let_time_pass(game, minutes=5)
        house.run_due()
    game.refresh_from_db()
    return game


def test_whoever_presses_nothing_wins_no_game() -> None:
    alice = UserFactory.create(username="alice")
    games = [
        play_without_a_press(rated_game(alice, "easy", "easy", "easy", seed=seed))
        for seed in range(6)
    ]
    assert any(0 in game.result["winners"] for game in games if game.result)
    tell()
    assert {row.outcome for row in Played.objects.filter(user=alice)} == {"lost"}
    assert Standing.objects.get(user=alice).mu < NEW.mu


WON, LOST, DRAWN = (0, 2), (1, 3), ()
GAVE_UP: dict[str, Any] = {"gone": (0,)}
AWAY: dict[str, Any] = {"away": (0,), "moves": {0: "pppppphh"}}
PLAYED_FOR: dict[str, Any] = {"moves": {0: "pphhp"}}
PLAYED: dict[str, Any] = {"moves": {0: "phpphp"}}  # a third is not too much


@pytest.mark.parametrize(
    ("seat", "winners", "outcome", "change"),
    [
        (GAVE_UP, WON, "lost", -1),
        (GAVE_UP, LOST, "lost", -1),
        (GAVE_UP, DRAWN, "lost", -1),
        (AWAY, WON, "lost", -1),
        (AWAY, LOST, "lost", -1),
        (AWAY, DRAWN, "lost", -1),
        (PLAYED_FOR, WON, "void", 0),
        (PLAYED_FOR, LOST, "lost", -1),
        (PLAYED_FOR, DRAWN, "void", 0),
        (PLAYED, WON, "won", 1),
        (PLAYED, LOST, "lost", -1),
    ],
)
def test_a_seat_counts_for_its_person_by_the_table_in_the_docs(
    seat: dict[str, Any], winners: tuple[int, ...], outcome: str, change: int
) -> None:
    ended(*four_players(), winners=winners, **seat)
    tell()
    row = Played.objects.get(seat=0)
    gained = 0.0 if row.mu is None or row.mu_before is None else row.mu - row.mu_before
    assert (row.outcome, (gained > 0) - (gained < 0)) == (outcome, change)
    assert Standing.objects.filter(user=row.user).exists() == bool(change)
    assert Tally.objects.filter(user=row.user, side="").exists() == (outcome != "void")


@pytest.mark.parametrize("left", ["gone", "away"])
@pytest.mark.parametrize("winners", [WON, LOST], ids=["a bot won", "a bot lost"])
def test_a_partner_who_leaves_is_only_excused_where_the_site_chose_them(
    left: str, winners: tuple[int, ...]
) -> None:
    alice, bob, carol, dave = four_players()
    has_left: dict[str, Any] = {left: (0,)}
    ended(alice, bob, carol, dave, winners=winners, matched=(2,), **has_left)
    tell()
    assert not Standing.objects.filter(user=carol).exists()
    ended(alice, bob, carol, dave, winners=winners, day=1, **has_left)
    tell()
    found = Standing.objects.filter(user=carol).first()
    assert (found is not None and found.mu < NEW.mu) == (winners == LOST)


def test_what_was_copied_into_a_game_played_on_from_another_is_nobody_s_doing() -> None:
    """The bots' moves up to there are no reason not to have won."""
    alice, *others = four_players()
    first = ended(alice, *others, moves={0: "hhh"})
    forked = {"at": 2, "seat": 0, "imagine": None}
    second = ended(
        alice,
        "easy",
        "easy",
        "easy",
        day=1,
        is_rated=False,
        moves={0: "hhh"},
        parent=first,
        forked=forked,
    )
    tell()
    assert [Played.objects.get(game=game, seat=0).outcome for game in (first, second)] == [
        "void",
        "won",
    ]


def test_who_was_played_for_is_found_again_bit_for_bit() -> None:
    sitters = four_players()
    for day in range(8):
        seat = [GAVE_UP, AWAY, PLAYED_FOR, PLAYED][day % 4]
        ended(*sitters, day=day, winners=(WON, LOST)[day // 4], matched=(day % 2, 2), **seat)
    tell()
    before = numbers()
    for _time in range(2):
        call_command("rate", "--all")
        assert numbers() == before


def numbers() -> list[tuple[Any, ...]]:
    """Everything that ratings are and are made of."""
    columns = [field.name for field in Played._meta.fields if field.name != "id"]
    standings = Standing.objects.order_by("kind", "user", "bot")
    return [
        *Played.objects.order_by("game", "seat").values_list(*columns),
        *standings.values_list("kind", "user", "bot", "mu", "sigma", "sure", "games"),
    ]


def test_who_concedes_for_a_partner_who_is_away_is_not_excused(four: list[User]) -> None:
    game = door.start(
        kind="bruno",
        config=rules_of("bruno").META.configure({}),
        players=four,
        server_seed=bytes([1] * 32),
        nonces=[""] * 4,
        pace="relaxed",
        is_rated=True,
        matched={user.pk for user in four},
    )
    away = timezone.now() - timedelta(seconds=21)
    Player.objects.filter(game=game, seat=2).update(seen_at=away)
    ends.replace(game_id=game.pk, seat=0, absent=2)
    ends.concede(game_id=game.pk, seat=0)
    tell()
    assert Standing.objects.get(user=four[0]).mu < NEW.mu
    assert Standing.objects.get(user=four[2]).mu < NEW.mu


@pytest.fixture
def four() -> list[User]:
    return four_players()
