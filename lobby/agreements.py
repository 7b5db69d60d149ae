"""What the players of a table agree on: reading it from a form, and saying it in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from json import dumps
from typing import Final

from django.utils.translation import gettext

from games.rules.game import Config, ConfigValue, Meta, Option, Refused
from games.rules.reading import object_in
from games.rules.words import Phrase, _
from games.time.pace import PACES

OPTION_FIELD: Final = "option-"
LONGEST_NUMBER: Final = 6
LONGEST_SETTINGS: Final = 2000


@dataclass(frozen=True, slots=True)
class Clause:
    title: Phrase
    help: Phrase


NO_CLOCK: Final = Clause(_("No clock"), _("Everyone takes the time they need."))


@dataclass(frozen=True, slots=True)
class Line:
    option: Option
    value: str
    help: Phrase | None  # what it means at this value

    @property
    def title(self) -> Phrase:
        return _("%(option)s: %(value)s", option=self.option.label, value=self.value)


@dataclass(frozen=True, slots=True)
class Agreement:
    title: str
    changed: list[Line]
    unchanged: list[Line]
    settings: str  # as JSON, to be kept or passed on


def clock(pace: str) -> Clause:
    agreed = PACES.get(pace)
    return NO_CLOCK if agreed is None else Clause(agreed.title, agreed.help)


def agreement(meta: Meta, config: Config) -> Agreement:
    lines = [_line(option, config[option.name]) for option in meta.options]
    changed = [line for line in lines if config[line.option.name] != line.option.default]
    return Agreement(
        title=_title(meta, config),
        changed=changed,
        unchanged=[line for line in lines if line not in changed],
        settings=dumps(meta.write(config), indent=2),
    )


def config_from(meta: Meta, form: Mapping[str, str]) -> Config:
    """Settings as JSON, or a preset's name, or every option by itself. Raises Refused."""
    settings = form.get("settings")
    if settings is not None and len(settings) > LONGEST_SETTINGS:
        raise Refused(_("These rules are too long to be rules."))
    if settings is not None:
        return meta.read(object_in(settings))
    preset = form.get("preset")
    if preset is None:
        return meta.configure(_options_from(meta, form))
    if preset not in meta.presets:
        raise Refused(_("There is no such set of rules."))
    return meta.configure(meta.presets[preset])


def size_from(meta: Meta, form: Mapping[str, str]) -> int:
    size = number_from(form.get("size", str(meta.seats[0])))
    meta.check_seats(size)
    return size


def number_from(text: str) -> int:
    """-1, which is never a seat or a size, for what is no number."""
    plain = text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
    return int(text) if plain else -1


def _options_from(meta: Meta, form: Mapping[str, str]) -> dict[str, object]:
    flags: dict[str, object] = {
        option.name: False for option in meta.options if isinstance(option.default, bool)
    }
    given = {
        field.removeprefix(OPTION_FIELD): _value(text)
        for field, text in form.items()
        if field.startswith(OPTION_FIELD)
    }
    return flags | given


def _value(text: str) -> object:
    """As the rules want it where it makes sense; they refuse the rest in their own words."""
    words: dict[str, ConfigValue] = {"on": True, "": None}
    if text in words:
        return words[text]
    number = number_from(text)
    return text if number < 0 else number


def _line(option: Option, value: ConfigValue) -> Line:
    return Line(option, _said(option, value), option.off if value is False else option.help)


def _said(option: Option, value: ConfigValue) -> str:
    if value is None:
        return gettext("chance decides") if option.is_seat else gettext("open")
    if isinstance(value, bool):
        return gettext("on") if value else gettext("off")
    return str(value + 1 if option.is_seat else value)


def _title(meta: Meta, config: Config) -> str:
    for name, preset in meta.presets.items():
        if meta.configure(preset) == config:
            return preset_title(name)
    return gettext("Own rules")


def preset_title(name: str) -> str:
    return gettext(name.replace("-", " ").capitalize())
