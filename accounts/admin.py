from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from .models import User


@admin.register(User)
class MemberAdmin(UserAdmin):  # type: ignore[type-arg]  # no subscript at run time
    list_display = ("username", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_active", "is_staff", "date_joined")
    search_fields = ("username", "key", "email")
    ordering = ("-date_joined",)
    actions = ("deactivate", "reactivate")

    @admin.action(description=_("Close the selected accounts"))
    def deactivate(self, request: HttpRequest, members: QuerySet[User]) -> None:
        closed = members.exclude(username=request.user.get_username()).update(is_active=False)
        self.message_user(
            request, ngettext("%d account is closed.", "%d accounts are closed.", closed) % closed
        )

    @admin.action(description=_("Open the selected accounts again"))
    def reactivate(self, request: HttpRequest, members: QuerySet[User]) -> None:
        opened = members.update(is_active=True)
        self.message_user(
            request, ngettext("%d account is open.", "%d accounts are open.", opened) % opened
        )
