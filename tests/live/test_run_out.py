"""P16: a session also ends when its time is over."""

from __future__ import annotations

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from bruno_site.live import hub
from bruno_site.live.socket import RECONNECT
from bruno_site.live.threads import in_thread
from tests.kit.board import Board, cookie_of, line_to
from tests.kit.factories import UserFactory


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_beat_by_itself")
@pytest.mark.parametrize("is_pressed", [True, False])
async def test_a_socket_is_closed_when_its_session_has_expired(
    board: Board, is_pressed: bool
) -> None:
    cookie = await in_thread(lambda: cookie_of(UserFactory.create()))
    async with line_to(board, cookie) as line:
        await line.hear()
        await in_thread(lambda: Session.objects.update(expire_date=timezone.now()))
        if is_pressed:
            await line.send(line="a", text="eins")
        else:
            await hub.running_hub().beat()
        assert await line.closed_with() == RECONNECT
    assert board.stamp == 1
