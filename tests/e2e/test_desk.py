"""The admin's desk and somebody who plays, from browser to browser."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts import moderation
from bruno_site.live import hub
from bruno_site.live.socket import Socket
from tests.kit.browser.people import People
from tests.kit.browser.tables import bruno
from tests.kit.factories import UserFactory

Work = Callable[[Any], Coroutine[Any, Any, None]]


def noting(work: Work, times: list[datetime]) -> Work:
    async def noted(self: Any) -> None:
        times.append(timezone.now())
        await work(self)

    return noted


def noted_when_done(work: Callable[..., Any], times: list[datetime]) -> Callable[..., Any]:
    def noted(**given: Any) -> Any:
        done = work(**given)
        times.append(timezone.now())
        return done

    return noted


def test_a_player_who_is_suspended_at_the_desk_is_cut_at_the_next_beat(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P16: within five seconds. By beats and not by the clock, for a busy machine may be late."""
    decided: list[datetime] = []
    beats: list[datetime] = []
    cuts: list[datetime] = []
    monkeypatch.setattr(moderation, "decide", noted_when_done(moderation.decide, decided))
    monkeypatch.setattr(hub.Hub, "beat", noting(hub.Hub.beat, beats))
    monkeypatch.setattr(Socket, "cut", noting(Socket.cut, cuts))
    UserFactory.create(username="boss", is_staff=True, is_superuser=True)
    alice, bob, carol, dave, boss = map(people.arrive, ("alice", "bob", "carol", "dave", "boss"))
    game = bruno(alice, bob, carol, dave)
    alice.go(game.get_absolute_url())
    alice.is_connected()
    boss.go(f"/admin/accounts/user/{alice.user.pk}/decide/")
    boss.page.locator("[name=what][value=suspend]").check()
    tomorrow = timezone.now() + timedelta(days=1)
    boss.page.locator("[name=until]").fill(f"{tomorrow:%Y-%m-%dT%H:%M}")
    boss.page.locator("[name=sentence]").fill("You called others names.")
    boss.page.locator("[name=why]").fill("Reported twice.")
    boss.page.get_by_role("button", name="Decide about this person").click()
    expect(alice.page.locator("#lost")).to_contain_text("Load the page again.", timeout=30_000)
    missed = [beat for beat in beats if decided[0] < beat < cuts[0]]
    assert len(missed) <= 1 and hub.BEAT_SECONDS <= 4
    alice.go("/")
    expect(alice.page.get_by_role("link", name="Log in")).to_be_visible()
