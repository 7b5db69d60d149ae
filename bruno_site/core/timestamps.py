"""Dates and times on a page, in UTC; js/moments.js rewrites them in the reader's time zone."""

from __future__ import annotations

from datetime import datetime

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from .i18n import format_date


def as_text(at: datetime) -> str:
    """Return date and time with their zone, for plain text, which no script rewrites."""
    return _("%(moment)s UTC") % {"moment": format_date(at, "DATETIME_FORMAT")}


def moment(at: datetime) -> SafeString:
    """Return a `<time>` element that shows date and time."""
    return _time_element("moment", at, as_text(at))


def date(at: datetime) -> SafeString:
    """Return a `<time>` element that shows the date alone."""
    return _time_element("date", at, format_date(at, "DATE_FORMAT"))


def day(at: datetime, words: str) -> SafeString:
    """Return a `<time>` element that shows the date in the given words.

    The script shows it as “today” or “yesterday” if it is one of them for the reader.
    """
    return _time_element("day", at, words)


def _time_element(shows: str, at: datetime, text: str) -> SafeString:
    machine_readable = at.isoformat(timespec="seconds")
    return format_html(
        '<time datetime="{}" data-shows="{}">{}</time>', machine_readable, shows, text
    )
