from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from games.management.commands import verify as command
from games.rules.fair import game_seed, nonce_seal
from tests.kit.commands import GOLDEN, golden, run, simulate, written

ROOT = Path(__file__).resolve().parents[2]

Change = Callable[[dict[str, Any]], object]


def fault_in(path: Path) -> str:
    with pytest.raises(CommandError) as refused:
        run("verify", path)
    assert refused.value.returncode == 1 and "\n" not in str(refused.value)
    return str(refused.value)


def fault_after(change: Change, path: Path) -> str:
    record = golden()
    change(record)
    return fault_in(written(path, record))


def test_a_good_record_is_told_what_it_proved() -> None:
    said = run("verify", GOLDEN)
    assert "record 1: bruno, 196 moves, every action legal, the result is the one stated" in said
    assert "the dealer's cards are the seed's, no nonce was sealed." in said


def sealed() -> dict[str, Any]:
    server_seed, nonces = b"\x11" * 32, ["aa" * 16, "bb" * 16, "", "cc" * 16]
    record = unfinished() | {"server_seed": server_seed.hex(), "nonces": nonces, "moves": []}
    record["nonce_seals"] = [nonce_seal(nonce) for nonce in nonces]
    return record | {"seed": game_seed(server_seed, nonces).hex()}


def test_a_record_with_sealed_nonces_is_held_to_their_seals(tmp_path: Path) -> None:
    path = tmp_path / "file"
    assert "every nonce fits its seal" in run("verify", written(path, sealed()))
    partly = sealed()
    partly["nonce_seals"][3] = ""
    assert "not every nonce was sealed" in run("verify", written(path, partly))


@pytest.mark.parametrize(
    ("seals", "fault"),
    [
        ([nonce_seal("ab" * 16), "", "", ""], "The nonce of seat 0 does not fit its seal."),
        (["", "", nonce_seal("ab" * 16), ""], "The nonce of seat 2 does not fit its seal."),
        (["", "", ""], "There must be one seal of a nonce for each seat."),
        (["aa", "", "", ""], "“nonce_seals” must hold 64 hexadecimal digits or be empty."),
        ("", "“nonce_seals” is not a list."),
    ],
)
def test_a_seal_that_does_not_fit_is_named(tmp_path: Path, seals: object, fault: str) -> None:
    record = sealed() | {"nonce_seals": seals}
    assert fault in fault_in(written(tmp_path / "file", record))


def test_a_record_with_server_seed_and_nonces_is_held_to_them(tmp_path: Path) -> None:
    record = unfinished()
    server_seed, nonces = b"\x11" * 32, ["aa" * 16, "bb" * 16, "", "cc" * 16]
    record |= {"server_seed": server_seed.hex(), "nonces": nonces, "moves": []}
    record["seed"] = game_seed(server_seed, nonces).hex()
    said = run("verify", written(tmp_path / "file", record))
    assert "the seed is that of server seed and nonces" in said
    record["nonces"][2] = "dd"
    assert "do not give the stated seed" in fault_in(written(tmp_path / "file", record))


def test_without_the_stated_seed_the_server_seed_still_binds_the_dealer(tmp_path: Path) -> None:
    record = golden() | {"server_seed": "11" * 32, "nonces": [""] * 4, "seed": None}
    assert "move 1 (the dealer, “deal " in fault_in(written(tmp_path / "file", record))


def unfinished() -> dict[str, Any]:
    record = golden()
    return record | {"moves": record["moves"][:100], "result": None}


def test_an_unfinished_record_holds_if_it_says_so(tmp_path: Path) -> None:
    said = run("verify", written(tmp_path / "file", unfinished()))
    assert "100 moves, every action legal, unfinished, as stated" in said


def test_without_a_seed_the_moves_alone_are_replayed(tmp_path: Path) -> None:
    said = run("verify", written(tmp_path / "file", golden() | {"seed": None}))
    assert "no seed to hold the dealer's cards against" in said


def test_who_moved_and_when_may_be_missing_or_there(tmp_path: Path) -> None:
    record = golden()
    for move in record["moves"]:
        move.pop("by", None)
    record["moves"][1] |= {"by": "house", "at": "2026-01-02T03:04:05.678Z"}
    assert "0 with a fault" in run("verify", written(tmp_path / "file", record))


def swap_two_cards(record: dict[str, Any]) -> None:
    words = record["moves"][0]["action"].split(" ")
    other = words.index("Kd")
    words[2], words[other] = words[other], words[2]
    record["moves"][0]["action"] = " ".join(words)


def move(number: int, **changes: object) -> Change:
    return lambda record: record["moves"][number - 1].update(changes)


def top(**changes: object) -> Change:
    return lambda record: record.update(changes)


