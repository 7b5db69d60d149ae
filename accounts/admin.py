"""The admin pages about people: users and decisions about them, the record, and roles."""

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

from bruno_site.core.admin_base import (
    DecisionAdminBase,
    ListAdmin,
    ReadOnly,
    ReasonForm,
    ReasonModelForm,
)

from . import emails, moderation
from .forms import NameField
from .models import Decision, User, UserSession
from .names import LONGEST, key_of

# Pages of devices would show the secrets with which people log in; groups have our own page below.
for model in (Group, TOTPDevice, StaticDevice):
    admin.site.unregister(model)

# The fields that make a person more than a player. Only superusers may change them.
RANK: Final = ("is_staff", "is_superuser", "groups", "user_permissions")
LONGEST_TIME: Final = timedelta(days=3653)


class DecisionForm(ReasonForm):
    """Asks what to decide about a person, with the details that the decision needs, and why."""

    what = forms.ChoiceField(
        label=_("What"),
        choices=list(moderation.WORDS.items()),
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
    name = NameField(
        label=_("New name"),
        required=False,
        max_length=LONGEST,
        help_text=_("To give another name."),
    )

    def clean(self) -> dict[str, Any]:
        """Add an error to each field that this kind of decision needs and that is empty."""
        given: dict[str, Any] = super().clean() or {}
        what = given.get("what")
        needed = {moderation.SUSPEND: ("until", "sentence"), moderation.MUTE: ("until",)}
        for field in needed.get(str(what), ("name",) if what == moderation.RENAME else ()):
            if not given.get(field) and field not in self.errors:
                self.add_error(field, _("This is needed for it."))
        return given

    def clean_until(self) -> Any:
        """Return the time. Raise ValidationError unless it is to come within ten years."""
        until, now = self.cleaned_data["until"], timezone.now()
        if until is not None and not now < until < now + LONGEST_TIME:
            raise ValidationError(_("Choose a time to come, within the next ten years."))
        return until

    def decide(self) -> str:
        """Carry out the decision, send the e-mail if it needs one; return what the admin is told.

        Raise ValidationError.
        """
        given = self.cleaned_data
        assert isinstance(self.request.user, User)
        terms = moderation.Terms(given["until"], given["sentence"], given["name"])
        person = moderation.decide(
            by=self.request.user,
            about=self.about,
            what=given["what"],
            why=given["why"],
            terms=terms,
        )
        if given["what"] == moderation.NEW_PASSWORD and person.email:
            emails.send_password_demand(self.request, person)
        return gettext("It is done, and on the record.")


class SessionsInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """The browsers in which a person is logged in."""

    model = UserSession
    fields = readonly_fields = ("browser", "system", "address", "began_at", "seen_at")
    verbose_name_plural = _("logged in")


class DecisionLabels(ReadOnly):
    """Adds the column that names a decision in the reader's language."""

    @admin.display(description=_("what"), ordering="what")
    def deed(self, decision: Decision) -> str:
        """Return what was decided, in the reader's language."""
        return moderation.label_of(decision.what)


class DecisionsInline(DecisionLabels, admin.TabularInline):  # type: ignore[type-arg]
    """The decisions about a person."""

    model = Decision
    fk_name = "about"
    fields = readonly_fields = ("at", "by", "deed", "why")
    verbose_name_plural = _("decided about this person")


@admin.register(User)
class UserAdmin(DecisionAdminBase):
    """The list of people and the page of one, where moderators decide and superusers give ranks."""

    list_display = (
        *("username", "is_active", "suspended_until", "muted_until", "is_staff"),
        *("date_joined", "last_login"),
    )
    list_filter = ("is_active", "is_staff", "is_guest", "date_joined", "suspended_until")
    search_fields = ("username", "key", "email")
    search_help_text = _("Part of a name or an e-mail address, or a whole address or session key")
    ordering = ("-date_joined",)
    actions = None
    form = ReasonModelForm
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
    inlines = (SessionsInline, DecisionsInline)
    decide_form = DecisionForm
    decide_title = _("Decide about this person")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: people sign up themselves."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return False: others have played with them, so accounts are closed, not deleted."""
        return False

    def may_decide(self, request: HttpRequest, about: Any) -> bool:
        """Return whether the admin has the right to decide about this person."""
        assert isinstance(request.user, User)
        return moderation.may_decide(request.user, about)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return whether the admin may change ranks: the page itself changes nothing else."""
        if obj is None or not request.user.is_superuser:
            return False
        return self.may_decide(request, obj)

    def has_view_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return whether the admin may look at people; the right to change them includes that."""
        return request.user.has_perm("accounts.view_user") or request.user.has_perm(
            "accounts.change_user"
        )

    def get_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Return the fields; admins who may change nothing are not asked for a reason."""
        return self.fields if self.has_change_permission(request, obj) else self.fields[:-1]

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Return all fields but the rank and the reason."""
        known = [name for row in self.fields for name in ([row] if isinstance(row, str) else row)]
        return [name for name in known if name not in (*RANK, "why")]

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save the rank and record the reason. Raise PermissionDenied."""
        assert isinstance(request.user, User)
        moderation.change_rank(by=request.user, about=obj, why=form.cleaned_data["why"])

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        """Search by network address, by session key, or by part of a name or e-mail address."""
        with suppress(ValueError):
            address = str(ip_address(search_term.strip()))
            return queryset.filter(sessions__address=address).distinct(), False
        by_session = queryset.filter(sessions__session=search_term.strip())
        if by_session.exists():
            return by_session, False
        return super().get_search_results(request, queryset, key_of(search_term))


@admin.register(Decision)
class DecisionAdmin(DecisionLabels, ListAdmin):
    """The record of all decisions, which nobody can change."""

    list_display = ("at", "by", "deed", "about", "subject", "why")
    list_filter = ("at",)
    list_select_related = ("by", "about")
    search_fields = ("by__key", "about__key", "subject")
    ordering = ("-at",)
    fields = readonly_fields = ("at", "by", "deed", "about", "subject", "why")


@admin.register(Group)
class RoleAdmin(ListAdmin, GroupAdmin):
    """The pages of roles (Django's groups), for superusers only.

    Admins who could change a role of their own could give themselves every right. Roles are not
    deleted, since Django asks for no reason there; a role can be left without rights instead.
    """

    form = ReasonModelForm
    fields = ("name", "permissions", "why")

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return whether the admin is a superuser."""
        return request.user.is_superuser

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the admin is a superuser, who may also add and change roles."""
        return request.user.is_superuser

    has_add_permission = has_change_permission = has_view_permission

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: roles are never deleted."""
        return False

    def save_model(self, request: HttpRequest, obj: Group, form: Any, change: bool) -> None:
        """Save the role and record the reason."""
        super().save_model(request, obj, form, change)
        assert isinstance(request.user, User)
        subject, why = f"role {obj.pk}", form.cleaned_data["why"]
        moderation.record_decision(
            by=request.user, what=gettext_noop("role"), subject=subject, why=why
        )
