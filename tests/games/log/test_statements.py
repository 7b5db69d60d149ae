"""How many statements things cost: at a table nobody waits for the database longer than needed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.log import door, presence, states, window
from games.log.pov import Pov
from games.models import Game, Player
from games.table.live_page import TablePage
from games.time import house
from games.time.attendance import attendance
from games.time.clock import stands_still
from tests.kit.at_table import AtTable
from tests.kit.factories import UserFactory, four_players
from tests.kit.timed import let_time_pass, new_game

pytestmark = pytest.mark.django_db


class Statements(CaptureQueriesContext):
    """Those that read or write; a test's own savepoints are no work of ours."""

    def __init__(self) -> None:
        super().__init__(connection)

    @property
    def words(self) -> list[str]:
        texts = [query["sql"] for query in self.captured_queries]
        return [text.split()[0] for text in texts if "SAVEPOINT" not in text]


def written() -> list[str]:
    """A move: PostgreSQL takes the game's row and what happened in one."""
    return ["WITH"] if connection.vendor == "postgresql" else ["UPDATE", "INSERT"]


def tried() -> list[str]:
    return written()[:1]


def test_an_untimed_move_is_one_statement_or_two(table: AtTable) -> None:
    table.play_on(3)
    move = table.next_move()
    with Statements() as made:
        door.play(**move)
    assert made.words == written()


def test_a_move_that_is_out_of_date_is_known_to_be_from_two_statements(table: AtTable) -> None:
    move = table.next_move()
    table.play()
    with Statements() as made, pytest.raises(door.Stale):
        door.play(**move)
    assert made.words == [*tried(), "SELECT"]


def test_a_timed_move_locks_and_reads_the_seats_as_well() -> None:
    game = new_game(*four_players(), pace="fast")
    seen = window.seen_by(game.pk, 0, game.seq)
    with Statements() as made:
        door.play(game_id=game.pk, seat=0, seq=game.seq, action=str(seen.actions[0]))
    assert made.words == ["SELECT", "SELECT", *written()]


def test_of_many_bots_that_move_at_once_each_costs_two_statements() -> None:
    people = four_players()
    for _ in range(5):
        game = new_game("easy", *people[1:])
        let_time_pass(game, seconds=2)
        assert window.state_of(game.pk, 1) and states.seed_of(game.pk)
    with Statements() as made:
        assert house.run_due() == 5
    assert made.words == ["SELECT", "UPDATE", "SELECT", *5 * written()]


def test_leases_are_one_statement_or_two_however_many_pages_are_open() -> None:
    people = four_players()
    games = [new_game(*people, pace="fast").pk for _ in range(6)]
    leases = list(Player.objects.values_list("pk", flat=True))
    now = timezone.now() + timedelta(seconds=8)
    presence.renew([], games, now)  # what never changes is read once
    for expected in (["SELECT", "UPDATE"], ["SELECT"]):
        with Statements() as made:
            positions = presence.renew(leases, games, now)
        assert made.words == expected
        seen = {player.seen_at for each in positions.values() for player in each.players}
        assert seen == set(Player.objects.values_list("seen_at", flat=True)) == {now}


def test_a_beat_asks_no_more_for_many_pages_than_for_one() -> None:
    """P11"""
    people, zoe = four_players(), UserFactory.create()
    games = [new_game(*people, pace="fast").pk for _ in range(6)]
    pages = [TablePage(Pov(game, None), None, zoe.pk) for game in games]
    for player in Player.objects.all():
        pages.append(TablePage(Pov(player.game_id, player.seat), player.pk, player.user_id))
    TablePage.beat(pages)  # what never changes is read, and that they are here is written
    for some in (pages[-1:], pages):
        with Statements() as made:
            TablePage.beat(some)
        assert made.words == ["SELECT", "SELECT"]


def test_a_lease_is_written_again_only_when_half_of_it_is_used() -> None:
    game = new_game(*four_players())
    leases, opened = list(game.players.values_list("pk", flat=True)), timezone.now()
    presence.renew(leases, [game.pk], opened + timedelta(seconds=4))
    assert not game.players.filter(seen_at__gt=opened).exists()
    presence.renew(leases, [game.pk], opened + timedelta(seconds=8))
    assert game.players.filter(seen_at__gt=opened).count() == len(leases)


def test_clocks_that_stood_still_run_on_as_soon_as_somebody_looks() -> None:
    people = four_players()
    still, left, going = (new_game(*people, pace="fast") for _ in range(3))
    Player.objects.exclude(game=going).update(seen_at=timezone.now() - timedelta(minutes=5))
    Game.objects.filter(pk=still.pk).update(deadline=None, stopped_at=timezone.now())
    # As if somebody had come at the very moment when a clock stopped it for want of anybody.
    Player.objects.filter(game=still, seat=2).update(seen_at=timezone.now())
    leases = list(Player.objects.filter(seat=2).values_list("pk", flat=True))
    games, now = [still.pk, left.pk, going.pk], timezone.now()
    asleep = [each for each, at in window.positions_of(games, now).items() if stands_still(at)]
    assert asleep == [still.pk, left.pk]
    positions = presence.renew(leases, games, timezone.now())
    assert list(positions) == games and not any(map(stands_still, positions.values()))
    assert Game.objects.get(pk=still.pk).deadline is not None
    assert positions[still.pk].game.deadline == Game.objects.get(pk=still.pk).deadline


def test_the_newest_positions_of_many_games_are_one_query() -> None:
    tables = [new_game(*four_players()), new_game("easy", "easy", "easy", "easy")]
    numbers = [game.pk for game in tables]
    window.positions_of(numbers, timezone.now())  # what never changes is read once
    with Statements() as made:
        found = window.positions_of(numbers, timezone.now())
    assert {key: position.game.seq for key, position in found.items()} == {
        game.pk: 1 for game in tables
    }
    assert len(made.words) == 1


def test_who_is_there_is_one_query_for_all_who_look() -> None:
    game = new_game(*four_players(), pace="fast")
    window.seen_by(game.pk, 0, game.seq)
    with Statements() as made:
        position = window.position_of(game.pk, timezone.now())
        shown = [attendance(position, seat) for seat in (None, 0, 1, 2, 3)]
    assert len(made.words) == 1
    assert [each.waits_for_me for each in shown] == [False, True, False, False, False]


def test_there_is_no_position_of_a_game_that_is_not_there() -> None:
    with pytest.raises(Game.DoesNotExist):
        window.position_of(1, timezone.now())
