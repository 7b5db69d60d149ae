from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from .models import Room


@admin.register(Room)
class RoomAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # no subscript at run time
    """To look at only. The server seed is shown to no one: it is the deal."""

    list_display = ("code", "kind", "size", "opened_by", "opened_at", "game")
    list_filter = ("kind", "opened_at")
    list_select_related = ("opened_by", "game")
    search_fields = ("code", "opened_by__username")
    ordering = ("-opened_at",)
    fields = ("code", "kind", "size", "config", "opened_by", "opened_at", "game")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Room | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Room | None = None) -> bool:
        return False
