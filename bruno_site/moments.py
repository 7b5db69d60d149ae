"""Moments on a page: by the house's clock, until js/moments.js tells them by the reader's."""

from __future__ import annotations

from datetime import datetime

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from .speech import dated


def in_words(at: datetime) -> str:
    """With its zone, for whoever is told in plain text."""
    return _("%(moment)s UTC") % {"moment": dated(at, "DATETIME_FORMAT")}


def moment(at: datetime) -> SafeString:
    """Day and time."""
    return _told("moment", at, in_words(at))


def date(at: datetime) -> SafeString:
    """The day alone."""
    return _told("date", at, dated(at, "DATE_FORMAT"))


def day(at: datetime, words: str) -> SafeString:
    """The day alone, called today or yesterday if it is."""
    return _told("day", at, words)


def _told(shows: str, at: datetime, text: str) -> SafeString:
    named = at.isoformat(timespec="seconds")
    return format_html('<time datetime="{}" data-shows="{}">{}</time>', named, shows, text)
