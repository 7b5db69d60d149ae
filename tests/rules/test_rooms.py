"""Whoever knows one game finds everything in another."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from games.rules import kinds, rules_of
from tests.kit.repository import ROOT

# What lies where. A game may have no cards of its own, and may need more rooms than these.
ROOMS = {
    "meta": {"META"},
    "state": {"State", "new", "to_act", "rests"},
    "actions": {"Action", "parse"},
    "deal": {"deal", "dealt"},
    "legal": {"keeps_time", "legal_actions"},
    "apply": {"apply"},
    "scores": {"result"},
    "view": {"View", "view"},
    "imagine": {"imagine"},
    "refusals": {"refusal", "refused"},
}
NOT_PUBLIC = {"dealt", "refusal", "refused"}
MORE_ROOMS = {"cards", "draws", "dialect", "lesson", "older", "table"}

every_kind = pytest.mark.parametrize("kind", kinds())


def folder(kind: str) -> Path:
    return ROOT / "games/rules" / kind


def defined_in(path: Path) -> set[str]:
    """Functions, classes and names that are given a value, at the top of a module."""
    names = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


@every_kind
def test_the_same_things_lie_in_the_same_rooms(kind: str) -> None:
    for room, things in ROOMS.items():
        assert things <= defined_in(folder(kind) / f"{room}.py"), room


@every_kind
def test_no_game_has_a_room_that_nobody_has_heard_of(kind: str) -> None:
    rooms = {path.stem for path in folder(kind).iterdir() if path.name[0] not in "_."}
    assert rooms - ROOMS.keys() <= MORE_ROOMS


@every_kind
def test_every_face_is_the_same(kind: str) -> None:
    lines = (folder(kind) / "__init__.py").read_text().splitlines()
    imports = {line for line in lines if line.startswith("from .")}
    assert imports == {
        f"from .{room} import {', '.join(sorted(things - NOT_PUBLIC, key=by_shape))}"
        for room, things in ROOMS.items()
        if things - NOT_PUBLIC
    }
    assert set(vars(rules_of(kind))["__all__"]) == set.union(*ROOMS.values()) - NOT_PUBLIC


def by_shape(name: str) -> tuple[bool, bool, str]:
    """Constants, classes, functions: the order in which imports are sorted."""
    return not name.isupper(), not name[0].isupper(), name


@pytest.mark.parametrize("seats", [(), (1, 2), (2, 11), (12,)])
def test_a_game_for_more_than_a_table_seats_is_refused(seats: tuple[int, ...]) -> None:
    """As soon as its folder is read: there are places and names of bots for no more."""
    with pytest.raises(ValueError, match="bruno is for .*: a table here seats from 2 to 10."):
        replace(rules_of("bruno").META, seats=seats)
