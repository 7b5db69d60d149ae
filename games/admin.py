"""Games for admins: to look at and to end, never to change; what is hidden at the table is hidden
here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.moderation import record_decision
from accounts.names import key_of
from bruno_site.core.admin_base import (
    DecisionAdminBase,
    ListAdmin,
    ReadOnly,
    ReasonForm,
    ReasonModelForm,
)

from .log import ends
from .log.sharing import replay_link
from .log.writing import Over
from .models import Announcement, Game, Mismatch, Move, Player
from .phrases import translate
from .posted.reads import tell
from .rules import kinds
from .rules.words import in_a_row


class Kind(admin.SimpleListFilter):
    """Of those there are: to ask the table itself would be to read all of it."""

    title, parameter_name = _("game"), "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterator[tuple[str, str]]:
        return ((kind, translate(rules.META.title)) for kind, rules in kinds().items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(kind=self.value()) if self.value() else queryset


class Phase(admin.SimpleListFilter):
    title, parameter_name = _("state"), "phase"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("running", _("running")), ("frozen", _("frozen")), ("over", _("over"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "running":
            return queryset.filter(finished_at=None)
        if self.value() == "frozen":
            return queryset.filter(finished_at=None).exclude(frozen_at=None)
        return queryset.exclude(finished_at=None) if self.value() == "over" else queryset


class PlayersInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Player
    fields = ["seat", "user", "bot", "has_given_up", "seen_at"]


class MovesInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Move
    fields = ["seq", "seat", "shown", "by", "at"]
    readonly_fields = ["shown", "at"]

    @admin.display(description=_("action"))
    def shown(self, move: Move) -> str:
        return shown_action(move)


def shown_action(move: Move) -> str:
    """An action may name cards that others do not see: until the end only what was done is told,
    and not with what."""
    return move.action if move.game.is_over else move.action.split(" ", 1)[0]


class EndForm(ReasonForm):
    def decide(self) -> str:
        assert isinstance(self.request.user, User)
        try:
            ends.close(game_id=self.about.pk)
        except Over:
            raise ValidationError(_("This game is over already.")) from None
        subject = f"{self.about.kind} {self.about.code}"
        what, why = gettext_noop("end a game"), self.cleaned_data["why"]
        record_decision(by=self.request.user, what=what, subject=subject, why=why)
        return gettext("The game is over, and counts for nobody.")


@admin.register(Game)
class GameAdmin(ReadOnly, DecisionAdminBase):
    list_display = ["code", "kind", "names", "turn_of", "seq", "started_at", "moved_at"]
    list_display += ["frozen_at", "over"]
    sortable_by = ()  # by other columns than the key a million rows would have to be sorted
    list_filter = [Phase, Kind]
    search_fields = ["code"]
    search_help_text = _("The whole name of a player, or the code in a game's address")
    ordering = ["-pk"]
    fields = ["code", "kind", "rules", "config", "pace", "seq", "turn_of", "started_at", "moved_at"]
    fields += ["frozen_at", "result", "ended", "finished_at", "replay"]
    readonly_fields = ["turn_of", "replay"]
    inlines = [PlayersInline, MovesInline]
    decide_form = EndForm
    decide_title = _("End this game")

    def may_decide(self, request: HttpRequest, about: Any) -> bool:
        return not about.is_over and request.user.has_perm("games.close_game")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        players = Player.objects.select_related("user").order_by("seat")
        return super().get_queryset(request).prefetch_related(Prefetch("players", players))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """By whole names alone: a part of one would be looked for in a million rows."""
        if not (asked := search_term.strip()):
            return queryset, False
        if person := User.objects.filter(key=key_of(asked)).first():
            return queryset.filter(players__user=person), False
        return queryset.filter(code=asked), False

    @admin.display(description=_("players"))
    def names(self, game: Game) -> str:
        return translate(in_a_row(*(player.name for player in game.players.all())))

    @admin.display(description=_("over"), boolean=True)
    def over(self, game: Game) -> bool:
        return game.is_over

    @admin.display(description=_("whose turn"))
    def turn_of(self, game: Game) -> str:
        on_turn = [each.name for each in game.players.all() if each.seat == game.turn]
        return on_turn[0] if on_turn and not game.is_over else "-"

    @admin.display(description=_("replay"))
    def replay(self, game: Game) -> str:
        if not game.is_over:
            return gettext("Nobody sees one before the end.")
        return format_html('<a href="{}">{}</a>', replay_link(game), gettext("The replay"))


class AnnouncementForm(ReasonModelForm):
    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        begins, ends = given.get("begins_at"), given.get("ends_at")
        if begins is not None and ends is not None and ends <= begins:
            self.add_error("ends_at", _("It has to end after it begins."))
        return given


@admin.register(Announcement)
class AnnouncementAdmin(ListAdmin):
    """None is deleted: it is over when its time is."""

    list_display = ["text", "begins_at", "ends_at", "deals_nothing"]
    list_filter = ["ends_at"]
    ordering = ["-begins_at"]
    form = AnnouncementForm
    fields = ["text", "begins_at", "ends_at", "deals_nothing", "why"]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        may = self.has_change_permission(request, obj) or self.has_add_permission(request)
        return self.fields if may else self.fields[:-1]

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        assert isinstance(request.user, User)
        subject, why = f"announcement {obj.pk}", form.cleaned_data["why"]
        record_decision(by=request.user, what=gettext_noop("announce"), subject=subject, why=why)
        tell()


@admin.register(Mismatch)
class MismatchAdmin(ReadOnly, ListAdmin):
    """What the site has found when it played games through again."""

    list_display = ["game", "move", "found_at"]
    list_filter = ["found_at"]
    list_select_related = ["game"]
    ordering = ["-found_at"]
    fields = ["game", "move", "found_at"]
