"""Base classes of the Django admin: lists without arbitrary look-ups, decisions with a reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied, SuspiciousOperation, ValidationError
from django.core.paginator import Paginator
from django.db import DataError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    Admin = admin.ModelAdmin[Any]
    Pages = Paginator[Any]
else:
    Admin, Pages = admin.ModelAdmin, Paginator

# The look-ups that a filter of a list may use on its column, whichever kind of filter it is.
FILTER_LOOKUPS: Final = ("", "__exact", "__id__exact", "__isnull", "__isempty", "__gte", "__lt")
# A list counts and shows so many rows at most; beyond them, an admin uses a filter or the search.
MOST_COUNTED: Final = 10_000
# Raised for numbers and dates that no column can hold, and text that no database accepts.
BAD_VALUES: Final = (ValueError, OverflowError, DataError)


class CappedPaginator(Pages):
    """A paginator that counts at most MOST_COUNTED rows.

    Counting a million rows takes longer than showing fifty of them.
    """

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows[:MOST_COUNTED].count())


class ListAdmin(Admin):
    """An admin list that accepts only the look-ups of its own filters.

    Django applies any look-up that is typed into the address. An admin could so find out letter by
    letter what no page shows, such as a server seed.
    """

    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER  # the rows of each would be counted
    paginator = CappedPaginator
    list_per_page = 50
    view_on_site = False  # anyone with the address of a private table may join it

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        return lookup in set(self._allowed_lookups())

    def _allowed_lookups(self) -> Iterator[str]:
        for listed in self.list_filter:
            column = listed[0] if isinstance(listed, tuple) else listed
            if isinstance(column, str):
                yield from (column + ending for ending in FILTER_LOOKUPS)
            else:
                yield getattr(column, "parameter_name", "")

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        return to_field == self.opts.pk.name

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Answer with the list; raise SuspiciousOperation if the query holds impossible values."""
        try:
            response = super().changelist_view(request, extra_context)
            # Rendered inside the try, because the rows are read only when the page is rendered.
            return response.render() if isinstance(response, TemplateResponse) else response
        except BAD_VALUES as fault:
            raise SuspiciousOperation("a list was asked for what cannot be") from fault

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        try:
            return super().get_object(request, object_id, from_field or None)
        except BAD_VALUES:
            return None  # no row can have such a primary key


class ReadOnly:
    """A mixin for model admins: admins with the right to view may look, and change nothing."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReasonForm(forms.Form):
    """A form with which an admin decides about one object: it always asks for a reason."""

    why = forms.CharField(
        label=_("Why"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Kept for good, for the other admins to read."),
    )

    def __init__(self, data: Any, *, request: HttpRequest, about: Any) -> None:
        super().__init__(data)
        self.request, self.about = request, about
        self.order_fields([name for name in self.fields if name != "why"])

    def decide(self) -> str:
        """Carry out the decision and return the sentence that says what was done.

        Raise ValidationError if it cannot be carried out.
        """
        raise NotImplementedError


class ReasonModelForm(forms.ModelForm):  # type: ignore[type-arg]  # no subscript at run time
    """A form with which an admin changes an object and gives a reason for the change."""

    why = forms.CharField(
        label=_("Why"), max_length=500, widget=forms.TextInput(attrs={"class": "vTextField"})
    )


class DecisionAdminBase(ListAdmin):
    """An admin list of objects about which admins decide, each on a page of its own.

    Subclasses name the form and the title of that page, and who may decide.
    """

    change_form_template = "admin/desk_form.html"
    decide_form: type[ReasonForm]
    decide_title: Any

    def may_decide(self, request: HttpRequest, about: Any) -> bool:
        """Return whether the admin who asks may decide about this object now."""
        raise NotImplementedError

    @property
    def _decide_route(self) -> str:
        return f"{self.opts.app_label}_{self.opts.model_name}_decide"

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.decide_view)
        return [
            path("<path:object_id>/decide/", view, name=self._decide_route),
            *super().get_urls(),
        ]

    def decide_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the decision form, or carry out the decision and redirect to the object.

        Raise Http404 if there is no such object, and PermissionDenied if this admin may not decide
        about it.
        """
        about = self.get_object(request, unquote(object_id))
        if about is None:
            raise Http404
        if not self.may_decide(request, about):
            raise PermissionDenied
        form = self.decide_form(request.POST or None, request=request, about=about)
        if form.is_valid() and self._decide_or_add_error(form):
            return redirect(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", about.pk)
        context = {**self.admin_site.each_context(request), "opts": self.opts, "original": about}
        context |= {"form": form, "title": self.decide_title, "subtitle": str(about)}
        return TemplateResponse(request, "admin/decide.html", context)

    def _decide_or_add_error(self, form: ReasonForm) -> bool:
        """Carry out the decision; on a refusal put it on the form. Return whether it was done."""
        try:
            self.message_user(form.request, form.decide())
        except ValidationError as refusal:
            form.add_error(None, ValidationError(refusal.messages))
            return False
        return True

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show the object's page, with a link to the decision for admins who may decide."""
        about = self.get_object(request, unquote(object_id))
        if about is not None and self.may_decide(request, about):
            link = reverse(f"admin:{self._decide_route}", args=[about.pk])
            extra_context = {**(extra_context or {}), "decide": link, "verb": self.decide_title}
        return super().change_view(request, object_id, form_url, extra_context)
