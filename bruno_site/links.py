"""Where a page of one app leads into another: only the site knows them all."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse


def absolute(request: HttpRequest, path: str) -> str:
    """Return the path as a link for other places: under the site's own address if it is named,
    else under what the visitor calls the site."""
    return settings.BRUNO_URL + path if settings.BRUNO_URL else request.build_absolute_uri(path)


def home() -> str:
    return reverse("lobby:home")


def play_bots() -> str:
    """Where a game against bots is begun, by a form that names the game and their level."""
    return reverse("lobby:play_as_guest")


def rules(kind: str) -> str:
    return reverse("lobby:rules", args=[kind])


def talk(code: str) -> str:
    """Of a game or a room: what is said there, and who is to be muted, blocked or reported."""
    return reverse("lobby:talk", args=[code])


def shun() -> str:
    """Where somebody is muted or blocked, by a form."""
    return reverse("accounts:shun")


def play_again(code: str) -> str:
    return reverse("lobby:play_again", args=[code])


def person(name: str) -> str:
    return reverse("people:profile", args=[name])
