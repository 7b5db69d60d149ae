"""Presets, and settings in the shape of the rule document."""

from __future__ import annotations

import pytest

from games.rules import uno
from games.rules.game import BadConfig, Config

DOCUMENT = {
    "basic": {"initialHandSize": 5},
    "uno": {"enableUnoCheck": False},
    "scoring": {"numberCardPoints": False, "specialCardPoints": 10, "wildCardPoints": 40},
}
OPTIONS = {
    "hand_size": 5,
    "uno_check": False,
    "number_points": False,
    "special_points": 10,
    "wild_points": 40,
}


def test_the_configuration_of_a_record_has_these_keys_and_defaults() -> None:
    assert dict(uno.META.configure({})) == {
        "hand_size": 7,
        "uno_check": True,
        "challenge": True,
        "number_points": True,
        "special_points": 20,
        "wild_points": 50,
        "no_misplay_penalty": False,
        "stack_mixed": False,
        "stack_skips": False,
        "teams": False,
        "target_score": 0,
        "first_seat": None,
    }


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("STANDARD", {}),
        ("QUICK", {"hand_size": 5}),
        ("CASUAL", {"uno_check": False}),
        ("COMPETITIVE", {}),
    ],
)
def test_each_preset_changes_only_what_it_names(preset: str, changes: Config) -> None:
    standard = uno.META.configure({})
    assert uno.META.configure(uno.META.presets[preset]) == {**standard, **changes}


@pytest.mark.parametrize("preset", uno.META.presets)
@pytest.mark.parametrize(
    "variant",
    [
        {"challenge": False},
        {"no_misplay_penalty": True},
        {"stack_mixed": True},
        {"stack_skips": True},
        {"teams": True},
        {"target_score": 200},
    ],
)
def test_every_variant_goes_on_top_of_every_preset(preset: str, variant: Config) -> None:
    chosen = uno.META.configure({**uno.META.presets[preset], **variant})
    assert uno.new(chosen, 4).match.options._asdict() == chosen


def test_settings_of_the_document_are_read() -> None:
    assert uno.META.read(DOCUMENT) == uno.META.configure(OPTIONS)


def test_settings_may_name_only_some_options_and_others_beside_them() -> None:
    settings = {"scoring": {"wildCardPoints": 0}, "stack_skips": True}
    expected = uno.META.configure({"wild_points": 0, "stack_skips": True})
    assert uno.META.read(settings) == expected
    assert uno.META.read({}) == uno.META.configure({})


def test_settings_are_written_in_the_shape_of_the_document() -> None:
    assert uno.META.write(uno.META.configure(OPTIONS)) == DOCUMENT
    teams = uno.META.configure({**OPTIONS, "teams": True})
    assert uno.META.write(teams) == {**DOCUMENT, "teams": True}
    assert uno.META.read(uno.META.write(teams)) == teams


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({"basic": 7}, "“basic” is not a group of settings."),
        ({"basic": {"handSize": 7}}, "There is no setting “basic.handSize”."),
        ({"basic": {"initialHandSize": 11}}, "“Cards each” is a number from 1 to 10."),
        ({"basic": {"initialHandSize": True}}, "“Cards each” is a number from 1 to 10."),
        ({"uno": {"enableUnoCheck": 1}}, "“Say UNO” is either on or off."),
        (
            {"scoring": {"specialCardPoints": -1}},
            "“Points for an action card” is a number, 0 or more.",
        ),
    ],
)
def test_settings_that_make_no_sense_are_refused(
    document: dict[str, object], sentence: str
) -> None:
    with pytest.raises(BadConfig) as refused:
        uno.META.read(document)
    assert str(refused.value) == sentence
