"""Malformed requests, such as no browser sends, get a plain answer (P13)."""

from __future__ import annotations

import logging
from io import BytesIO

import pytest
from channels.testing import HttpCommunicator
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from bruno_site.asgi import http
from bruno_site.core.input_validation import parse_message
from bruno_site.core.numbers import MOMENT, number
from tests.kit.factories import UserFactory
from tests.kit.garbage import VALUES

pytestmark = pytest.mark.django_db

FORM = b"username=zoe&password=x"
PARTS = b'--x\r\nContent-Disposition: form-data; name="username"\r\n\r\nzoe\r\n--x--\r\n'
KINDS = ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x")
PATHS = ("/accounts/log-in/", "/accounts/sign-up/", "/play-as-guest/", "/nowhere/")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("charset", ["latin-1", "zip", "utf-16", "rot13", "\xff", "'"])
@pytest.mark.parametrize(
    ("kind", "body"),
    list(zip(KINDS, (FORM, PARTS), strict=True)),
    ids=["form", "parts"],
)
def test_a_form_in_another_charset_is_refused_in_a_sentence(
    path: str, charset: str, kind: str, body: bytes
) -> None:
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    answer = client.generic("POST", path, body, f"{kind}; charset={charset}")
    assert answer.status_code == 400
    assert "<h1>" in answer.content.decode()
    assert not User.objects.exists()


NUL_IN_PARTS = PARTS.replace(b"zoe", b"z\0e")
WITH_NUL: tuple[tuple[str, str, bytes, str], ...] = (
    ("GET", "/people/alice/?before=%00", b"", ""),
    ("GET", "/games/?before=a%00b", b"", ""),
    ("GET", "/people/?%00=alice", b"", ""),
    ("GET", "/people/%00/", b"", ""),
    ("GET", "/nowhere/%00", b"", ""),
    ("GET", "/admin/accounts/user/?q=%00", b"", ""),
    ("GET", "/admin/autocomplete/?app_label=%00", b"", ""),
    ("POST", "/accounts/block/", b"how=mute&name=%00", KINDS[0]),
    ("POST", "/accounts/block/", b"how=mute&%00=alice", KINDS[0]),
    ("POST", "/accounts/block/", b"how=mute&name=a\0", KINDS[0]),
    ("POST", "/accounts/log-in/", NUL_IN_PARTS, KINDS[1]),
    ("POST", "/accounts/log-in/", PARTS.replace(b'"username"', b'"user\0name"'), KINDS[1]),
)


@pytest.mark.parametrize(("method", "path", "body", "kind"), WITH_NUL)
def test_a_nul_is_refused_in_a_sentence(method: str, path: str, body: bytes, kind: str) -> None:
    """For visitors and admins alike, and before any view uses the text."""
    chief = UserFactory.create(username="alice", is_staff=True, is_superuser=True)
    for person in (None, chief):
        client = Client(raise_request_exception=False)
        if person is not None:
            client.force_login(person)
        answer = client.generic(method, path, body, kind)
        assert answer.status_code == 400
        assert "<h1>That did not make sense</h1>" in answer.content.decode()


def test_an_uploaded_file_may_contain_a_nul(client: Client) -> None:
    client.force_login(UserFactory.create())
    answer = client.post("/games/records/", {"record": BytesIO(b"\0")})
    assert answer.status_code == 200
    assert "That did not make sense" not in answer.content.decode()


@pytest.mark.parametrize("length", ["x", "-1", "²", "٣", "1e3", "9" * 5000])
def test_a_form_that_does_not_know_its_length_is_refused_in_a_sentence(length: str) -> None:
    client = Client(raise_request_exception=False)
    kind = "application/x-www-form-urlencoded"
    answer = client.generic("POST", PATHS[0], FORM, kind, CONTENT_LENGTH=length)
    assert answer.status_code == 400
    assert "<h1>" in answer.content.decode()


@pytest.mark.parametrize("text", VALUES)
def test_a_stamp_that_is_none_is_left_out(text: str) -> None:
    stamp = number(text, MOMENT)
    assert stamp is None or 0 <= stamp < 2**63


@pytest.mark.parametrize("cookie", ["a" * 8 + "\x00", "\x00", "é" * 9, "a" * 5000, "'; --------"])
def test_a_session_cookie_that_is_none_is_nobody(cookie: str) -> None:
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = cookie
    for path in ("/", "/accounts/log-in/", "/nowhere/"):
        assert client.get(path).status_code in (200, 404)
        assert not client.get(path).wsgi_request.user.is_authenticated


def test_a_form_may_name_our_own_charset_and_keeps_its_session(client: Client) -> None:
    client.force_login(UserFactory.create(username="alice"))
    kind = "application/x-www-form-urlencoded; charset=UTF-8"
    form = b"deck=italian&card_size=normal&bot_pace=normal"
    answer = client.generic("POST", "/accounts/settings/", form, kind)
    assert answer.status_code == 302
    assert User.objects.get().deck == "italian"


@pytest.mark.parametrize("charset", [b"zip", b'"rot13"', b"utf-16", b"hex; x=y"])
async def test_a_question_in_another_charset_is_refused_before_it_is_read(charset: bytes) -> None:
    kind = [(b"content-type", b"text/plain; Charset=" + charset), (b"host", b"127.0.0.1")]
    asked = HttpCommunicator(http, "GET", "/?next=%ff", headers=kind)
    assert (await asked.get_response(timeout=20))["status"] == 400
    await asked.wait(timeout=20)  # until the body of the request is closed, too


@pytest.mark.parametrize("charset", [b"", b"; charset=utf-8"])
async def test_a_query_with_too_many_fields_is_refused(charset: bytes) -> None:
    kind = [(b"content-type", b"text/plain" + charset), (b"host", b"127.0.0.1")]
    asked = HttpCommunicator(http, "GET", "/accounts/log-in/?" + "&" * 3000, headers=kind)
    assert (await asked.get_response(timeout=20))["status"] == 400


@pytest.mark.parametrize("path", ["/accounts/log-in/", "/accounts/sign-up/"])
def test_a_logged_in_person_is_not_redirected_in_a_circle(client: Client, path: str) -> None:
    client.force_login(UserFactory.create())
    for _ in range(2):
        answer = client.get(path, {"next": path})
        assert answer.status_code == 302
        assert client.get(answer["Location"], follow=True).status_code == 200


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "[]",
        "{",
        "[" * 5000,
        r'{"action": "\ud800"}',
        r'{"action": ["\u0000"]}',
        r'{"a": {"\udfff": 1}}',
    ],
)
def test_a_malformed_message_is_read_as_an_empty_one(text: str | None) -> None:
    assert parse_message(text) == {}


def test_a_message_may_contain_every_unicode_character() -> None:
    assert parse_message(r'{"line": "\ud83c\udca1 \\u0000", "seq": 1}') == {
        "line": "🂡 \\u0000",
        "seq": 1,
    }


@pytest.mark.parametrize("path", ["/", "/people/", "/static/js/live.js", "/nowhere/"])
@pytest.mark.parametrize("is_behind_tls", [False, True])
def test_a_host_that_is_not_ours_is_refused_with_one_line_of_warning(
    path: str, is_behind_tls: bool, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.SECURE_SSL_REDIRECT = is_behind_tls
    answer = Client().get(path, headers={"Host": "evil.example:8000"})
    assert answer.status_code == 400
    assert "<h1>That did not make sense</h1>" in answer.content.decode()
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    (written,) = caplog.records
    assert written.levelno == logging.WARNING and written.exc_info is None
    assert "evil.example:8000" in written.getMessage() and "\n" not in written.getMessage()
