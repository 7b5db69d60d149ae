"""What is said of a table at which nobody can play on, and of a game that cannot be shown."""

from __future__ import annotations

import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ..log.states import BrokenLog
from ..log.writing import Frozen
from ..phrases import translate
from ..rules.words import _

log = logging.getLogger(__name__)

UNREADABLE: Final = _(
    "What we have stored of this game does not add up, and it cannot be shown. Those who look after"
    " the site have been told."
)


class TellTheFrozen:
    """On whichever page of the game it shows: a sentence, and no blame of whoever asks."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.answer(request)

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        if isinstance(fault, Frozen):
            return _page(request, translate(fault.phrase))
        if isinstance(fault, BrokenLog):
            log.error("A game cannot be shown", exc_info=fault)
            return _page(request, translate(UNREADABLE))
        return None


def _page(request: HttpRequest, sentence: str) -> HttpResponse:
    away = HTTPStatus.SERVICE_UNAVAILABLE
    return render(request, "games/frozen.html", {"sentence": sentence}, status=away)
