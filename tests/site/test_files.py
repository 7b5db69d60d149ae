"""Static files are packed by ourselves: a site at home is as light as one behind a proxy."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from django.test import Client

ROOT = Path(__file__).resolve().parents[2]
PACKED = {"Accept-Encoding": "br, gzip"}


@pytest.mark.parametrize("name", ["css/site.css", "js/site.js", "cards/french/Ks.svg"])
def test_what_is_text_is_packed_for_whoever_can_unpack_it(name: str) -> None:
    answer = Client().get(f"/static/{name}", headers=PACKED)
    plain = (ROOT / "static" / name).read_bytes()
    assert answer["Content-Encoding"] == "gzip" and answer["Vary"] == "Accept-Encoding"
    assert gzip.decompress(answer.content) == plain
    assert len(answer.content) < len(plain) * 0.6


def test_others_get_it_as_it_is_and_no_cache_mixes_them_up() -> None:
    answer = Client().get("/static/css/site.css")
    assert "Content-Encoding" not in answer and answer["Vary"] == "Accept-Encoding"
    assert answer.content == (ROOT / "static/css/site.css").read_bytes()


def test_a_font_is_packed_already() -> None:
    answer = Client().get("/static/fonts/figtree-latin.woff2", headers=PACKED)
    assert "Content-Encoding" not in answer


def test_whoever_has_it_is_sent_nothing() -> None:
    known = Client().get("/static/css/site.css", headers=PACKED)["ETag"]
    answer = Client().get("/static/css/site.css", headers=PACKED | {"If-None-Match": known})
    assert answer.status_code == 304 and answer.content == b""


def test_a_part_of_a_file_is_a_part_of_the_file() -> None:
    answer = Client().get("/static/css/site.css", headers=PACKED | {"Range": "bytes=0-9"})
    assert answer.status_code == 206 and "Content-Encoding" not in answer
    assert answer.content == (ROOT / "static/css/site.css").read_bytes()[:10]
