import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.names import check_name, key_of
from tests.kit.factories import UserFactory


@pytest.mark.parametrize("name", ["al", "Élodie", "小明", "हिन्दी", "o.b-1_x", "a" * 24, "7up"])
def test_letters_of_any_script_make_a_name(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a",
        "a" * 25,
        "a b",
        "a\nb",
        "a\x00b",
        "<b>",
        "a@b",
        "..",
        "e\u0301\u0301\u0301\u0301",
        "a\u202eb",
    ],
)
def test_what_could_mislead_or_break_a_page_makes_no_name(name: str) -> None:
    with pytest.raises(ValidationError):
        check_name(name)


@pytest.mark.parametrize("pair", [("Alice", "aLICE"), ("ÉLODIE", "élodie"), ("ﬁona", "fiona")])
def test_names_that_differ_only_in_case_or_encoding_are_the_same(pair: tuple[str, str]) -> None:
    assert key_of(pair[0]) == key_of(pair[1])


@pytest.mark.django_db
def test_the_database_holds_no_two_names_that_differ_only_in_case() -> None:
    UserFactory.create(username="Élodie")
    with pytest.raises(IntegrityError), transaction.atomic():
        UserFactory.create(username="éLODIE")


@pytest.mark.django_db
def test_the_form_of_the_admin_says_that_a_name_is_taken() -> None:
    UserFactory.create(username="alice")
    with pytest.raises(ValidationError, match="taken"):
        User(username="ALICE", password="x").full_clean()
