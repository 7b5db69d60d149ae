"""Files that browsers ask for by fixed names."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from bruno_site.core.security_headers import POLICY


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/favicon.ico", "image/x-icon"), ("/site.webmanifest", "application/manifest+json")],
)
def test_the_file_is_served(path: str, kind: str) -> None:
    answer = Client().get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"].split(";")[0] in {kind, "image/vnd.microsoft.icon"}


def test_the_manifest_names_an_existing_icon_and_the_policy_allows_it() -> None:
    manifest = json.loads(Client().get("/site.webmanifest").content)
    assert Client().get(manifest["icons"][0]["src"]).status_code == 200
    assert "manifest-src 'self'" in POLICY
