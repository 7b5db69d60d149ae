"""Who the visitor is, by the cookies of a handshake."""

from __future__ import annotations

import pytest
from django.conf import settings

from bruno_site.live.visitors import visitor_of
from tests.kit.board import cookie_of
from tests.kit.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "cookie", [b'theirs={"a": 1}', b"a b=1", "naïve=é".encode(), b"fo(o=1", b"theirs", b"=", b""]
)
def test_cookies_of_other_sites_of_this_host_do_not_hide_the_session(cookie: bytes) -> None:
    """A socket reads cookies as a page does; otherwise a user who is logged in on the page would be
    anonymous on its socket."""
    alice = UserFactory.create()
    language = f"{settings.LANGUAGE_COOKIE_NAME}=it".encode()
    sent = b"; ".join((cookie, cookie_of(alice), language))
    visitor = visitor_of({"headers": [(b"cookie", sent)]})
    assert (visitor.user, visitor.language) == (alice, "it")
