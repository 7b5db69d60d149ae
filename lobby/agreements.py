"""What the players of a table agree on: reading it from a form, and saying it in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from json import dumps
from typing import Final

from django.utils.translation import gettext

from games.phrases import translate
from games.rules.game import Config, ConfigValue, Meta, Option, Refused
from games.rules.reading import BadShape, object_in
from games.rules.words import Phrase, _
from games.time.pace import PACES

from .models import Room

OPTION_FIELD: Final = "option-"
# Beside the names of presets: no game may call one so.
OWN: Final = "own"
PASTED: Final = "pasted"
LONGEST_NUMBER: Final = 6
LONGEST_SETTINGS: Final = 2000


@dataclass(frozen=True, slots=True)
class Clause:
    title: Phrase
    help: Phrase


NO_CLOCK: Final = Clause(_("No clock"), _("Everyone takes the time they need."))
RATED: Final = Clause(
    _("Rated"), _("The result counts for your rating, unless a guest is playing.")
)
WITH_A_GUEST: Final = Clause(
    _("Friendly"), _("A guest is playing, so the result counts for nobody’s rating.")
)
FRIENDLY: Final = Clause(_("Friendly"), _("The result counts for nobody’s rating."))
LISTED: Final = Clause(_("Open to everyone"), _("The lobby shows this table."))
BY_LINK: Final = Clause(_("By link only"), _("Only people with the link find this table."))
WATCHED: Final = Clause(
    _("Open to watchers"), _("Others may watch, and see only the cards that everyone sees.")
)
UNWATCHED: Final = Clause(_("No watchers"), _("Only the players see the game, even afterwards."))


@dataclass(frozen=True, slots=True)
class Line:
    option: Option
    value: str
    help: Phrase  # what it means at this value

    @property
    def title(self) -> Phrase:
        return _("%(option)s: %(value)s", option=self.option.label, value=self.value)


@dataclass(frozen=True, slots=True)
class Agreement:
    title: str
    changed: list[Line]
    unchanged: list[Line]
    settings: str  # as JSON, to be kept or passed on


def clauses(room: Room) -> list[Clause]:
    """What was agreed beside the rules."""
    return [
        clock(room.pace),
        rated(room),
        LISTED if room.is_listed else BY_LINK,
        WATCHED if room.is_listed and room.is_watchable else UNWATCHED,
    ]


def rated(room: Room) -> Clause:
    if not room.is_rated:
        return FRIENDLY
    people = [seat.user for seat in room.seats.all() if seat.user is not None]
    return WITH_A_GUEST if any(person.is_guest for person in people) else RATED


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
    """A preset's name, or every option by itself, or settings as JSON. Raises Refused."""
    rules = form.get("rules", next(iter(meta.presets)))
    if rules == OWN:
        return meta.configure(_options_from(meta, form))
    if rules == PASTED:
        return _pasted(meta, form.get("settings", ""))
    if rules not in meta.presets:
        raise Refused(_("There is no such set of rules."))
    return meta.configure(meta.presets[rules])


def _pasted(meta: Meta, settings: str) -> Config:
    if len(settings) > LONGEST_SETTINGS:
        raise Refused(_("These rules are too long to be rules."))
    try:
        found = object_in(settings)
    except BadShape as error:
        raise Refused(
            _(
                "The pasted text is no set of rules. Copy everything that a table shows under "
                "“These rules as a text”, from the first brace to the last."
            )
        ) from error
    return meta.read(found)


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


def options_shown(meta: Meta, form: Mapping[str, str]) -> Config:
    """What the form for a table shows of the options, also where the rules do not allow it."""
    chosen = _options_from(meta, form)
    return {
        option.name: value
        for option in meta.options
        if isinstance(value := chosen.get(option.name, ""), int)
        or (value is None and option.may_be_none)
    }


def _value(text: str) -> object:
    """As the rules want it where it makes sense; they refuse the rest in their own words."""
    words: dict[str, ConfigValue] = {"on": True, "": None}
    if text in words:
        return words[text]
    number = number_from(text)
    return text if number < 0 else number


def _line(option: Option, value: ConfigValue) -> Line:
    return Line(option, _said(option, value), option.meaning(value))


def _said(option: Option, value: ConfigValue) -> str:
    if value is None:
        return gettext("chance decides") if option.is_seat else gettext("left open")
    if isinstance(value, bool):
        return gettext("on") if value else gettext("off")
    return str(value + 1 if option.is_seat else value)


def _title(meta: Meta, config: Config) -> str:
    """Who begins makes no other set of rules."""
    begins = {option.name: option.default for option in meta.options if option.is_seat}
    for name, preset in meta.presets.items():
        if meta.configure(preset) == {**config, **begins}:
            return translate(meta.preset_titles[name])
    return gettext("Own rules")
