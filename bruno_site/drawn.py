"""What a template makes of some values, and of nothing else: for pages that no request asks for."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from django.template import engines
from django.template.backends.jinja2 import Jinja2
from jinja2 import Template
from markupsafe import Markup


def render(template: str, **shown: Any) -> Markup:
    return Markup(_template(template).render(shown))


@cache
def _template(name: str) -> Template:
    return cast(Jinja2, engines["jinja2"]).env.get_template(name)
