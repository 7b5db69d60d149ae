from __future__ import annotations

import io
import json
import re
from hashlib import sha256
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from games.lab.simulation import planned, play_deal
from games.management.progress import shown
from games.rules import kinds
from games.rules.record import Record
from tests.kit.commands import GOLDEN, run, simulate, without_times


def records_in(path: Path) -> list[Record]:
    return [Record.from_json(line) for line in path.read_text().splitlines()]


def test_the_same_arguments_give_the_same_bytes(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    table = simulate("--trace", "--duplicate", "--out", one)
    assert without_times(simulate("--trace", "--duplicate", "--out", other)) == without_times(table)
    assert one.read_bytes() == other.read_bytes()


def test_two_processes_write_what_one_writes(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    table = simulate("--out", one, games=20)
    assert without_times(simulate("--out", other, "--jobs", 2, games=20)) == without_times(table)
    assert one.read_bytes() == other.read_bytes()


def test_the_golden_game_is_still_played_as_it_was(tmp_path: Path) -> None:
    simulate("--out", tmp_path / "new", games=1, seed="golden")
    assert (tmp_path / "new").read_text() == GOLDEN.read_text()


def test_a_trace_changes_nothing_but_the_trace(tmp_path: Path) -> None:
    simulate("--out", tmp_path / "plain")
    simulate("--out", tmp_path / "traced", "--trace")
    for plain, traced in zip(
        records_in(tmp_path / "plain"), records_in(tmp_path / "traced"), strict=True
    ):
        assert [move.action for move in plain.moves] == [move.action for move in traced.moves]
        assert all(move.legal is None for move in plain.moves)
        assert all(move.legal is not None for move in traced.moves)


def test_game_number_i_has_the_seed_of_text_and_number(tmp_path: Path) -> None:
    simulate("--out", tmp_path / "out", games=2, seed="Grüße")
    seeds = [record.seed for record in records_in(tmp_path / "out")]
    assert seeds == [sha256(f"Grüße:{i}".encode()).digest() for i in (0, 1)]


def test_a_simulated_record_names_bots_and_no_server_seed(tmp_path: Path) -> None:
    simulate("--out", tmp_path / "out", games=1)
    record = json.loads((tmp_path / "out").read_text())
    assert record["seats"][1] == {"name": "greedy", "kind": "bot"}
    assert (record["server_seed"], record["nonces"]) == (None, [])
    assert record["moves"][0]["seat"] is None and "by" not in record["moves"][0]
    assert record["moves"][1]["by"] == "bot" and "at" not in record["moves"][1]
    assert set(record["config"]) == {option.name for option in kinds()["bruno"].META.options}


def test_a_trace_of_the_start_is_the_hand_checked_one(tmp_path: Path) -> None:
    simulate("--trace", "--out", tmp_path / "out", games=1, seed="golden")
    deal, lead, answer, *_ = json.loads((tmp_path / "out").read_text())["moves"]
    assert (deal["to_act"], deal["legal"]) == ([], {})
    # Seat 2 leads with 4c 5d 5c 6c 9h Qs Kd: anything, and of the fives one or both.
    assert (lead["seat"], lead["to_act"]) == (2, [2])
    assert " ".join(lead["legal"]["2"]) == (
        "play 4c play 5d play 5d 5c play 6c play 9h play Kd play Qs"
    )
    # Seat 3 holds 2d 6s 8s 9d 10c Jh Jd against the 4: all of it answers.
    assert (lead["action"], answer["to_act"]) == ("play 4c", [3])
    assert " ".join(answer["legal"]["3"]) == (
        "play 10c play 2d play 6s play 8s play 9d play Jh play Jh Jd"
    )


def test_duplicate_plays_each_deal_again_with_the_teams_exchanged(tmp_path: Path) -> None:
    simulate("--duplicate", "--out", tmp_path / "out", seats="greedy,random,greedy,random")
    first, again, *others = records_in(tmp_path / "out")
    assert len(others) == 2
    assert first.seed == again.seed and first.moves[0] == again.moves[0]
    assert [seat.name for seat in again.seats] == ["random", "greedy", "random", "greedy"]


def test_duplicate_moves_each_bot_to_the_next_seat() -> None:
    plan = planned("bruno", ["random", "greedy", "greedy", "random"], "x", duplicate=True)
    assert play_deal(plan, 0).games[1].bots == ("random", "random", "greedy", "greedy")


def test_the_table_has_seats_bots_pairs_lengths_and_speed() -> None:
    table = simulate("--duplicate", games=20, seats="greedy,random,greedy,random")
    assert table.startswith("bruno: 40 games of greedy,random,greedy,random, seed “tests”\n\nseat ")
    assert re.search(r"^3 +40 +\d+   \d+\.\d % ± \d+\.\d +\d\.\d\d ± \d\.\d\d$", table, re.M)
    assert re.search(r"^greedy +80 +\d+   \d+\.\d % ± ", table, re.M)
    assert re.search(
        r"^greedy − random +\+\d+\.\d % ± \d+\.\d +\+\d\.\d\d ± \d\.\d\d$", table, re.M
    )
    assert re.search(r"^length: median [\d.]+, p99 \d+ actions$", table, re.M)
    assert re.search(r"^\d+ actions in \d+\.\d s: \d+ a second$", table, re.M)


@pytest.mark.parametrize("kind", kinds())
def test_random_plays_every_game_with_every_number_of_seats(kind: str, tmp_path: Path) -> None:
    for seats in kinds()[kind].META.seats:
        bots = ",".join(["random"] * seats)
        words = ("simulate", kind, "--seats", bots, "--games", 1, "--seed", "all", "--trace")
        run(*words, "--out", tmp_path / "out")
        assert "1 record, 0 with a fault" in run("verify", tmp_path / "out")


@pytest.mark.parametrize("preset", kinds()["bruno"].META.presets)
def test_a_preset_is_a_configuration(preset: str, tmp_path: Path) -> None:
    simulate("--config", preset, "--out", tmp_path / "out", games=1)
    meta = kinds()["bruno"].META
    assert records_in(tmp_path / "out")[0].config == meta.configure(meta.presets[preset])


def test_options_may_be_given_as_json(tmp_path: Path) -> None:
    simulate("--config", '{"first_seat": 2}', "--out", tmp_path / "out", games=1)
    (record,) = records_in(tmp_path / "out")
    assert record.config["first_seat"] == 2 and record.moves[1].seat == 2


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (["--seats", "random,random"], "Bruno is for 4 players."),
        (["--seats", "random,random,random,gredy"], "There is no bot “gredy”"),
        (["--seats", ""], "There is no bot “”"),
        (["--games", "0"], "at least one game"),
        (["--games", "-1"], "at least one game"),
        (["--jobs", "0"], "at least one game and one job"),
        (["--config", "{"], "This is not JSON"),
        (["--config", '{"a": NaN}'], "This is not JSON"),
        (["--config", "[1]"], "neither a JSON object nor one of the presets: standard, "),
        (["--config", "standart"], "neither a JSON object nor one of the presets: standard, "),
        (["--config", '{"jokers": true}'], "There is no option “jokers”"),
        (["--config", '{"next_leads": 1}'], "is either on or off"),
        (["--config", '{"first_seat": 4}'], "a number from 0 to 3"),
        (["--out", "/nowhere/at/all.jsonl"], "Cannot write /nowhere/at/all.jsonl: No such file"),
    ],
)
def test_bad_arguments_are_answered_with_one_sentence(change: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=re.escape(sentence)) as refused:
        simulate(*change)
    assert refused.value.returncode == 2 and "\n" not in str(refused.value)


def test_an_unknown_game_is_answered_with_those_there_are() -> None:
    with pytest.raises(CommandError, match="no game “brunno”, only: .*bruno") as refused:
        run("simulate", "brunno", "--seats", "random", "--games", 1, "--seed", "x")
    assert refused.value.returncode == 2


class Screen(io.StringIO):
    def __init__(self, *, watched: bool) -> None:
        super().__init__()
        self.watched = watched

    def isatty(self) -> bool:
        return self.watched


def test_progress_is_shown_only_where_somebody_watches() -> None:
    watched, unwatched = Screen(watched=True), Screen(watched=False)
    assert list(shown("abc", 3, watched)) == list(shown("abc", 3, unwatched)) == ["a", "b", "c"]
    assert watched.getvalue().endswith(f"\r[{'#' * 40}] 3/3\n")
    assert unwatched.getvalue() == ""
