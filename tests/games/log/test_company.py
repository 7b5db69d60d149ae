"""P14: nobody has games with bots without end, which would make everybody's bots slower."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.log import ends
from games.log.company import TooManyBots
from games.log.fork import Branch, fork
from games.models import Game, Player
from lobby import service
from tests.kit.factories import UserFactory, finish, four_players
from tests.kit.races import at_once
from tests.kit.timed import new_game

pytestmark = pytest.mark.django_db
MOST = 3


@pytest.fixture(autouse=True)
def few(settings: Settings) -> None:
    settings.BOT_GAMES_A_PERSON = MOST


@pytest.fixture
def alice() -> User:
    return UserFactory.create(username="alice")


def games_with_bots(user: User, number: int = MOST) -> list[Game]:
    return [new_game(user, "easy", "easy", "easy") for _ in range(number)]


def test_one_more_than_so_many_is_refused_with_a_sentence(alice: User) -> None:
    games_with_bots(alice)
    with pytest.raises(TooManyBots, match="alice has 3 games with bots running. One of them has"):
        new_game(alice, "easy", "easy", "easy")
    assert Game.objects.count() == MOST


def test_others_may_and_people_among_themselves_may() -> None:
    alice, bob, carol, dave = four_players()
    games_with_bots(alice)
    new_game(bob, "easy", "easy", "easy")
    new_game(alice, bob, carol, dave)


def test_it_counts_at_every_table_where_a_bot_sits() -> None:
    alice, bob, carol, dave = four_players()
    for _ in range(MOST):
        new_game(alice, bob, "easy", "easy")
    with pytest.raises(TooManyBots, match="bob has"):
        new_game(carol, bob, dave, "easy")


def test_one_that_is_over_or_frozen_does_not_count(alice: User) -> None:
    ended, frozen, _running = games_with_bots(alice)
    finish(ended, 0)
    games_with_bots(alice, 1)
    frozen.refresh_from_db()
    ends.freeze(frozen)
    games_with_bots(alice, 1)
    with pytest.raises(TooManyBots):
        games_with_bots(alice, 1)


def given_up_by(user: User, game: Game) -> None:
    seat = Player.objects.get(game=game, user=user).seat
    ends.give_up(game_id=game.pk, seat=seat)


def test_one_that_is_given_up_counts_until_the_house_has_played_it_to_its_end(alice: User) -> None:
    for game in games_with_bots(alice):
        given_up_by(alice, game)
    with pytest.raises(TooManyBots):
        games_with_bots(alice, 1)
    finish(game, 0)
    games_with_bots(alice, 1)


def test_where_somebody_else_plays_on_it_is_theirs_until_they_give_up_too() -> None:
    alice, bob, *_others = four_players()
    shared = [new_game(alice, bob, "easy", "easy") for _ in range(MOST)]
    given_up_by(alice, shared[0])
    new_game(alice, "easy", "easy", "easy")
    with pytest.raises(TooManyBots, match="bob has"):
        new_game(bob, "easy", "easy", "easy")
    given_up_by(bob, shared[0])
    for name, one in {"alice": alice, "bob": bob}.items():
        with pytest.raises(TooManyBots, match=f"{name} has"):
            new_game(one, "easy", "easy", "easy")


def test_where_all_gave_up_the_house_plays_every_seat_also_without_bots() -> None:
    people = four_players()
    for _ in range(MOST):
        game = new_game(*people)
        for one in people:
            given_up_by(one, game)
    with pytest.raises(TooManyBots, match="alice has"):
        games_with_bots(people[0], 1)


@pytest.fixture
def parent(alice: User) -> Game:
    """A game that is over, from whose first moment one may play on."""
    game = new_game(alice, "easy", "easy", "easy")
    result = {"winners": [], "scores": [0, 0, 0, 0]}
    Game.objects.filter(pk=game.pk).update(finished_at=timezone.now(), result=result, seq=2)
    game.refresh_from_db()
    return game


def test_nobody_plays_on_from_a_moment_past_it(alice: User, parent: Game) -> None:
    games_with_bots(alice)
    with pytest.raises(TooManyBots):
        fork(Branch(parent, 1, 0, is_imagined=False), user=alice, bot="easy")


@pytest.mark.django_db(transaction=True)
def test_nobody_plays_on_past_it_with_many_hands(alice: User, parent: Game) -> None:
    branch = Branch(parent, 1, 0, is_imagined=False)
    play_on = partial(fork, branch, user=alice, bot="easy")
    assert at_once([play_on] * (MOST + 3)) == Counter(made=MOST, TooManyBots=3)


def test_the_button_says_so_before_a_table_is_opened(alice: User, client: Client) -> None:
    games_with_bots(alice)
    with pytest.raises(TooManyBots):
        service.play_now(user=alice, kind="bruno", level="easy")
    client.force_login(alice)
    page = client.post("/play-now/", {"kind": "bruno", "level": "easy"}, follow=True)
    assert "games with bots running" in page.content.decode()


def test_a_room_says_so_when_it_would_begin(alice: User) -> None:
    room = service.open_room(user=alice, kind="bruno", size=4, config={})
    service.fill(code=room.code, user=alice, level="easy")
    games_with_bots(alice)
    with pytest.raises(TooManyBots):
        service.ready(code=room.code, user=alice)
    room.refresh_from_db()
    assert room.game_id is None
