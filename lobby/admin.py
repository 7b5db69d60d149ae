"""Rooms and reports for admins."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.moderation import record_decision
from accounts.names import key_of
from bruno_site.core.admin_base import DecisionAdminBase, ListAdmin, ReadOnly, ReasonForm
from games.log.sharing import replay_link
from games.phrases import translate
from games.rules.game import Refused
from games.rules.words import in_a_row

from .figures import days_until, pictures
from .models import Report, Room, RoomSeat
from .talk import reports


class Waiting(admin.SimpleListFilter):
    title, parameter_name = _("state"), "phase"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("waiting", _("waiting")), ("begun", _("begun"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "waiting":
            return queryset.filter(game=None)
        return queryset.exclude(game=None) if self.value() == "begun" else queryset


@admin.register(Room)
class RoomAdmin(ReadOnly, ListAdmin):
    """To look at only. The server seed is shown to no one: it is the deal."""

    list_display = ("code", "kind", "size", "host", "names", "opened_at", "game")
    list_filter = (Waiting, "opened_at")
    list_select_related = ("host", "game")
    sortable_by = ()
    search_fields = ("code",)
    search_help_text = _("The whole name of somebody who sits there, or the code in its address")
    ordering = ("-pk",)
    fields = ("code", "kind", "size", "config", "host", "names", "commitment", "opened_at", "game")
    readonly_fields = ("names", "commitment")

    def get_urls(self) -> list[Any]:
        figures = self.admin_site.admin_view(self.figures_view)
        return [path("figures/", figures, name="lobby_room_figures"), *super().get_urls()]

    def figures_view(self, request: HttpRequest) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        days = days_until(timezone.now())
        context = {**self.admin_site.each_context(request), "title": _("Figures of the last days")}
        context |= {"pictures": pictures(days), "days": days, "first": days[0], "last": days[-1]}
        return TemplateResponse(request, "admin/figures.html", context)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Room]:
        seats = RoomSeat.objects.select_related("user").order_by("seat")
        return super().get_queryset(request).prefetch_related(Prefetch("seats", seats))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Room], search_term: str
    ) -> tuple[QuerySet[Room], bool]:
        if not (asked := search_term.strip()):
            return queryset, False
        if person := User.objects.filter(key=key_of(asked)).first():
            return queryset.filter(seats__user=person), False
        return queryset.filter(code=asked), False

    @admin.display(description=_("who sits there"))
    def names(self, room: Room) -> str:
        return translate(in_a_row(*(seat.name for seat in room.seats.all())))


TAKE: Final = "take"
DECIDE: Final = "decide"
ON_RECORD: Final = {
    TAKE: gettext_noop("take a report"),
    DECIDE: gettext_noop("decide a report"),
}


class ReportForm(ReasonForm):
    what = forms.ChoiceField(
        label=_("What"),
        choices=[(TAKE, _("I look into it")), (DECIDE, _("It is decided"))],
        widget=forms.RadioSelect,
    )

    def decide(self) -> str:
        given = self.cleaned_data
        assert isinstance(self.request.user, User)
        try:
            if given["what"] == TAKE:
                reports.take(report=self.about, by=self.request.user)
            else:
                reports.decide(report=self.about, by=self.request.user, decision=given["why"])
        except Refused as refusal:
            raise ValidationError(translate(refusal.phrase)) from None
        record_decision(
            by=self.request.user,
            about=self.about.about,
            what=ON_RECORD[given["what"]],
            subject=str(self.about),
            why=given["why"],
        )
        return gettext("It is done, and on the record.")


@admin.register(Report)
class ReportAdmin(ReadOnly, DecisionAdminBase):
    """What was said and when stays as it was reported; who looks into it and what they decide is
    said on the page beside."""

    list_display = ("at", "about", "by", "state", "assignee", "game", "seq", "reason")
    list_filter = ("state", "at")
    list_select_related = ("about", "by", "assignee", "game")
    search_fields = ("about__key", "by__key")
    ordering = ("-at",)
    fields = (
        ("at", "by", "about"),
        "moment",
        "spoken",
        "reason",
        ("state", "assignee"),
        ("decision", "decided_at"),
    )
    readonly_fields = ("moment", "spoken")
    decide_form = ReportForm
    decide_title = _("Take or decide this report")

    def may_decide(self, request: HttpRequest, about: Any) -> bool:
        is_open = about.state != Report.State.DECIDED
        return is_open and request.user.has_perm("lobby.change_report")

    @admin.display(description=_("the moment"))
    def moment(self, report: Report) -> str:
        if report.game is None:
            return gettext("Said before a game.")
        if not report.game.is_over:
            return gettext("The game is still running: its replay will be here when it is over.")
        words = gettext("Move %(seq)s in the replay") % {"seq": report.seq}
        link = replay_link(report.game, report.seq or 1)
        return format_html('<a href="{}">{}</a>', link, words)

    @admin.display(description=_("what was said"))
    def spoken(self, report: Report) -> str:
        lines = ((line["at"][11:16], line["name"], line["words"]) for line in report.said)
        return format_html_join("", "<div>{} <b>{}</b>: {}</div>", lines) or "-"
