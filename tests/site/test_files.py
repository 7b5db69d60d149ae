"""The site compresses static files itself, so that a site at home is as fast as behind a proxy."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from django.test import Client

ROOT = Path(__file__).resolve().parents[2]
ACCEPTS_GZIP = {"Accept-Encoding": "br, gzip"}


@pytest.mark.parametrize("name", ["css/site.css", "js/site.js", "cards/french/Ks.svg"])
def test_text_files_are_compressed_for_browsers_that_accept_it(name: str) -> None:
    answer = Client().get(f"/static/{name}", headers=ACCEPTS_GZIP)
    plain = (ROOT / "static" / name).read_bytes()
    assert answer["Content-Encoding"] == "gzip" and answer["Vary"] == "Accept-Encoding"
    assert gzip.decompress(answer.content) == plain
    assert len(answer.content) < len(plain) * 0.6


def test_other_browsers_get_plain_files_and_caches_keep_the_two_apart() -> None:
    answer = Client().get("/static/css/site.css")
    assert "Content-Encoding" not in answer and answer["Vary"] == "Accept-Encoding"
    assert answer.content == (ROOT / "static/css/site.css").read_bytes()


def test_a_font_is_not_compressed_again() -> None:
    answer = Client().get("/static/fonts/figtree-latin.woff2", headers=ACCEPTS_GZIP)
    assert "Content-Encoding" not in answer


def test_an_unchanged_file_is_not_sent_again() -> None:
    known = Client().get("/static/css/site.css", headers=ACCEPTS_GZIP)["ETag"]
    answer = Client().get("/static/css/site.css", headers=ACCEPTS_GZIP | {"If-None-Match": known})
    assert answer.status_code == 304 and answer.content == b""


def test_a_range_of_a_file_is_not_compressed() -> None:
    answer = Client().get("/static/css/site.css", headers=ACCEPTS_GZIP | {"Range": "bytes=0-9"})
    assert answer.status_code == 206 and "Content-Encoding" not in answer
    assert answer.content == (ROOT / "static/css/site.css").read_bytes()[:10]
