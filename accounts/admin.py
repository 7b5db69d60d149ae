"""People for admins: to find, to look at, and to decide about."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from ipaddress import ip_address
from typing import Any, Final

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from bruno_site.desk import Asked, Deciding, Listed, ReadOnly, Reasoned

from . import decisions, letters
from .forms import ChosenName
from .models import Decision, Stay, User
from .names import LONGEST, key_of

# What these apps would show is what lets people in.
for ours in (Group, TOTPDevice, StaticDevice):
    admin.site.unregister(ours)

# What makes somebody more than a player: given and taken by superusers alone.
RANK: Final = ("is_staff", "is_superuser", "groups", "user_permissions")
LONGEST_TIME: Final = timedelta(days=3653)


class PersonForm(Asked):
    what = forms.ChoiceField(
        label=_("What"),
        choices=list(decisions.WORDS.items()),
        widget=forms.RadioSelect(attrs={"class": "radiolist"}),  # lines as wide as they are
    )
    until = forms.DateTimeField(
        label=_("Until"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("To suspend or mute: day and time, UTC."),
    )
    sentence = forms.CharField(
        label=_("What they are told"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"class": "vTextField"}),
        help_text=_("To suspend: a sentence that they are shown."),
    )
    name = ChosenName(
        label=_("New name"),
        required=False,
        max_length=LONGEST,
        help_text=_("To give another name."),
    )

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        what = given.get("what")
        needed = {decisions.SUSPEND: ("until", "sentence"), decisions.MUTE: ("until",)}
        for field in needed.get(str(what), ("name",) if what == decisions.RENAME else ()):
            if not given.get(field) and field not in self.errors:
                self.add_error(field, _("This is needed for it."))
        return given

    def clean_until(self) -> Any:
        until, now = self.cleaned_data["until"], timezone.now()
        if until is not None and not now < until < now + LONGEST_TIME:
            raise ValidationError(_("Choose a time to come, within the next ten years."))
        return until

    def decide(self) -> str:
        given = self.cleaned_data
        assert isinstance(self.request.user, User)
        terms = decisions.Terms(given["until"], given["sentence"], given["name"])
        person = decisions.decide(
            by=self.request.user,
            about=self.about,
            what=given["what"],
            why=given["why"],
            terms=terms,
        )
        if given["what"] == decisions.NEW_PASSWORD and person.email:
            letters.ask_for_new_password(self.request, person)
        return gettext("It is done, and on the record.")


class StaysInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Stay
    fields = readonly_fields = ("browser", "system", "address", "began_at", "seen_at")
    verbose_name_plural = _("logged in")


class InWords(ReadOnly):
    @admin.display(description=_("what"), ordering="what")
    def deed(self, decision: Decision) -> str:
        return decisions.in_words(decision.what)


class DecisionsInline(InWords, admin.TabularInline):  # type: ignore[type-arg]
    model = Decision
    fk_name = "about"
    fields = readonly_fields = ("at", "by", "deed", "why")
    verbose_name_plural = _("decided about this person")


@admin.register(User)
class MemberAdmin(Deciding):
    list_display = (
        *("username", "is_active", "suspended_until", "muted_until", "is_staff"),
        *("date_joined", "last_login"),
    )
    list_filter = ("is_active", "is_staff", "is_guest", "date_joined", "suspended_until")
    search_fields = ("username", "key", "email")
    search_help_text = _("Part of a name or an e-mail address, or a whole address or session key")
    ordering = ("-date_joined",)
    actions = None
    form = Reasoned
    fields = (
        ("username", "is_guest", "is_active"),
        ("email", "email_asked"),
        ("date_joined", "last_login"),
        ("suspended_until", "suspension"),
        "muted_until",
        *RANK,
        "why",
    )
    filter_horizontal = ("groups", "user_permissions")
    inlines = (StaysInline, DecisionsInline)
    decide_form = PersonForm
    decide_title = _("Decide about this person")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People sign up themselves."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Others have played with them: accounts are closed, not deleted."""
        return False

    def may_decide(self, request: HttpRequest, about: Any) -> bool:
        assert isinstance(request.user, User)
        return decisions.may_decide(request.user, about)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """The page itself changes ranks alone."""
        if obj is None or not request.user.is_superuser:
            return False
        return self.may_decide(request, obj)

    def has_view_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return request.user.has_perm("accounts.view_user") or request.user.has_perm(
            "accounts.change_user"
        )

    def get_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Nobody is asked for a reason who can change nothing."""
        return self.fields if self.has_change_permission(request, obj) else self.fields[:-1]

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        known = [name for row in self.fields for name in ([row] if isinstance(row, str) else row)]
        return [name for name in known if name not in (*RANK, "why")]

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        assert isinstance(request.user, User)
        decisions.rank(by=request.user, about=obj, why=form.cleaned_data["why"])

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        with suppress(ValueError):
            address = str(ip_address(search_term.strip()))
            return queryset.filter(stays__address=address).distinct(), False
        by_session = queryset.filter(stays__session=search_term.strip())
        if by_session.exists():
            return by_session, False
        return super().get_search_results(request, queryset, key_of(search_term))


@admin.register(Decision)
class DecisionAdmin(InWords, Listed):
    """The record of the desk: it only grows."""

    list_display = ("at", "by", "deed", "about", "subject", "why")
    list_filter = ("at",)
    list_select_related = ("by", "about")
    search_fields = ("by__key", "about__key", "subject")
    ordering = ("-at",)
    fields = readonly_fields = ("at", "by", "deed", "about", "subject", "why")


@admin.register(Group)
class RoleAdmin(Listed, GroupAdmin):
    """Whoever could change a role they have would have every right there is. None is deleted, for
    that is not asked for a reason: a role without rights gives none."""

    form = Reasoned
    fields = ("name", "permissions", "why")

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_superuser

    has_add_permission = has_change_permission = has_view_permission

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Group, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        assert isinstance(request.user, User)
        subject, why = f"role {obj.pk}", form.cleaned_data["why"]
        decisions.note(by=request.user, what=gettext_noop("role"), subject=subject, why=why)
