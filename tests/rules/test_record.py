from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.game import DEALER, Refused, Result
from games.rules.record import BadRecord, Move, Record, Sitter
from games.rules.replay import Fault, check, traced
from tests.kit.commands import GOLDEN, golden

RECORD = Record(
    game="bruno",
    rules=1,
    config={"next_leads": True, "first_seat": None},
    seats=(Sitter("alice", "human"), Sitter("easy", "bot")),
    server_seed=b"\x11" * 32,
    nonces=("aa" * 16, ""),
    seed=None,
    moves=(
        Move(DEALER, "deal 0 4s", to_act=(), legal={}),
        Move(0, "play 4s", "player", "2026-01-02T03:04:05Z", (0, 1), {0: ("play 4s",), 1: ("x",)}),
    ),
    result=Result((0,), (1, 0)),
)


def test_a_record_is_written_as_the_format_says() -> None:
    assert json.loads(RECORD.to_json()) == {
        "format": "bruno-record/1",
        "game": "bruno",
        "rules": 1,
        "config": {"next_leads": True, "first_seat": None},
        "seats": [{"name": "alice", "kind": "human"}, {"name": "easy", "kind": "bot"}],
        "server_seed": "11" * 32,
        "nonces": ["aa" * 16, ""],
        "seed": None,
        "moves": [
            {"seat": None, "action": "deal 0 4s", "to_act": [], "legal": {}},
            {
                "seat": 0,
                "action": "play 4s",
                "by": "player",
                "at": "2026-01-02T03:04:05Z",
                "to_act": [0, 1],
                "legal": {"0": ["play 4s"], "1": ["x"]},
            },
        ],
        "result": {"winners": [0], "scores": [1, 0]},
    }


def test_a_record_is_one_line_of_plain_ascii() -> None:
    line = GOLDEN.read_text().replace("greedy", "Zoë\\n\\u2028")
    again = Record.from_json(line).to_json()
    assert again.isascii() and again.isprintable()


def test_a_record_read_and_written_is_the_same() -> None:
    assert Record.from_json(RECORD.to_json()) == RECORD
    assert Record.from_json(GOLDEN.read_text()).to_json() + "\n" == GOLDEN.read_text()


def test_a_traced_record_holds_and_reads_back() -> None:
    with_trace = traced(Record.from_json(GOLDEN.read_text()))
    assert Record.from_json(with_trace.to_json()) == with_trace
    assert check(with_trace).moves == len(with_trace.moves)


def changed(path: str, value: object) -> str:
    record = json.loads(RECORD.to_json())
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place = record
    for step in way:
        place = place[step]
    place[last] = value
    return json.dumps(record)


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("game", 3, "“game” is not a text."),
        ("rules", True, "“rules” is not a whole number."),
        ("rules", 1.0, "“rules” is not a whole number."),
        ("rules", "1", "“rules” is not a whole number."),
        ("config", None, "“config” is not a JSON object."),
        ("config.next_leads", "yes", "“config” has a value that is no option's."),
        ("config.next_leads", 1.0, "“config” has a value that is no option's."),
        ("extra", 1, "The record has an unknown key “extra”."),
        ("seats", {}, "“seats” is not a list."),
        ("seats.0", "alice", "A seat is not a JSON object."),
        ("seats.0.kind", "dog", "“kind” is not one of: human, bot."),
        ("seats.0.name", None, "“name” is not a text."),
        ("seats.0.rating", 5, "A seat has an unknown key “rating”."),
        ("server_seed", "11", "“server_seed” must be null or 64 hexadecimal digits."),
        ("seed", "zz" * 32, "“seed” must be null or 64 hexadecimal digits."),
        ("seed", 0, "“seed” must be null or 64 hexadecimal digits."),
        ("nonces", None, "“nonces” is not a list."),
        ("nonces", ["aa"], "There must be one nonce for each seat, or none at all."),
        ("nonces.0", "no", "“nonces” must be hexadecimal."),
        ("moves", "deal", "“moves” is not a list."),
        ("moves.1", [], "Move 2: A move is not a JSON object."),
        ("moves.1", {"seat": 0}, "Move 2: A move has no “action”."),
        ("moves.1.seat", 2, "Move 2: There is no seat 2 at this table."),
        ("moves.1.seat", -1, "Move 2: There is no seat -1 at this table."),
        ("moves.1.seat", False, "Move 2: “seat” is not a whole number."),
        ("moves.1.action", None, "Move 2: “action” is not a text."),
        ("moves.1.by", "dealer", "Move 2: “by” is not one of: player, bot, house."),
        ("moves.1.at", "yesterday", "Move 2: “at” is not a time with its zone."),
        ("moves.1.at", "2026-01-02T03:04:05", "Move 2: “at” is not a time with its zone."),
        ("moves.1.at", 5, "Move 2: “at” is not a time with its zone."),
        ("moves.1.why", "", "Move 2: A move has an unknown key “why”."),
        ("moves.1.to_act", [7], "Move 2: There is no seat 7 at this table."),
        ("moves.1.legal", {"00": []}, "Move 2: “legal” has an unknown key “00”."),
        ("moves.1.legal", {"0": [1]}, "Move 2: “legal” is not a text."),
        ("result", [], "The result is not a JSON object."),
        ("result", {"winners": []}, "The result has no “scores”."),
        ("result.winners", [True], "“winners” is not a whole number."),
        ("result.scores", None, "“scores” is not a list."),
    ],
)
def test_a_value_of_the_wrong_shape_is_named(path: str, value: object, sentence: str) -> None:
    with pytest.raises(BadRecord) as refused:
        Record.from_json(changed(path, value))
    assert str(refused.value) == sentence


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)


def spoil(value: Any, draw: st.DataObject) -> Any:
    """Somewhere in it, something else."""
    if isinstance(value, dict | list) and value and draw.draw(st.integers(0, 9)):
        keys = sorted(value) if isinstance(value, dict) else range(len(value))
        key = draw.draw(st.sampled_from(keys))
        value[key] = spoil(value[key], draw)
        return value
    return draw.draw(ANYTHING)


@settings(derandomize=True, database=None, deadline=None, max_examples=100)
@given(st.data())
def test_a_spoilt_record_meets_a_sentence_and_never_an_accident(data: st.DataObject) -> None:
    record = golden()
    del record["moves"][20:]
    record["result"] = None
    try:
        check(Record.from_json(json.dumps(spoil(record, data))))
    except (BadRecord, Fault) as refusal:
        assert isinstance(refusal, Refused) and str(refusal)
