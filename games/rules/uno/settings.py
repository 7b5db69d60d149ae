"""Settings in the shape of the rule document: nested keys in its own words.

It knows five of the options. The others are chosen on top, so reading settings leaves them out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ..game import BadConfig, Config, ConfigValue
from ..words import _
from .meta import META

Settings = dict[str, dict[str, ConfigValue]]

KEYS: Final = {
    "basic.initialHandSize": "hand_size",
    "uno.enableUnoCheck": "uno_check",
    "scoring.numberCardPoints": "number_points",
    "scoring.specialCardPoints": "special_points",
    "scoring.wildCardPoints": "wild_points",
}


def import_settings(document: object) -> Config:
    """The options that the document names, checked. Raises BadConfig."""
    given = dict(_options(document))
    checked = META.configure(given)
    return {name: checked[name] for name in given}


def _options(document: object) -> Iterator[tuple[str, object]]:
    if not isinstance(document, Mapping):
        raise BadConfig(_("Settings are a JSON object with groups such as “basic”."))
    for group, values in document.items():
        if not isinstance(values, Mapping):
            raise BadConfig(_("“%(group)s” is not a group of settings.", group=str(group)))
        for name, value in values.items():
            yield _option(f"{group}.{name}"), value


def _option(key: str) -> str:
    if key not in KEYS:
        raise BadConfig(_("There is no setting “%(key)s”.", key=key))
    return KEYS[key]


def export_settings(config: Config) -> Settings:
    settings: Settings = {}
    for key, option in KEYS.items():
        group, name = key.split(".")
        settings.setdefault(group, {})[name] = config[option]
    return settings
