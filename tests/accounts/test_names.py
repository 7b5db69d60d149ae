"""Which names are allowed, reserved, the same, or look the same."""

from unicodedata import category

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import override

from accounts.models import User
from accounts.names import check_name, is_reserved, key_of, skeleton_of, without_invisible
from games.bots import described, levels
from games.models import BOT_NAMES
from games.phrases import translate
from games.rules import kinds
from tests.kit.factories import UserFactory


@pytest.mark.parametrize(
    "name",
    [
        "al",
        "Élodie",
        "ひらがな漢字",
        "Жанна",
        "한글",
        "٣علي",
        "小明",
        "हिन्दी",
        "o.b-1_x",
        "a" * 24,
        "7up",
    ],
)
def test_letters_of_any_script_are_allowed_in_names(name: str) -> None:
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
        "\u3164\u3164",
        "al\u034fice",
        "alice\ufe0f",
        "аdmin",
        "paypаl",
        "Aliсe",
    ],
)
def test_names_that_could_mislead_or_break_a_page_are_refused(name: str) -> None:
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
def test_the_model_refuses_a_name_that_is_taken() -> None:
    UserFactory.create(username="alice")
    with pytest.raises(ValidationError, match="taken"):
        User(username="ALICE", password="x").full_clean()


ALIKE = [
    ("alice", "аlісе"),
    ("alice", "a1ice"),
    ("alice", "aIice"),
    ("Tom", "Torn"),
    ("bobo", "bob0"),
    ("alice", "al\u034fice"),
    ("zoe", "zоe"),
    ("Sami", "Sami\u0307"),
]


@pytest.mark.parametrize("pair", ALIKE)
def test_names_that_look_the_same_have_one_skeleton(pair: tuple[str, str]) -> None:
    assert skeleton_of(pair[0]) == skeleton_of(pair[1])


@pytest.mark.parametrize("pair", [("alice", "alicia"), ("bob", "rob"), ("小明", "大明")])
def test_names_that_look_different_have_different_skeletons(pair: tuple[str, str]) -> None:
    assert skeleton_of(pair[0]) != skeleton_of(pair[1])


def invisible_letters() -> list[str]:
    """Return the characters, of the categories that a name may contain, that show nothing."""
    chars = map(chr, range(0x110000))
    return [char for char in chars if category(char)[0] in "LM" and not without_invisible(char)]


def test_an_invisible_letter_does_not_make_another_name() -> None:
    """All of those that once were found to make a name that looked like another one."""
    assert len(invisible_letters()) == 267
    for char in invisible_letters():
        assert skeleton_of(f"al{char}ice") == skeleton_of("alice")
        with pytest.raises(ValidationError):
            check_name(f"al{char}ice")


@pytest.mark.parametrize(
    "name",
    ["admin", "Admin", "ADMIN", "admin1", "a.d.m.i.n", "аdmin", "Moderator", "You", "Guest4F2"]
    + ["guest", "Deleted-7", "aldo.bot", "Aldo_Bot2", "Du", "你", "RooT"]
    + [name.removesuffix(" (bot)") for name in BOT_NAMES],
)
def test_reserved_names_cannot_be_taken(name: str) -> None:
    assert is_reserved(name)


def strengths() -> list[str]:
    """Return what the levels of all bots are called, in every language."""
    bots = [described(kind, level) for kind in kinds() for level in levels(kind)]
    called = [bot.level for bot in bots]
    for language, _title in settings.LANGUAGES:
        with override(language):
            called += [translate(bot.title) for bot in bots]
    return called


def test_the_names_of_bot_levels_are_reserved() -> None:
    assert [name for name in strengths() if " " not in name and not is_reserved(name)] == []


@pytest.mark.parametrize("name", ["alice", "Talbot", "Bruno", "Youssef", "Adnan", "7up", "player1"])
def test_names_that_only_begin_like_reserved_ones_can_be_taken(name: str) -> None:
    assert not is_reserved(name)


@pytest.mark.django_db
def test_the_site_itself_may_use_reserved_names() -> None:
    User(username="admin", password="x").full_clean()


@pytest.mark.django_db
def test_a_name_that_looks_like_a_taken_one_is_refused_by_form_and_database() -> None:
    UserFactory.create(username="alice")
    with pytest.raises(ValidationError, match="looks like one that is taken"):
        User(username="a1ice", password="x").full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        UserFactory.create(username="a1ice")


@pytest.mark.django_db
def test_an_older_account_keeps_its_name_whatever_the_rules_are_now() -> None:
    UserFactory.create(username="alice")
    double = UserFactory.create(username="a")
    User.objects.filter(pk=double.pk).update(username="а1ice", key=key_of("а1ice"), skeleton=None)
    double.refresh_from_db()
    double.full_clean()
    double.deck = "italian"
    double.save()
    assert User.objects.get(pk=double.pk).skeleton is None
