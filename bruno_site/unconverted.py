"""Templates that are Django's still. This file goes, with templates_django/, when none is left."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.template import engines
from jinja2 import Environment, FileSystemLoader, pass_context
from jinja2.runtime import Context

OF_DJANGO = re.compile(r"\{% (?:load|url|csrf_token)\b")


class Loader(FileSystemLoader):
    """Instead of an unconverted template it gives one that has Django draw it."""

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        source, path, is_fresh = super().get_source(environment, template)
        if OF_DJANGO.search(source):
            source = f'{{{{ unconverted("{template}") }}}}'
        return source, path, is_fresh


def loader(*folders: Path) -> Loader:
    return Loader(folders)


@pass_context
def unconverted(context: Context, name: str) -> str:
    drawn: str = (
        engines["django"].get_template(name).render(_plain(context), context.get("request"))
    )
    return drawn


def _plain(context: Context) -> dict[str, Any]:
    return {**context.get_all(), **context.vars}
