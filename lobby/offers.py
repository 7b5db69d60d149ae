"""The games that can be opened, and what the form for a table asks about each."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from games.bots import Bot, offered
from games.rules.game import Meta, Option
from games.rules.words import Phrase, _

from .agreements import OPTION_FIELD, preset_title


@dataclass(frozen=True, slots=True)
class Preset:
    name: str
    title: str


@dataclass(frozen=True, slots=True)
class Field:
    """How an option is asked for: with a box to tick, a list of seats or a number."""

    id: str
    option: Option

    @property
    def name(self) -> str:
        return f"{OPTION_FIELD}{self.option.name}"

    @property
    def is_flag(self) -> bool:
        return isinstance(self.option.default, bool)

    @property
    def meaning(self) -> Phrase:
        """Of a flag: when it is on, and when it is off."""
        return _("%(on)s Off: %(off)s", on=self.option.help, off=self.option.off or "")

    @property
    def attributes(self) -> dict[str, object]:
        """Those of the box or the number that may be absent."""
        option = self.option
        if self.is_flag:
            return {"checked": option.default}
        return {
            "min": option.minimum,
            "max": option.maximum,
            "required": not option.may_be_none,
        }


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that can be opened. Its folder may bring its own picture."""

    meta: Meta
    presets: list[Preset]
    fields: list[Field]
    art: tuple[str, ...]
    bots: tuple[Bot, ...]

    @property
    def address(self) -> str:
        """Where the start page offers it, ready to be opened."""
        return f"{reverse('lobby:home')}?game={self.meta.kind}#game-{self.meta.kind}"


def offer(meta: Meta) -> Offer:
    return Offer(
        meta=meta,
        presets=[Preset(name, preset_title(name)) for name in meta.presets],
        fields=[Field(f"{meta.kind}-{option.name}", option) for option in meta.options],
        art=(f"{meta.kind}/art.html", "partials/game_art.html"),
        bots=offered(meta.kind),
    )
