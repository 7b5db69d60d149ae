"""Where a page of one app leads into another: only the site knows them all."""

from __future__ import annotations

from django.urls import reverse


def home() -> str:
    return reverse("lobby:home")


def rules(kind: str) -> str:
    return reverse("lobby:rules", args=[kind])


def play_again(game_id: int) -> str:
    return reverse("lobby:play_again", args=[game_id])
