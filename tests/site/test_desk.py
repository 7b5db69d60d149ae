"""The Django admin answers only the queries that its pages offer, for every registered model."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.db import connection
from django.db.models import Model
from django.http import HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bruno_site.core.admin_base import FILTER_LOOKUPS
from tests.kit.at_table import AtTable
from tests.kit.factories import UserFactory, open_bruno

pytestmark = pytest.mark.django_db

REGISTERED = sorted(admin.site._registry, key=lambda model: model._meta.label_lower)
of_every_model = pytest.mark.parametrize("model", REGISTERED, ids=lambda m: m._meta.label_lower)

ENDINGS = ("startswith", "regex", "gte", "lt", "in", "contains", "isnull", "exact", "range")
ODD: tuple[str, ...] = (
    "p=-1",
    "p=99999999999999999999999",
    "p=%00",
    "o=99",
    "o=.",
    "o=99999999999999999999999.1",
)
ODD += ("e=x", "q=%00", "q=%ED%A0%80", "all=%00", "_to_field=server_seed", "%00=1", "kind__in=%00")
ODD += ("kind=%00", "id__exact=99999999999999999999999", "nowhere__at__all=1", "__=1", "=1")
VALUES = ("99999-01-01", "%00", "9" * 40, "9999-12-31 23:59:59-12:00")


@pytest.fixture
def superuser_client() -> Client:
    client = Client(raise_request_exception=False)
    superuser = UserFactory.create(username="boss", is_staff=True, is_superuser=True)
    client.force_login(superuser)
    AtTable()
    open_bruno(superuser)
    return client


def list_of(model: type[Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def filter_columns(model: type[Model]) -> set[str]:
    """Return the columns that the filters of the list use."""
    own = (each[0] if isinstance(each, tuple) else each for each in admin_of(model).list_filter)
    return {each if isinstance(each, str) else getattr(each, "parameter_name", "") for each in own}


def admin_of(model: type[Model]) -> admin.ModelAdmin[Model]:
    return admin.site._registry[model]


def columns(model: type[Model]) -> Iterator[str]:
    for field in model._meta.get_fields():
        yield field.name
        if isinstance(related := field.related_model, type):
            yield from (f"{field.name}__{each.name}" for each in related._meta.fields)


@of_every_model
def test_only_what_stands_beside_a_list_can_be_asked_of_it(model: type[Model]) -> None:
    lookups = {f"{column}__{ending}" for column in columns(model) for ending in ENDINGS}
    lookups |= set(columns(model)) | {"pk", "pk__in", "nowhere"}
    asked = {column + ending for column in filter_columns(model) for ending in FILTER_LOOKUPS}
    request = HttpRequest()
    answered = {each for each in lookups if admin_of(model).lookup_allowed(each, "", request)}
    assert answered <= asked


def test_hidden_texts_cannot_be_found_out_letter_by_letter(superuser_client: Client) -> None:
    for model, lookup in (("game", "nonces__contains"), ("game", "moves__action__startswith")):
        answer = superuser_client.get(f"/admin/games/{model}/?{lookup}=a")
        assert answer.status_code == 400
        assert "<h1>" in answer.content.decode()


@of_every_model
def test_no_list_falls_over_what_it_is_asked(superuser_client: Client, model: type[Model]) -> None:
    columns = sorted(filter_columns(model))
    asked = [*ODD, *(f"{c}{e}={v}" for c in columns for e in ("", "__gte") for v in VALUES)]
    answers = {
        query: superuser_client.get(f"{list_of(model)}?{query}").status_code for query in asked
    }
    assert {query for query, status in answers.items() if status not in (200, 302, 400)} == set()


@of_every_model
def test_no_page_falls_over_a_number_that_nothing_has(
    superuser_client: Client, model: type[Model]
) -> None:
    pages = [f"{list_of(model)}{'9' * 40}/{page}/" for page in ("change", "history")]
    pages += [f"{list_of(model)}{n}/change/?_to_field=" for n in (0, "x")]
    assert {superuser_client.get(page).status_code for page in pages} <= {302, 403, 404}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("autocomplete/?app_label=accounts&model_name=user&field_name=decisions&term=", 404),
        ("autocomplete/?app_label=accounts&model_name=decision&field_name=about&term=a", 404),
        ("autocomplete/?app_label=accounts&model_name=decision&field_name=about&term=%00", 400),
        ("r/1/%00/", 400),
        ("r/%00/1/", 400),
        ("r/x/1/", 404),
        (f"r/1/{'9' * 40}/", 404),
    ],
)
def test_autocomplete_and_redirect_pages_give_nothing_away(
    superuser_client: Client, path: str, status: int
) -> None:
    answer = superuser_client.get(f"/admin/{path}")
    assert answer.status_code == status
    assert "<h1>" in answer.content.decode()


@of_every_model
def test_a_long_list_is_not_counted_to_its_end(model: type[Model]) -> None:
    rows = model._default_manager.order_by("pk")
    assert not admin_of(model).show_full_result_count
    with CaptureQueriesContext(connection) as asked:
        assert admin_of(model).paginator(rows, 50).count <= 10_000
    assert "LIMIT 10000" in asked.captured_queries[0]["sql"]


@of_every_model
def test_actions_on_impossible_rows_cause_no_error(
    superuser_client: Client, model: type[Model]
) -> None:
    for chosen in ("%00", "9" * 40):
        form = f"action=delete_selected&_selected_action={chosen}&index=0&post=yes"
        kind = "application/x-www-form-urlencoded"
        assert superuser_client.post(list_of(model), form, content_type=kind).status_code in (
            200,
            302,
            400,
        )
