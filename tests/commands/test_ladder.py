from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from games.lab.ladder import cross_tables, rungs
from games.lab.simulation import Played
from games.rules.game import Result
from tests.kit.commands import run, without_times


def ladder(kind: str, bots: str, *more: object, games: int = 2) -> str:
    return run("simulate", kind, "--ladder", bots, "--games", games, "--seed", "tests", *more)


def seatings(kind: str, bots: str, config: str = "", size: int | None = None) -> list[str]:
    plans = rungs(kind, bots.split(","), "tests", config, size=size)
    return [",".join(plan.bots) for plan in plans]


def test_in_a_team_game_each_bot_has_one_team() -> None:
    assert seatings("bruno", "random,greedy") == ["random,greedy,random,greedy"]
    assert seatings("uno", "easy,hard", '{"teams": true}', size=4) == ["easy,hard,easy,hard"]


def test_where_everyone_plays_alone_the_first_sits_among_the_others() -> None:
    assert seatings("uno", "random,easy", size=3) == ["random,easy,easy"]
    assert seatings("briscalone", "random,easy") == ["random,easy,easy,easy,easy"]


def test_the_smallest_table_is_taken_where_none_is_named() -> None:
    assert seatings("uno", "random,easy") == ["random,easy"]


def test_every_two_bots_meet_once_in_the_order_they_are_named() -> None:
    assert seatings("uno", "hard,random,easy") == ["hard,random", "hard,easy", "random,easy"]


def test_two_sides_are_told_by_the_games_won() -> None:
    title, _, head, row, _, speed = ladder("bruno", "random,greedy").splitlines()
    assert title == "bruno: 4 games of the ladder random,greedy on 4 seats, seed “tests”"
    assert head.split() == ["won", "greedy"]
    assert re.fullmatch(r"random +\d+\.\d % ± \d+\.\d", row)
    assert "actions in" in speed


def test_the_table_agrees_with_the_same_games_played_by_seats() -> None:
    words = ("--games", 4, "--seed", "tests", "--duplicate")
    seated = run("simulate", "bruno", "--seats", "random,greedy,random,greedy", *words)
    share = re.search(r"^random +16 +\d+   (.*?) {2,}", seated, re.M)
    assert share is not None
    assert share[1] in ladder("bruno", "random,greedy", games=4)


@pytest.mark.parametrize(("kind", "seats"), [("uno", 3), ("briscalone", 5)])
def test_many_sides_are_told_by_who_was_ahead_and_by_the_games_won(kind: str, seats: int) -> None:
    table = ladder(kind, "random,easy", "--size", seats, games=1)
    assert f"{kind}: {seats} games of the ladder random,easy on {seats} seats" in table
    assert re.search(r"^ahead +easy\nrandom +\d+\.\d %\n\nwon +easy\nrandom +\d", table, re.M)


def test_a_cell_has_the_row_of_the_first_and_the_column_of_the_second() -> None:
    plan = rungs("uno", ["easy", "medium"], "tests")[0]
    lost, won = Result((1,), (0, 1)), Result((0,), (1, 0))
    pairs = [(("a", "b"), won), (("a", "c"), lost), (("b", "c"), won)]
    played = [[(Played(pair, result, 10),)] for pair, result in pairs]
    head, first, second, _ = cross_tables("abc", plan, played)
    assert head.split() == ["won", "b", "c"]
    assert first.split() == ["a", "100.0", "%", "0.0", "%"]
    assert second.split() == ["b", "100.0", "%"]
    assert second.index("100.0") == head.index("c")


def test_one_seat_among_many_is_compared_with_each_of_them() -> None:
    plan = rungs("uno", ["easy", "medium"], "tests", size=3)[0]
    played = [[(Played(("a", "b", "b"), Result((1,), (5, 9, 2)), 10),)]]
    tables = list(cross_tables("ab", plan, played))
    assert [line.split() for line in tables if line.startswith("a ")] == [
        ["a", "50.0", "%"],
        ["a", "0.0", "%"],
    ]


@pytest.mark.parametrize("size", [2, 3])
def test_the_same_ladder_gives_the_same_table_in_any_number_of_processes(size: int) -> None:
    table = without_times(ladder("uno", "random,easy", "--size", size))
    assert without_times(ladder("uno", "random,easy", "--size", size)) == table
    assert without_times(ladder("uno", "random,easy", "--size", size, "--jobs", 2)) == table


def test_the_records_of_all_pairs_are_in_one_file(tmp_path: Path) -> None:
    ladder("uno", "random,easy,medium", "--trace", "--out", tmp_path / "out", games=1)
    assert "6 records, 0 with a fault" in run("verify", tmp_path / "out")


@pytest.mark.parametrize(
    ("bots", "change", "sentence"),
    [
        ("random,gredy", [], "There is no bot “gredy”"),
        ("random", [], "at least two bots"),
        ("", [], "at least two bots"),
        ("random,random", [], "each of them once"),
        ("random,easy", ["--seats", "random,easy"], "either --seats or --ladder"),
        ("random,easy", ["--size", "1"], "UNO is for 2 to 6 players."),
        ("random,easy", ["--size", "-1"], "UNO is for 2 to 6 players."),
        ("random,easy", ["--config", "{"], "This is not JSON"),
        ("random,easy", ["--games", "0"], "at least one game"),
    ],
)
def test_a_bad_ladder_is_answered_with_one_sentence(
    bots: str, change: list[str], sentence: str
) -> None:
    with pytest.raises(CommandError, match=re.escape(sentence)) as refused:
        ladder("uno", bots, *change)
    assert refused.value.returncode == 2 and "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["uno"], "either --seats or --ladder"),
        (["uno", "--seats", "random,easy", "--size", "2"], "--size is for a --ladder"),
        (["unno", "--ladder", "random,easy"], "There is no game “unno”"),
    ],
)
def test_who_plays_what_must_be_plain(words: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=re.escape(sentence)) as refused:
        run("simulate", *words, "--games", 1, "--seed", "tests")
    assert refused.value.returncode == 2
