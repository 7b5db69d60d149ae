"""Export and deletion of what each app stores about a person.

Each app lists its own as `PERSONAL_DATA` in its module `personal_data`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, NamedTuple

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.module_loading import module_has_submodule


class PersonalData(NamedTuple):
    """How one kind of data about a person is exported and deleted.

    `tell` yields the name and the text of each file of the person's data export. `forget` deletes
    the data when the account is deleted. What also belongs to others, such as a game in which they
    played too, stays without the person's name.
    """

    export: Callable[[Any], Iterator[tuple[str, str]]]
    erase: Callable[[Any], None]


def personal_data_of_apps() -> Iterator[PersonalData]:
    """Return the kinds of personal data of all apps."""
    for app in apps.get_app_configs():
        if app.module is not None and module_has_submodule(app.module, "personal_data"):
            yield from import_module(f"{app.name}.personal_data").PERSONAL_DATA


def as_text(value: object) -> str:
    """Return the value as indented JSON, for a file that people may want to read."""
    return json.dumps(value, ensure_ascii=False, indent=2, cls=DjangoJSONEncoder)
