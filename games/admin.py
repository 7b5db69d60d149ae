"""Games for admins: to look at, never to change; what is hidden at the table is hidden here."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from .models import Game, Move, Player


class ReadOnly:
    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class PlayersInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Player
    fields = ["seat", "user"]


class MovesInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Move
    fields = ["seq", "seat", "shown", "by", "at"]
    readonly_fields = ["shown", "at"]

    @admin.display(description=_("action"))
    def shown(self, move: Move) -> str:
        return shown_action(move)


def shown_action(move: Move) -> str:
    """The dealer's words name every hidden card: until the end only what it did is shown."""
    if move.seat is None and not move.game.is_over:
        return move.action.split(" ", 1)[0]
    return move.action


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["id", "kind", "seq", "started_at", "finished_at"]
    list_filter = ["kind", ("finished_at", admin.EmptyFieldListFilter)]
    search_fields = ["players__user__username"]
    fields = ["kind", "rules", "config", "commitment", "seq", "result", "started_at", "finished_at"]
    inlines = [PlayersInline, MovesInline]
