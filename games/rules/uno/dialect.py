"""Settings in the shape of the rule document: nested keys in its own words.

It knows five of the options; the others stand beside its groups under their own names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ..game import BadConfig, Config, ConfigValue, Dialect
from ..reading import quoted
from ..words import _

KEYS: Final = {
    "basic.initialHandSize": "hand_size",
    "uno.enableUnoCheck": "uno_check",
    "scoring.numberCardPoints": "number_points",
    "scoring.specialCardPoints": "special_points",
    "scoring.wildCardPoints": "wild_points",
}
GROUPS: Final = {key.split(".")[0] for key in KEYS}


def read_settings(settings: Mapping[str, object]) -> dict[str, object]:
    """Every option by its own name, not yet checked. Raises BadConfig."""
    return dict(_options(settings))


def _options(settings: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    for group, values in settings.items():
        if group not in GROUPS:
            yield group, values
        elif not isinstance(values, Mapping):
            raise BadConfig(_("“%(group)s” is not a group of settings.", group=group))
        else:
            yield from ((_option(f"{group}.{name}"), value) for name, value in values.items())


def _option(key: str) -> str:
    if key not in KEYS:
        raise BadConfig(_("There is no setting “%(key)s”.", key=quoted(key)))
    return KEYS[key]


def write_settings(changed: Config, config: Config) -> dict[str, object]:
    groups: dict[str, dict[str, ConfigValue]] = {}
    for key, option in KEYS.items():
        group, name = key.split(".")
        groups.setdefault(group, {})[name] = config[option]
    own = {name: value for name, value in changed.items() if name not in KEYS.values()}
    return {**groups, **own}


DIALECT: Final = Dialect(read_settings, write_settings)
