"""What every list and page of the admin's desk holds to, whatever it is about."""

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

# What a filter beside a list may ask of its column, whichever filter it is.
ASKED: Final = ("", "__exact", "__id__exact", "__isnull", "__isempty", "__gte", "__lt")
# No list is leafed through further than that; a filter or a name leads on.
MOST_COUNTED: Final = 10_000
# Numbers and dates that no column holds, and text that no database takes.
SENSELESS: Final = (ValueError, OverflowError, DataError)


class Leaves(Pages):
    """To count a million rows takes longer than to show fifty of them."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows[:MOST_COUNTED].count())


class Listed(Admin):
    """A list that can be asked what stands beside it, and nothing else.

    Django answers whatever look-up is typed into the address, and so would give away letter by
    letter what no page shows.
    """

    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER  # each would be counted
    paginator = Leaves
    list_per_page = 50
    view_on_site = False  # the address of a private table is its invitation

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        return lookup in set(self._asked())

    def _asked(self) -> Iterator[str]:
        for listed in self.list_filter:
            column = listed[0] if isinstance(listed, tuple) else listed
            if isinstance(column, str):
                yield from (column + ending for ending in ASKED)
            else:
                yield getattr(column, "parameter_name", "")

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        return to_field == self.opts.pk.name

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        try:
            response = super().changelist_view(request, extra_context)
            # Here, since only now the rows are read.
            return response.render() if isinstance(response, TemplateResponse) else response
        except SENSELESS as fault:
            raise SuspiciousOperation("a list was asked for what cannot be") from fault

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        try:
            return super().get_object(request, object_id, from_field or None)
        except SENSELESS:
            return None  # nothing has such a number


class ReadOnly:
    """To look at only, by whoever has the right to."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Asked(forms.Form):
    """A decision about one thing on the desk: it is asked for a reason, whatever else it asks."""

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
        """What was asked, done; the sentence that says so. Raises ValidationError."""
        raise NotImplementedError


class Reasoned(forms.ModelForm):  # type: ignore[type-arg]  # no subscript at run time
    """A page on which something is changed, and a reason given for it."""

    why = forms.CharField(
        label=_("Why"), max_length=500, widget=forms.TextInput(attrs={"class": "vTextField"})
    )


class Deciding(Listed):
    """Things about which something is decided, on a page beside their own."""

    change_form_template = "admin/desk_form.html"
    decide_form: type[Asked]
    decide_title: Any

    def may_decide(self, request: HttpRequest, about: Any) -> bool:
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
        about = self.get_object(request, unquote(object_id))
        if about is None:
            raise Http404
        if not self.may_decide(request, about):
            raise PermissionDenied
        form = self.decide_form(request.POST or None, request=request, about=about)
        if form.is_valid() and self._is_decided(form):
            return redirect(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", about.pk)
        context = {**self.admin_site.each_context(request), "opts": self.opts, "original": about}
        context |= {"form": form, "title": self.decide_title, "subtitle": str(about)}
        return TemplateResponse(request, "admin/decide.html", context)

    def _is_decided(self, form: Asked) -> bool:
        try:
            self.message_user(form.request, form.decide())
        except ValidationError as refusal:
            form.add_error(None, ValidationError(refusal.messages))
            return False
        return True

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        about = self.get_object(request, unquote(object_id))
        if about is not None and self.may_decide(request, about):
            link = reverse(f"admin:{self._decide_route}", args=[about.pk])
            extra_context = {**(extra_context or {}), "decide": link, "verb": self.decide_title}
        return super().change_view(request, object_id, form_url, extra_context)
