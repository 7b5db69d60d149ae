"""The games that can be opened, and what the form for a table asks about each."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from games.bots import Bot, offered, usual
from games.phrases import translate
from games.rules.game import Config, ConfigValue, Meta, Option
from games.rules.lesson import lessons

from .agreements import OPTION_FIELD, Line, agreement


@dataclass(frozen=True, slots=True)
class Preset:
    name: str
    title: str
    changes: list[Line]  # against the usual rules


@dataclass(frozen=True, slots=True)
class Field:
    """How an option is asked for: with a box to tick, a list of seats or a number."""

    id: str
    option: Option
    value: ConfigValue

    @property
    def name(self) -> str:
        return f"{OPTION_FIELD}{self.option.name}"

    @property
    def is_flag(self) -> bool:
        return isinstance(self.option.default, bool)

    @property
    def attributes(self) -> dict[str, object]:
        """Those of the box or the number that may be absent."""
        option = self.option
        if self.is_flag:
            return {"checked": self.value}
        return {
            "min": option.minimum,
            "max": option.maximum,
            "required": not option.may_be_none,
        }


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that can be played."""

    meta: Meta
    art: str  # the template of its picture
    bots: tuple[Bot, ...]
    has_lesson: bool

    @property
    def usual_bot(self) -> Bot:
        """Whom somebody meets who was asked nothing."""
        return usual(self.meta.kind)

    @property
    def address(self) -> str:
        """Where a table of it is opened."""
        return reverse("lobby:open", args=[self.meta.kind])


def offer(meta: Meta) -> Offer:
    kind = meta.kind
    return Offer(meta, art=f"{kind}/art.html", bots=offered(kind), has_lesson=kind in lessons())


def presets(meta: Meta) -> list[Preset]:
    """One for each set of rules: where two are the same, the first."""
    configs = {name: meta.configure(preset) for name, preset in meta.presets.items()}
    rules = list(configs.values())
    return [
        Preset(name, translate(meta.preset_titles[name]), agreement(meta, config).changed)
        for number, (name, config) in enumerate(configs.items())
        if config not in rules[:number]
    ]


def fields(meta: Meta, config: Config) -> list[Field]:
    return [Field(f"option-{option.name}", option, config[option.name]) for option in meta.options]
