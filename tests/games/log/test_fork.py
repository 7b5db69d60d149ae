"""Playing on from a position of a game that is over."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.log import door, states, window
from games.log.export import record_of
from games.log.fork import Branch, fork
from games.models import Game, Move
from games.rules.game import Refused
from games.rules.record import Record
from games.rules.replay import check
from tests.kit.at_table import SHORT_GAME, AtTable
from tests.kit.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def over() -> AtTable:
    table = AtTable(server_seed=SHORT_GAME)
    table.play_out()
    return table


def practice(table: AtTable, user: User, at: int, seat: int = 2, *, anew: bool = False) -> Game:
    parent = Game.objects.get(pk=table.id)
    return fork(Branch(parent, at, seat, anew), user=user, bot="easy")


def own_view(game: Game, seat: int) -> Any:
    return window.seen_by(game.pk, seat, game.seq).view


def moves_of(game_id: int, until: int) -> list[tuple[object, ...]]:
    rows = Move.objects.filter(game=game_id, seq__lte=until).order_by("seq")
    return list(rows.values_list("seq", "seat", "action", "by", "at"))


def test_as_it_was_the_table_is_the_same(over: AtTable) -> None:
    game = practice(over, over.users[2], 20)
    assert (game.seq, game.parent_id, game.is_rated, game.is_watchable) == (
        20,
        over.id,
        False,
        False,
    )
    assert moves_of(game.pk, 20) == moves_of(over.id, 20)
    assert window.state_of(game.pk, 20) == window.state_of(over.id, 20)


def test_as_i_knew_it_i_see_the_same_and_the_rest_is_dealt_anew(over: AtTable) -> None:
    game = practice(over, over.users[2], 20, anew=True)
    old = window.state_of(over.id, 20)
    new = window.state_of(game.pk, 20)
    assert new.hands != old.hands
    assert over.rules.view(new, 2) == over.rules.view(old, 2)
    states.forget_all()
    assert window.state_of(game.pk, 20) == new


def test_whoever_plays_on_sits_there_and_bots_elsewhere(over: AtTable) -> None:
    zoe = UserFactory.create(username="zoe")
    game = practice(over, zoe, 20)
    seats = [(player.user, player.bot) for player in game.players.order_by("seat")]
    assert seats == [(None, "easy"), (None, "easy"), (zoe, ""), (None, "easy")]


@pytest.mark.parametrize("anew", [False, True])
def test_it_is_played_like_any_game_and_its_record_holds(over: AtTable, anew: bool) -> None:
    at = next(m for m in range(20, over.seq) if over.rules.to_act(window.state_of(over.id, m)))
    seat = over.rules.to_act(window.state_of(over.id, at))[0]
    game = practice(over, over.users[seat], at, seat, anew=anew)
    action = window.seen_by(game.pk, seat, game.seq).actions[0]
    door.play(game_id=game.pk, seat=seat, seq=game.seq, action=str(action))
    game.refresh_from_db()
    record = Record.from_json(record_of(game).to_json())
    assert record.forked is not None and record.forked.at == at
    assert (record.forked.imagine is not None) == anew
    assert check(record).moves == game.seq > at


def test_where_the_dealer_is_next_it_deals_first(over: AtTable) -> None:
    redeal = over.game.moves.filter(action__startswith="redeal").order_by("seq").first()
    assert redeal is not None
    game = practice(over, over.users[2], redeal.seq - 1)
    assert game.seq == redeal.seq
    assert moves_of(game.pk, game.seq)[-1][2] == redeal.action


def test_a_bot_that_is_waited_for_will_move(over: AtTable) -> None:
    at = next(m for m in range(20, 40) if 0 in over.rules.to_act(window.state_of(over.id, m)))
    assert practice(over, over.users[2], at, 1).deadline is not None


@pytest.mark.parametrize(("at", "seat"), [(0, 0), (-1, 0), (999, 0), (5, 4), (5, -1)])
def test_no_such_position_is_refused_and_nothing_stored(over: AtTable, at: int, seat: int) -> None:
    with pytest.raises(Refused):
        practice(over, over.users[0], at, seat)
    with pytest.raises(Refused):
        practice(over, over.users[0], over.seq)
    assert Game.objects.count() == 1


def test_a_running_game_cannot_be_played_on() -> None:
    table = AtTable()
    with pytest.raises(Refused, match="still being played"):
        practice(table, table.users[0], 1)


def test_what_was_dealt_anew_is_played_on_from_its_origin(over: AtTable) -> None:
    """One record names one place where cards were dealt anew."""
    game = practice(over, over.users[2], 20, anew=True)
    Game.objects.filter(pk=game.pk).update(
        finished_at=game.started_at, result={"winners": [], "scores": [0] * 4}
    )
    game.refresh_from_db()
    with pytest.raises(Refused, match="dealt anew"):
        fork(Branch(game, 5, 0, False), user=over.users[2], bot="easy")
