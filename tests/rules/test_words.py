"""Sentences of the rules: English by themselves, translated by whoever shows them."""

from __future__ import annotations

import pytest

from games.phrases import marked_up, translate
from games.rules.words import _, ngettext

GERMAN = {"a Queen": "eine Dame", "At least %(card)s.": "Mindestens %(card)s."}


def german(text: str) -> str:
    return GERMAN[text]


def german_plural(one: str, many: str, n: int) -> str:
    return "%(n)s Karte" if n == 1 else "%(n)s Karten"


def test_a_phrase_reads_as_english_by_itself() -> None:
    assert str(_("At least %(card)s.", card=_("a Queen"))) == "At least a Queen."


def test_a_phrase_is_translated_with_its_parts() -> None:
    phrase = _("At least %(card)s.", card=_("a Queen"))
    assert phrase.render(german) == "Mindestens eine Dame."


@pytest.mark.parametrize(
    ("n", "english", "translated"),
    [
        (1, "1 card", "1 Karte"),
        (3, "3 cards", "3 Karten"),
    ],
)
def test_a_number_chooses_the_form(n: int, english: str, translated: str) -> None:
    phrase = ngettext("%(n)s card", "%(n)s cards", n)
    assert str(phrase) == english
    assert phrase.render(german, german_plural) == translated


def test_a_percent_sign_in_a_text_without_parts_is_only_that() -> None:
    assert str(_("100 % sure")) == "100 % sure"


def test_a_given_word_is_never_taken_for_a_pattern() -> None:
    assert str(_("“%(text)s” is nothing.", text="%(x)s")) == "“%(x)s” is nothing."


def test_equal_sentences_are_equal() -> None:
    assert _("%(n)s under these", n=3) == _("%(n)s under these", n=3)
    assert _("%(n)s under these", n=3) != _("%(n)s under these", n=4)


def test_what_a_stranger_wrote_is_shown_without_what_no_page_can_show() -> None:
    phrase = _("%(name)s is no game.", name="a\ud800\0\u202e\xa0é🂡\n")
    assert str(phrase) == "a???\xa0é🂡? is no game."
    assert translate(phrase) == str(phrase)
    assert marked_up(phrase) == "<b>a???\xa0é🂡?</b> is no game."