def config(**changes: object) -> Change:
    return lambda record: record["config"].update(changes)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (swap_two_cards, "record 1, move 1 (the dealer, “deal 2 Kd 9s 7h"),
        (swap_two_cards, "not those of the seed: “Kd” should be “4d”"),
        (move(2, action="play 7s"), "move 2 (seat 2, “play 7s”): You do not have the"),
        (move(3, seat=1), "move 3 (seat 1, “play 6s”): It is out of turn: seat 3 is next"),
        (move(3, seat=None), "move 3 (the dealer, “play 6s”): It is out of turn: seat 3 is next"),
        (move(1, seat=0), "move 1 (seat 0, “deal"),
        (move(2, action="play  6c"), "move 2 (seat 2, “play  6c”): "),
        (move(2, action="dance"), "“dance” is no action of this game"),
        (move(2, action="x" * 10**6), "move 2 (seat 2, “xxxxx"),
        (move(2, action="\x1b[2J\ud800"), "move 2 (seat 2, “?[2J?”)"),
        (lambda r: r["moves"].pop(0), "move 1 (seat 2, “play 4c”): It is out of turn: the dealer"),
        (lambda r: r["moves"].pop(), "move 195"),
        (lambda r: r["moves"].append(r["moves"][-1]), "move 197"),
        (top(result={"winners": [0, 2], "scores": [1, 0, 1, 0]}), "move 196 (seat "),
        (top(result={"winners": [1, 3], "scores": [0, 1, 0, 2]}), "the record says winners [1, 3]"),
        (top(result={"winners": [3, 1], "scores": [0, 1, 0, 1]}), "winners [1, 3], scores"),
        (top(result=None), "the record says “unfinished”"),
        (top(moves=[]), "record 1: The result after the last move is “unfinished”"),
        (top(seed="00" * 32), "move 1 (the dealer"),
        (top(rules=2), "version 2 of the rules; here is version 1"),
        (top(game="chess"), "There is no game “chess” here."),
        (top(server_seed="00" * 32), "nothing without the nonces"),
        (config(jokers=True), "There is no option “jokers”"),
        (config(next_leads=0), "is either on or off"),
        (lambda r: r["config"].pop("next_leads"), "leaves out “next_leads”"),
        (lambda r: r["seats"].pop(), "move 3: There is no seat 3"),
        (move(1, to_act=[2]), "8…”): The traced “to_act” should be []."),
        (move(2, to_act=[]), "The traced “to_act” should be [2]."),
        (move(2, legal={"2": ["play 6c"]}), "The traced “legal” is not the list"),
    ],
)
def test_what_is_wrong_is_named(change: Change, sentence: str, tmp_path: Path) -> None:
    assert sentence.lower() in fault_after(change, tmp_path / "file").lower()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"", "the file holds no record"),
        (b"\n\n", "the file holds no record"),
        (b"hello", "record 1: This is not JSON from line 1, column 1 on."),
        (b'{"format": "bruno-record/1"', "record 1: This is not JSON"),
        (b"\xff\xfe\x00", "record 1: This is not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"rules": ' + b"1" * 5000 + b"}", "that can be read: a number is too long."),
        (b'{"rules": Infinity}', "Infinity is no number"),
        (b'{"a": 1, "a": 2}', "has a key twice"),
        (b"[]", "The record is not a JSON object"),
        (b"null", "The record is not a JSON object"),
        (b'{"game": "bruno"}', "no record of the format bruno-record/1"),
        (b'{"format": "bruno-record/2", "new": 1}', "no record of the format bruno-record/1"),
        (b'{"format": ["bruno-record/1"]}', "no record of the format bruno-record/1"),
        (b'{"format": "bruno-record/1"}', "The record has no “game”"),
    ],
)
def test_what_is_no_record_is_answered_with_a_sentence(
    line: bytes, sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_bytes(line)
    assert sentence in fault_in(tmp_path / "file")


def test_a_line_without_end_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "LONGEST_LINE", 50_000)
    (tmp_path / "file").write_bytes(b"[" + b"0," * 200_000 + b"0]\n" + GOLDEN.read_bytes())
    with pytest.raises(CommandError, match="record 1: This line is too long for a record"):
        run("verify", tmp_path / "file")
    with (tmp_path / "file").open("rb") as file:
        assert len(list(command.lines_of(file))) == 2


def test_a_record_may_be_spread_over_many_lines(tmp_path: Path) -> None:
    (tmp_path / "file").write_text(json.dumps(golden(), indent=2))
    assert "1 record, 0 with a fault" in run("verify", tmp_path / "file")


def test_every_record_is_examined_and_the_first_fault_named_last(tmp_path: Path) -> None:
    wrong = golden()
    move(3, seat=1)(wrong)
    path = written(tmp_path / "file", golden(), wrong, golden(), {}, golden())
    done = subprocess.run(
        [sys.executable, "manage.py", "verify", path], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert re.findall(r"^record (\d)[:,]", done.stdout, re.M) == ["1", "2", "3", "4", "5"]
    assert "5 records, 2 with a fault." in done.stdout
    assert done.stderr.count("\n") == 1 and "The first fault: record 2, move 3" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["verify", "no-such-file"],
        ["verify", "."],
        ["verify", str(GOLDEN), "--trace", str(GOLDEN)],
        ["verify", str(GOLDEN), "--trace", "/nowhere/out.jsonl"],
        ["simulate", "chess", "--seats", "random", "--games", "1", "--seed", "x"],
    ],
)
def test_the_shell_sees_exit_2_and_one_line_for_bad_arguments(words: list[str]) -> None:
    before = GOLDEN.read_bytes()
    done = subprocess.run(
        [sys.executable, "manage.py", *words], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert GOLDEN.read_bytes() == before


def test_verify_writes_the_trace_that_simulate_writes(tmp_path: Path) -> None:
    simulate("--out", tmp_path / "plain")
    simulate("--out", tmp_path / "traced", "--trace")
    run("verify", tmp_path / "plain", "--trace", tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "traced").read_bytes()
    assert "0 with a fault" in run("verify", tmp_path / "again")
