"""What an app keeps about a person: it offers a list `BELONGINGS` in a module `belongings`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, NamedTuple

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.module_loading import module_has_submodule


class Belongings(NamedTuple):
    """Told to its person, each file by its name and as text; and forgotten when they go for good.

    What others have a share in, as in a game they played too, stays without the person's name.
    """

    tell: Callable[[Any], Iterator[tuple[str, str]]]
    forget: Callable[[Any], None]


def belongings() -> Iterator[Belongings]:
    for app in apps.get_app_configs():
        if app.module is not None and module_has_submodule(app.module, "belongings"):
            yield from import_module(f"{app.name}.belongings").BELONGINGS


def as_text(value: object) -> str:
    """For a file that people may want to read."""
    return json.dumps(value, ensure_ascii=False, indent=2, cls=DjangoJSONEncoder)
