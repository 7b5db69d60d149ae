"""Dates and times on a page."""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils.translation import override

from bruno_site.core import timestamps

AT = datetime(2026, 3, 1, 23, 30, 5, 999, tzinfo=UTC)


def test_without_a_script_a_moment_names_its_zone() -> None:
    html = timestamps.moment(AT)
    assert html.startswith('<time datetime="2026-03-01T23:30:05+00:00" data-shows="moment">')
    assert "11:30 p.m. UTC<" in html


def test_a_timestamp_is_in_the_readers_language() -> None:
    with override("it"):
        assert "1 marzo 2026 23:30 UTC" in timestamps.as_text(AT)


def test_a_day_keeps_the_words_it_was_given() -> None:
    assert ">Yesterday<" in timestamps.day(AT, "Yesterday")
    assert ">March 1, 2026<" in timestamps.date(AT)
