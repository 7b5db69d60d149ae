"""A refusal has a sentence, which may change, and a code, which never does."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from games.rules import kinds
from games.rules.game import BadConfig, IllegalAction, Refusal, Refused
from games.rules.words import Phrase
from tests.kit.contracts import kit_of
from tests.kit.repository import ROOT

OF_EVERY_GAME = {"over", "dealing", "not_your_turn", "only_the_dealer", "no_action"}


def codes_in(*paths: Path) -> Iterator[str]:
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(func=ast.Name("Refusal" | "Reason" | "IllegalAction"), args=args):
                    yield from (
                        arg.value
                        for arg in args[1:]
                        if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                    )


def codes_of(kind: str) -> list[str]:
    return list(codes_in(*sorted((ROOT / "games/rules" / kind).glob("*.py"))))


@pytest.mark.parametrize("kind", kinds())
def test_the_codes_of_a_game_are_these_and_each_means_one_thing(kind: str) -> None:
    codes = codes_of(kind)
    assert sorted(codes) == sorted(kit_of(kind).CODES.split())
    assert OF_EVERY_GAME.isdisjoint(codes)


def test_what_every_game_refuses_has_one_code_in_all() -> None:
    assert set(codes_in(ROOT / "games/rules/refusals.py")) == OF_EVERY_GAME


@pytest.mark.parametrize("kind", kinds())
def test_a_code_is_a_short_word_for_programs(kind: str) -> None:
    pattern = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
    assert [code for code in codes_of(kind) if not pattern.fullmatch(code) or len(code) > 20] == []


@pytest.mark.parametrize("kind", kinds())
def test_no_two_refusals_of_a_game_say_the_same(kind: str) -> None:
    module = import_module(f"games.rules.{kind}.refusals")
    said = [value.phrase for value in vars(module).values() if isinstance(value, Refusal)]
    assert len(set(said)) == len(said) > 5


def test_an_error_carries_both() -> None:
    refusal = Refusal(Phrase("That card is too low."), "too_low")
    error = IllegalAction(*refusal)
    assert (str(error), error.phrase, error.code) == ("That card is too low.", *refusal)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (Refused(Phrase("No.")), "refused"),
        (BadConfig(Phrase("No.")), "bad_config"),
        (IllegalAction(Phrase("No.")), "illegal_action"),
    ],
)
def test_an_error_without_a_code_of_its_own_has_that_of_its_class(
    error: Refused, code: str
) -> None:
    assert error.code == code
