"""People at their browsers."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, Response, WebSocket, expect

from accounts.models import User
from tests.kit.factories import UserFactory

KEEP_SOCKETS = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...args) { super(...args); window.sockets.push(this); }
};
"""

PHONE = {"width": 360, "height": 640}
WIDE = {"width": 1280, "height": 800}


@dataclass
class Person:
    """Someone logged in, with every byte their browser was sent."""

    user: User
    context: BrowserContext
    page: Page
    url: str
    received: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def go(self, path: str) -> None:
        self.page.goto(self.url + path)

    @property
    def seq(self) -> int:
        return int(self.page.locator("#seq").get_attribute("value") or 0)

    def sees_seq(self, seq: int, *, within: float = 15_000) -> None:
        expect(self.page.locator("#seq")).to_have_attribute("value", str(seq), timeout=within)

    def waits_for(self, condition: str, *, within: float = 15) -> None:
        """Playwright's own wait evaluates text in the page, which its policy forbids."""
        until = time.monotonic() + within
        while not self.page.evaluate(condition):
            assert time.monotonic() < until, condition
            self.page.wait_for_timeout(50)

    def is_connected(self) -> None:
        self.waits_for("window.sockets.some((socket) => socket.readyState === 1)")

    def listen(self) -> None:
        self.page.on("response", self._answered)
        self.page.on("websocket", self._socket)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on(
            "console",
            lambda said: (
                self.faults.append(said.text)
                if said.type == "error" and "Content Security Policy" in said.text
                else None
            ),
        )

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self.faults.append(f"{response.status} {response.url}")

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.received.append(str(frame)))


class Cable:
    """The line between one browser and the site, to be cut and mended."""

    def __init__(self, person: Person) -> None:
        self.person = person

    def cut(self) -> None:
        self.person.context.set_offline(True)
        # Being offline leaves an open socket alone. With 1000 it is closed for good, were it
        # not for our own script.
        self.person.page.evaluate("window.sockets.forEach((socket) => socket.close(1000))")

    def mend(self) -> None:
        self.person.context.set_offline(False)


class People:
    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.persons: list[Person] = []

    def pass_by(self) -> Person:
        """Somebody who has never been here, and is nobody yet."""
        context = self.browser.new_context(viewport=WIDE, reduced_motion="reduce")  # type: ignore[arg-type]
        context.add_init_script(KEEP_SOCKETS)
        person = Person(User(username="somebody"), context, context.new_page(), self.url)
        person.listen()
        self.persons.append(person)
        return person

    def arrive(
        self,
        name: str,
        *,
        size: dict[str, int] | None = None,
        script: bool = True,
        moves: bool = False,
        zone: str = "UTC",
    ) -> Person:
        """Logged in already: the log-in page has tests of its own."""
        user = User.objects.filter(username=name).first() or UserFactory.create(username=name)
        context = self.browser.new_context(
            viewport=size or WIDE,  # type: ignore[arg-type]
            java_script_enabled=script,
            timezone_id=zone,
            reduced_motion="no-preference" if moves else "reduce",
        )
        client = Client()
        client.force_login(user)
        key = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": self.url}])
        context.add_init_script(KEEP_SOCKETS)
        person = Person(user, context, context.new_page(), self.url)
        person.listen()
        self.persons.append(person)
        return person

    def leave(self) -> None:
        for person in self.persons:
            person.context.close()
        faults = {person.user.username: person.faults for person in self.persons if person.faults}
        assert not faults, str(faults)
