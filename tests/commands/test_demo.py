"""A site to look at, and ratings for bots: games that bots play out, written into the log."""

from __future__ import annotations

import re
from dataclasses import replace
from io import StringIO
from random import Random

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts.models import Decision, User
from games.log.export import record_of
from games.management import demonstration
from games.management.evenings import Table, play_out
from games.models import Announcement, Game, Played, Player, Standing
from games.rules import kinds, replay, rules_of
from lobby.models import Report, Room
from tests.kit.factories import UserFactory

pytestmark = pytest.mark.django_db


def told(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_a_demonstration_fills_a_site_and_says_how_to_log_in(client: Client) -> None:
    said = told("demo", "--games", "8")
    assert Game.objects.filter(finished_at__lt=timezone.now()).count() == 8
    assert Game.objects.filter(finished_at=None, is_rated=False).count() == 2 * len(kinds())
    assert Played.objects.values("game").distinct().count() == 8, "all were told"
    found = re.search(r"password (\S+)", said)
    assert found and "Ada is an admin" in said
    ada = authenticate(username="Ada", password=found[1])
    assert ada == User.objects.get(username="Ada")
    for path in ("/people/Ines/", "/people/", "/games/"):
        client.force_login(ada)
        assert client.get(path).status_code == 200
    assert "New here?" not in client.get("/").content.decode(), "they have played for months"


def test_the_games_of_a_demonstration_are_rated_again_to_the_same_numbers() -> None:
    told("demo", "--games", "30")
    rated = Game.objects.filter(is_rated=True)
    assert rated and all(rules_of(game.kind).META.is_preset(game.config) for game in rated)
    columns = [field.name for field in Standing._meta.fields if field.name != "id"]

    def ratings() -> list[tuple[object, ...]]:
        return list(Standing.objects.order_by("kind", "user", "bot").values_list(*columns))

    before = ratings()
    for _time in range(2):
        told("rate", "--all")
        assert ratings() == before


def test_the_desk_has_something_to_show_too(client: Client) -> None:
    told("demo", "--games", "12")
    client.force_login(User.objects.get(username="Ada"))
    for room in Room.objects.select_related("game"):
        assert room.game and room.opened_at < room.game.started_at
        assert {*room.seats.values_list("user", "bot")} == {
            *room.game.players.values_list("user", "bot")
        }
    for model in (Room, Report, Decision, Announcement):
        page = client.get(f"/admin/{model._meta.app_label}/{model._meta.model_name}/")
        assert "row1" in str(page.content) or "field-" in str(page.content), model
    assert {*Report.objects.values_list("state", flat=True)} == {*Report.State}
    assert User.objects.filter(muted_until__gt=timezone.now()).count() == 1
    assert "closed tonight" not in client.get("/").content.decode()


def test_its_games_are_played_by_the_rules_from_a_sealed_deal() -> None:
    told("demo", "--games", "4")
    for game in Game.objects.filter(finished_at__isnull=False):
        replay.check(record_of(game))
        times = game.moves.order_by("seq").values_list("at", flat=True)
        assert game.started_at < times[0] <= [*times][-1] == game.finished_at


def test_a_site_with_people_is_left_alone_unless_it_must_be() -> None:
    UserFactory.create(username="alice")
    with pytest.raises(CommandError, match="people here already"):
        told("demo", "--games", "1")
    assert Game.objects.count() == 0
    told("demo", "--games", "1", "--force")
    assert Game.objects.filter(finished_at__isnull=False).count() == 1


def test_a_side_that_concedes_has_lost_and_its_record_holds() -> None:
    people = demonstration.make_people("x", timezone.now())
    config = rules_of("bruno").META.configure({})
    levels, now = ("easy",) * 4, timezone.now()
    table = Table("bruno", config, people[:4], levels, now, is_conceded=True)
    play_out(table, Random(1))
    game = Game.objects.get()
    assert game.ended is not None and game.ended["how"] == "conceded" and game.result
    assert not {*game.ended["by"]} & {*game.result["winners"]}
    replay.check(record_of(game))
    play_out(replace(table, is_conceded=False), Random(1))
    played_out = Game.objects.get(ended__isnull=True)
    assert played_out.result and played_out.result["winners"] == game.result["winners"]


def test_there_is_something_of_everything() -> None:
    people = [User(pk=number, username=name) for number, name in enumerate(demonstration.NAMES, 1)]
    tables = [*demonstration.tables(people, 300, timezone.now(), Random("demo"))]
    assert {table.kind for table in tables} == set(kinds())
    assert {table.is_rated for table in tables} == {table.is_watchable for table in tables}
    assert any(table.gone for table in tables) and any(table.is_conceded for table in tables)
    assert any(isinstance(who, str) for table in tables for who in table.players)
    assert all(not isinstance(table.players[seat], str) for table in tables for seat in table.gone)
    assert [table.ends for table in tables] == sorted(table.ends for table in tables)


def test_bots_play_for_a_rating() -> None:
    assert told("rate", "--bots", "uno", "--games", "5") == "5 games of bots played and rated.\n"
    assert Standing.objects.filter(kind="uno", user=None, games__gte=1).count() > 1
    assert not Player.objects.exclude(user=None).exists()
    assert not Game.objects.filter(is_watchable=True).exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rate"], "either --all or --bots"),
        (["rate", "--all", "--bots", "uno"], "either --all or --bots"),
        (["rate", "--bots", "chess"], "There is no game “chess”"),
        (["rate", "--bots", "uno", "--games", "0"], "at least one game"),
        (["demo", "--games", "0"], "at least one game"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(arguments: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence) as refused:
        told(*arguments)
    assert refused.value.returncode == 2
