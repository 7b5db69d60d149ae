"""Rendering of Jinja templates without a request, for live pages and other texts."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from django.template import engines
from django.template.backends.jinja2 import Jinja2
from jinja2 import Template
from markupsafe import Markup


def render(template: str, **shown: Any) -> Markup:
    """Return the HTML that a template makes of these values alone: there is no request in it."""
    return Markup(_template(template).render(shown))


@cache
def _template(name: str) -> Template:
    return cast(Jinja2, engines["jinja2"]).env.get_template(name)
