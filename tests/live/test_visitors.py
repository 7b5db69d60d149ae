"""Who looks, by the cookies of a handshake."""

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
def test_a_cookie_of_another_site_of_this_host_hides_nobody(cookie: bytes) -> None:
    """A socket reads cookies as a page does, or who is logged in there would be nobody here."""
    alice = UserFactory.create()
    language = f"{settings.LANGUAGE_COOKIE_NAME}=it".encode()
    sent = b"; ".join((cookie, cookie_of(alice), language))
    visitor = visitor_of({"headers": [(b"cookie", sent)]})
    assert (visitor.user, visitor.language) == (alice, "it")
