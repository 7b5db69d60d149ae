"""Addresses of pages that other apps link to, so that no app needs the URL names of another."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse


def absolute(request: HttpRequest, path: str) -> str:
    """Return the path as an absolute URL that works outside the site.

    It begins with the setting BRUNO_URL if there is one, else with the host that the visitor used.
    """
    return settings.BRUNO_URL + path if settings.BRUNO_URL else request.build_absolute_uri(path)


def home() -> str:
    """Return the address of the lobby."""
    return reverse("lobby:home")


def play_bots() -> str:
    """Return the address that starts a game against bots; a form posts the game and the level."""
    return reverse("lobby:play_as_guest")


def rules(kind: str) -> str:
    """Return the address of the rules page of a kind of game."""
    return reverse("lobby:rules", args=[kind])


def talk(code: str) -> str:
    """Return the address of a game's or room's chat, where people also mute, block and report."""
    return reverse("lobby:talk", args=[code])


def change_block() -> str:
    """Return the address to which a form posts that a person mutes or blocks another."""
    return reverse("accounts:block")


def play_again(code: str) -> str:
    """Return the address that offers a rematch after the game with this code."""
    return reverse("lobby:play_again", args=[code])


def person(name: str) -> str:
    """Return the address of the public profile of a person."""
    return reverse("people:profile", args=[name])
